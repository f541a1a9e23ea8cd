#pragma once
// Lines and words.

#include <string>
#include <string_view>
#include <vector>

namespace halo::student {

/// The lines of a text, without their newlines. A final newline does not begin another line.
std::vector<std::string_view> lines_of(std::string_view text);

/// Without blanks around it.
std::string_view trimmed(std::string_view text);

/// How many columns it takes on a screen: continuation bytes of a UTF-8 character take none.
int columns_of(std::string_view text);

/// The words between blanks.
std::vector<std::string_view> words_of(std::string_view text);

/// The whole file; empty if there is none.
std::string read_text(const std::string& path);

}  // namespace halo::student
