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

    struct Match {
        std::optional<std::size_t> person;
        std::string why_none = {};        ///< `two people in the roster are called so: ada, lovelace2`
        bool several = false;             ///< that is why
    };
    /// By id, then mail or what it begins with, then name: whole, in any order of its words, and whether é is one character or two.
    Match find(const Who& who) const;

private:
    void index();

    std::string called_ = "the roster";
    std::vector<Person> people_;
    std::map<std::string, std::vector<std::size_t>> by_id_, by_mail_, by_local_, by_name_, by_canvas_;
    std::vector<std::string> canvas_ids_;
};

}  // namespace halo::grader::arrival
