#pragma once
// Reading and writing whole files, with messages for people when that fails.

#include <filesystem>
#include <string>
#include <string_view>

namespace halo::grader {

/// The whole file. Throws a GraderFault that names it and says what it was needed for.
std::string read_file(const std::filesystem::path& path, std::string_view what_for);

/// Writes a temporary file and renames it to `path`, so that a reader sees the old file or the new one. Readable by its owner alone: it may hold
/// grades. Throws GraderFault.
void replace_file(const std::filesystem::path& path, std::string_view content);

}  // namespace halo::grader
