#pragma once
// overrides.toml: points and comments by hand, with who and why. Read anew for every report, so that no run loses them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/deadlines.hpp"

namespace halo::grader::course {

struct Override {
    std::string student, lab, function;      ///< without a function the lab, without a lab the total
    std::optional<double> points, change;    ///< one of the two, or neither
    std::string comment;                     ///< for the student
    std::string by, why, date;
    std::string place;                       ///< `overrides.toml:12`

    /// `M. Rossi, 2026-03-04: argued in office hour`
    std::string who_and_why() const;
};

struct Overrides {
    std::vector<Override> all;               ///< in the order of the file
    std::vector<Extension> extensions;       ///< more time is personal too, and may be in this file
};

/// Throws UsageError, with its line, for an unknown key or a value that makes no sense.
Overrides parse_overrides(std::string_view text, std::string_view source, const Zone& zone);
Overrides read_overrides(const std::filesystem::path& path, const Zone& zone);

/// Throws UsageError if a student's name looks mistyped, or if two rows set the points of the same thing. `notes`: rows about somebody who is not there.
void check_students(const std::vector<Override>& all, const Roll& roll, std::vector<std::string>& notes);

}  // namespace halo::grader::course
