#pragma once
// Who put which name on a file: an LMS writes student, attempt and upload into its names, each in its own way. One file for each.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arrival/import/listing.hpp"
#include "arrival/import/store.hpp"
#include "arrival/roster.hpp"

namespace halo::grader::arrival {

/// What a name says about a file.
struct Origin {
    Who who = {};
    std::string number = {};     ///< tells two people of the same name apart, within one download
    std::string group = {};      ///< whose work it is, too, as the platform writes it; empty: nobody else's, or it doesn't say
    bool anonymous = false;      ///< the name is an id of this download alone, and says nobody's name
    std::string may_be = {};     ///< another number that the name can be read to have; empty: none
    std::string path = {};       ///< as the student handed it in: `lab04.zip/conv2d_tiled.cu`
    std::string attempt = {};    ///< a later attempt is a larger text
    std::uint64_t upload = 0;    ///< a later upload is a larger number; 0: unknown
    std::optional<bool> late = {};   ///< the LMS marks it so, or not; empty: it marks nothing
    bool times_mean = false;     ///< the time in the archive is the student's
    bool commit = false;         ///< the time is a commit's, which the student's machine wrote
    bool stored_before = false;  ///< an earlier import knew when the LMS stored the file
    bool time_of_lms = false;    ///< the time in the archive is when the LMS stored the file
    std::string handed_in = {};  ///< when, as the LMS itself writes it: `2026-10-01 12:00:00 Z`, or without an offset as its clock showed; empty: it doesn't say
    std::string passed_over = {};   ///< why it is not a file of the student's: `Blackboard's receipt`
};

using Naming = std::function<std::optional<Origin>(std::string_view path)>;

std::optional<Origin> canvas_name(std::string_view path);
std::optional<Origin> canvas_anonymous_name(std::string_view path);
std::optional<Origin> moodle_name(std::string_view path);
/// What the names of one download begin with, `Lab_04_`, is the assignment's name, which may contain anything; a login from the roster ends it earlier.
/// `login_in` finds the login in a receipt, of which it gets the path; it may be empty. The result refers to `roster`.
Naming blackboard_naming(const std::vector<std::string_view>& paths, const Roster& roster, const std::function<std::string(std::string_view receipt)>& login_in = {});
Naming blackboard_naming(const std::vector<std::string_view>& paths, Roster&& roster, const std::function<std::string(std::string_view receipt)>& login_in = {}) = delete;
/// `ada` in the text that Blackboard writes for an attempt, whose first line is `Name: Ada Lovelace (ada)`; empty: it is another text.
std::string blackboard_login(std::string_view receipt);
std::optional<Origin> folder_name(std::string_view path);

/// Where in a name at the top of a download the platform's own words begin, which stand before whatever a student called a file; nothing if it has none.
using Mark = std::optional<std::size_t> (*)(std::string_view top);
std::optional<std::size_t> canvas_mark(std::string_view top);
std::optional<std::size_t> canvas_anonymous_mark(std::string_view top);
std::optional<std::size_t> moodle_mark(std::string_view top);
std::optional<std::size_t> blackboard_mark(std::string_view top);
std::optional<std::size_t> gradescope_mark(std::string_view top);
/// What the platform wrote of a name at the top, up to the person's number: the same for all that somebody handed in. The whole name, if none did.
std::string_view owner_in(std::string_view top);

/// The people and the time of a submission, from where Gradescope writes them in `submission_metadata.yml`; a group has several people.
struct GradescopeSubmission {
    std::vector<Who> people = {};
    std::string created_at = {};
};
/// `damaged` gets the names of submissions whose part of it is not YAML; nothing of such a part is read.
std::map<std::string, GradescopeSubmission> gradescope_submissions(std::string_view yaml, std::vector<std::string>* damaged = nullptr);

struct Origins {
    std::string layout;                          ///< `Canvas`; `a folder or archive per student`
    std::string note;                            ///< names that look like another platform's; empty: none does
    std::vector<std::vector<Origin>> of;         ///< for each file of the listing: nobody, one person, or a group
};

/// `lab_names` are folders that belong to a lab and not to a student.
Origins recognise(const Listing& listing, const Roster& roster, const std::set<std::string>& lab_names, const Store& store);

/// The words of a text between these characters, empty ones included.
std::vector<std::string_view> split(std::string_view text, char at);
bool all_digits(std::string_view text);

}  // namespace halo::grader::arrival
