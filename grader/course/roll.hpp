#pragma once
// Everybody in a run, and whom a file means by a name.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "record/person.hpp"

namespace halo::grader::course {

/// Is `section` one of those that the platform lists? Somebody may be in several: `CS 101-01 and Lab B`, `CS 101, Lab B, and Honours`, in the language of whoever exported it; `A; B`.
bool is_in_section(std::string_view listed, std::string_view section);

class Roll {
public:
    /// `people`: by folder, of those about whom something is known.
    Roll(std::vector<std::string> folders, std::map<std::string, record::Person> people);

    /// The folder of the student who is called so: by folder, else by id, else by mail, in which capitals do not matter.
    /// `place` is where the name is written. Throws UsageError for nobody, with the nearest name, or for several.
    std::string folder_of(std::string_view name, std::string_view place) const;
    /// The same, but a note instead of the error for a name that is not close to any student's, such as that of somebody who handed in nothing. Numbers are never close.
    std::string folder_or_note(std::string_view name, std::string_view place, std::vector<std::string>& notes) const;
    /// Nobody is called so: `did you mean ada?`
    std::string advice(std::string_view name) const;
    /// The same, without an error: empty for nobody and for several.
    std::string find(std::string_view name) const;

    bool knows_sections() const;
    bool has_section(std::string_view section) const;

private:
    std::vector<std::string> matches(std::string_view name) const;
    std::vector<std::string> names() const;      ///< every folder, id and mail address

    std::vector<std::string> folders_;
    std::map<std::string, record::Person> people_;
};

}  // namespace halo::grader::course
