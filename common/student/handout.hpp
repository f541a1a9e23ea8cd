#pragma once
// Labs, engine and harness for students, in a folder of their own: without solutions, grader, slides and history.

#include <filesystem>
#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// Does this file of the checkout go out? `path` is relative to the root.
bool handed_out(std::string_view path);

/// A meson.build in `folder` without the folders that stayed behind, and without tests and run targets.
std::string without_what_stayed(std::string_view meson, const std::filesystem::path& folder);

/// A page without the section on solutions and handouts.
std::string without_teachers_section(std::string_view page);

/// A page in `folder` whose links to files that stayed behind are their words alone.
std::string without_dead_links(std::string_view page, const std::filesystem::path& folder);

int handout(const Place& place, const std::string& folder);

}  // namespace halo::student
