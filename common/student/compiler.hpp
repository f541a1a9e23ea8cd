#pragma once
// Parses what ninja and the compilers print: which lines are about the student's file, and what they say. Text in, text out.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "student/result.hpp"

namespace halo::student {

/// `[12/57] Compiling …`: 12 of 57 steps are done.
struct Step {
    int done = 0, all = 0;
};
std::optional<Step> ninja_step(std::string_view line);

/// Ninja's output without ninja's own lines, and without `prefixes`, so that paths become the name that the student knows.
std::string own_lines(std::string_view log, const std::vector<std::string>& prefixes);

/// The same without what g++ and nvcc say about code that is not in the student's folder: notes on candidates and macros, include
/// chains, quoted lines. An error there stays, with the student's line that led to it.
std::string without_library_notes(std::string_view lines);

/// Is any line about this file? g++ writes `file.cu:31`, nvcc `file.cu(31)`.
bool names_file(std::string_view log, std::string_view file);

/// The linker's own words for a function without a definition.
std::optional<std::string> undefined_reference(std::string_view log);

/// The first error in own_lines(), with the lines that belong to it: later errors often follow from it.
std::string first_error(std::string_view lines);

int count_errors(std::string_view lines);
int count_warnings(std::string_view lines);

/// What distinguishes the first error from others: its words without numbers, its line, and the text of that line in `source`.
About about_first_error(std::string_view lines, std::string_view file, std::string_view source);

}  // namespace halo::student
