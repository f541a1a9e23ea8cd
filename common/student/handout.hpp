#pragma once
// Writes labs, engine and harness for students to a separate folder: without solutions, grader, slides and history.

#include <filesystem>
#include <string>
#include <string_view>

#include "findings/handed_out.hpp"
#include "student/place.hpp"

namespace halo::student {

/// In a lab of a handout, which has no history: the lab's file once more, for `make reset`.
inline constexpr const char* kHandedOut = ".handed_out.cu";

using halo::handed_out;
using halo::without_missing_folders;

/// A meson.build in `folder` without the subfolders that were left out, and without tests and run targets.
std::string without_missing_folders(std::string_view meson, const std::filesystem::path& folder);

/// A page without the section on solutions and handouts.
std::string without_instructors_section(std::string_view page);

/// A page in `folder` in which links to files that were left out become plain text.
std::string without_dead_links(std::string_view page, const std::filesystem::path& folder);

/// `cases`: with those of `make repair`, which are near the solutions.
int handout(const Place& place, const std::string& folder, bool cases);

}  // namespace halo::student
