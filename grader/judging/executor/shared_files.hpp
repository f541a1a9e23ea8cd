#pragma once
// Files that two machines exchange. Each is written beside its name and renamed, and begins with its checksum.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::judging {

/// The checksum comes first, so that a file cut short or overwritten is noticed.
void write_sealed(const std::filesystem::path& path, const std::string& content);
/// Nothing: absent or damaged.
std::optional<std::string> unsealed(const std::filesystem::path& path);

/// Throws GraderFault.
void make_folder(const std::filesystem::path& folder);
std::optional<unsigned> number_in(std::string_view text);
/// The folders in it that are called by a number, in order.
std::vector<unsigned> numbers_below(const std::filesystem::path& folder);

/// Host, process and time.
std::string unlike_any_other();
/// The last lines of a file; empty if there are none.
std::string tail_of(const std::filesystem::path& file);

/// For a shell.
std::string quoted(const std::string& text);
/// What the queue starts: this program, with these words.
void write_script(const std::filesystem::path& path, const std::string& words);

}  // namespace halo::grader::judging
