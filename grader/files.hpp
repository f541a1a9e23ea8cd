#pragma once
// Reading and writing whole files, with messages for people when that fails.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halo::grader {

/// The whole file. Throws a GraderFault that names it and says what it was needed for.
std::string read_file(const std::filesystem::path& path, std::string_view what_for);

/// Writes a temporary file and renames it to `path`, so that a reader sees the old file or the new one. Readable by its owner alone: it may hold
/// grades. Throws GraderFault.
void replace_file(const std::filesystem::path& path, std::string_view content);

/// (name in the folder, content)
using NamedFiles = std::vector<std::pair<std::filesystem::path, std::string>>;

/// Writes all of them beside the old ones, calls `before_renaming`, and renames. Until then a failure, or what `before_renaming` throws, leaves
/// the old ones as they are, and nothing new. Throws GraderFault.
void replace_files(const std::filesystem::path& folder, const NamedFiles& files, const std::function<void()>& before_renaming);

}  // namespace halo::grader
