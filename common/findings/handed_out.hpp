#pragma once
// Which files of the checkout a copy for students has: a handout, and what a package of the grader's takes to a platform.

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace halo {

/// Files beside the folders.
inline constexpr std::array<std::string_view, 4> kTopFiles = {"LICENSE", ".gitignore", "meson.build", "meson_options.txt"};

/// Is this file of the checkout part of a handout? `path` is relative to the root.
bool handed_out(std::string_view path);

/// A meson.build without the subfolders that are not `there`, and without tests and run targets.
std::string without_missing_folders(std::string_view meson, const std::function<bool(std::string_view)>& there);

}  // namespace halo
