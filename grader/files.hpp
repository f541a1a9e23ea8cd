#pragma once
// Reading and writing whole files, with a person in mind when it fails.

#include <filesystem>
#include <string>
#include <string_view>

namespace halo::grader {

/// The whole file. Throws GraderFault that names it and, as `what_for`, why it was wanted.
std::string read_file(const std::filesystem::path& path, std::string_view what_for);

/// Writes beside `path` and renames, so that a reader sees the old file or the new one. Throws GraderFault.
void replace_file(const std::filesystem::path& path, std::string_view content);

}  // namespace halo::grader
