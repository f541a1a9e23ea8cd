#pragma once
// Who belongs to the course: roster.csv, or the gradebook that an LMS exports.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrival/import/listing.hpp"

namespace halo::grader::arrival {

struct Person {
    std::string id = {}, name = {}, mail = {}, section = {};
    std::vector<std::string> other_ids = {};   ///< further columns that identify: login, SIS id
};

class Roster {
public:
    /// Columns, by their names in the first line, in any order: id, name, mail, section; or those of Canvas's and Moodle's gradebooks.
    /// Throws UsageError for a table without ids and names, or an id that occurs twice.
    static Roster parse(std::string_view bytes, std::string_view source);
    /// Of people that another file names; `called` is that file in messages.
    static Roster of(std::vector<Person> people, std::string called);

    const std::vector<Person>& people() const { return people_; }
    /// Is it Canvas's gradebook?
    bool has_canvas_numbers() const { return !by_canvas_.empty(); }
    /// Does it have a platform's number for everybody, of the kind that this account has? Then an account with another number is nobody of the roster.
    bool has_numbers_like(const Who& who) const;
    /// Is a person called so, in any form of the name?
    bool is_called(std::size_t person, std::string_view name) const;

    /// What a person was found by, the surest last. From `mail` on it is what identifies; before that, a name that a student may have chosen.
    enum class By { letters, name, local, login_alike, login, mail, id, number };

    struct Match {
        std::optional<std::size_t> person;
        By by = By::letters;
        std::string why_none = {};        ///< `two people in the roster are called so: ada, lovelace2`
        bool several = false;             ///< that is why
        bool another = false;             ///< or: the only one of that name has another number or mail
    };
    /// By number, id or mail; then a name: as login, as what a mail begins with, whole in any order of its words, and by its letters alone.
    /// A name finds nobody whose number or mail is another one.
    Match find(const Who& who) const;

private:
    void index();
    bool is_another(const Who& who, std::size_t person) const;

    std::string called_ = "the roster";
    std::vector<Person> people_;
    std::map<std::string, std::vector<std::size_t>> by_id_, by_mail_, by_local_, by_name_, by_letters_, by_canvas_, by_participant_;
    std::vector<std::string> canvas_ids_, participants_;
};

/// Who of those that claim to be the same person is: all that are identified; if none is, the one whose claim is surest, and nobody where two are as sure.
/// True for each claim that holds.
std::vector<bool> settle(const std::vector<Roster::Match>& claims);

}  // namespace halo::grader::arrival
