#pragma once
// What ninja and the compilers printed: which lines are about the student's file, and what they say of it. Text in, text out.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "student/result.hpp"

namespace halo::student {

/// Ninja's output without ninja: its commands go, and so do the `prefixes`, so that paths end in the name the student knows.
std::string own_lines(std::string_view log, const std::vector<std::string>& prefixes);

/// Is a line about this file? g++ writes `file.cu:31`, nvcc `file.cu(31)`.
bool names_file(std::string_view log, std::string_view file);

/// The linker's own words for a function that nobody defined.
std::optional<std::string> undefined_reference(std::string_view log);

/// Of own_lines the first error, with what belongs to it: later errors often follow from it.
std::string first_error(std::string_view lines);

int count_errors(std::string_view lines);
int count_warnings(std::string_view lines);

/// What tells the first error from another: its words without numbers, its line, and the text of that line in `source`.
About about_first_error(std::string_view lines, std::string_view file, std::string_view source);

}  // namespace halo::student
