#pragma once
// While a wrong program lies in place of the student's file: from `make repair` until `make` passes.

#include <filesystem>

#include "student/place.hpp"
#include "student/state.hpp"

namespace halo::student {

/// What is being repaired in this lab; nothing once the student's own file is back.
Repair repair_in(const Place& place);

/// The wrong program as it was laid out.
std::filesystem::path laid_out(const Place& place);

/// Lines that differ but for blanks: of each piece, as many as its longer side has. Throws Fault without `diff`.
int lines_changed(const std::filesystem::path& from, const std::filesystem::path& to);

/// The student's own file is in its place again. Returns the name under which the other is kept; empty if it was never there. Throws Refusal.
std::string put_own_back(const Place& place, const Repair& repair);

/// All tests pass: says how small the mend is and what was wrong, and puts the student's own file back.
void end_repair(const Place& place, const Repair& repair);

}  // namespace halo::student
