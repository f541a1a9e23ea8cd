#pragma once
// What a student reads about the last run's finding: the next hint, or the whole message again. Knows no terminal.

#include <optional>
#include <string>

#include "student/lab_toml.hpp"
#include "student/place.hpp"
#include "student/result.hpp"

namespace halo::student {

/// In the environment of commands that `make watch` runs: there, keys do what commands do elsewhere.
inline constexpr const char* kInWatch = "HALO_IN_WATCH";

std::string_view level_name(int level);     ///< 1 to kLevels: nudge, concept, place, almost the answer

/// The next hint; advances `levels` if there is one. `solution`: this copy of the workbook has the lab's solution.
std::string next_hint(const Book& book, const Result& result, Levels& levels, bool solution);

/// The message of the last run, how many tests passed, and which hints there are.
std::string explanation(const Book& book, const Result& result, const Levels& levels);

/// `5 of 11 tests pass`, or `it does not compile`.
std::string tally(const Result& result);

/// Says that the file is not the one that this result is of; empty if it is, or if that is not known.
std::string edited_since(const Result& result, const std::string& file, std::string_view text);

/// The commands. Throw Refusal before the first run.
int hint(const Place& place);
int hint_reset(const Place& place);
int why(const Place& place, const std::string& at);

}  // namespace halo::student
