#pragma once
// Writes labs, engine and harness for students to a separate folder: without solutions, grader, slides and history.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// Is this file of the checkout part of a handout? `path` is relative to the root.
bool handed_out(std::string_view path);

/// A meson.build in `folder` without the subfolders that were left out, and without tests and run targets.
std::string without_missing_folders(std::string_view meson, const std::filesystem::path& folder);
/// The same of a folder that is not written yet: `there` says whether it will have this subfolder.
std::string without_missing_folders(std::string_view meson, const std::function<bool(std::string_view)>& there);

/// A page without the section on solutions and handouts.
std::string without_instructors_section(std::string_view page);

/// A page in `folder` in which links to files that were left out become plain text.
std::string without_dead_links(std::string_view page, const std::filesystem::path& folder);

int handout(const Place& place, const std::string& folder);

}  // namespace halo::student
