#pragma once
// Replacing a file that a student has written: whenever this is interrupted, nothing is lost.

#include <filesystem>
#include <string_view>

#include <sys/types.h>

namespace halo::student {

/// On the disk when it returns, so that a renamed file is never an empty one. Throws Refusal.
void write_whole(const std::filesystem::path& file, std::string_view text, mode_t mode = 0644);

/// A second name for what the file holds, with the time: `conv2d_tiled.cu.2026-12-01_09-30-00`; a copy where the file system knows no second names.
/// Throws Refusal.
std::filesystem::path keep_beside(const std::filesystem::path& file);

/// Gives `file` this text. What it held stays beside it, under the name that is returned. Throws Refusal.
std::filesystem::path replace_and_keep(const std::filesystem::path& file, std::string_view text);

}  // namespace halo::student
