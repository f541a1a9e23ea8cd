#pragma once
// Everyone who belongs to the course or handed something in, each once, with a folder's name.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arrival/import/layout.hpp"
#include "arrival/roster.hpp"

namespace halo::grader::arrival {

struct Participant {
    std::string folder = {};
    Person person = {};                ///< of the roster, or what an LMS says
    std::string not_in_roster = {};    ///< why no row of the roster was found; empty if one was, or if there is no roster
    std::set<std::string> received_as = {};   ///< names that the downloads have for this person
    std::size_t files = 0;             ///< of theirs, chosen or not
};

class People {
public:
    /// nullptr: there is no roster, and everybody is as an LMS says.
    explicit People(const Roster* roster);

    /// The participant behind a name in a download. Of two people of the same name in one download the numbers tell.
    std::size_t of(const Origin& origin, bool number_needed);

    std::vector<Participant>& all() { return all_; }
    const std::vector<Participant>& all() const { return all_; }
    /// Gives each a folder of their own, called after id or name.
    void name_folders();

private:
    const Roster* roster_;
    std::vector<Participant> all_;
    std::map<std::string, std::size_t> strangers_;
};

/// A folder's name that is safe to make and to show: form C, no separators, no control characters, not hidden.
std::string safe_folder(std::string_view name);

}  // namespace halo::grader::arrival
