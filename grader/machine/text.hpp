#pragma once
// Makes untrusted bytes safe for a table, a terminal or a page.

#include <string>
#include <string_view>
#include <vector>

namespace halo::grader {

/// Valid UTF-8 without control characters: bytes that are not UTF-8 become `\xE9`, control characters
/// other than line feed and tab become `\x07`. Line feeds stay only if `keep_lines`, else become a space.
std::string printable(std::string_view bytes, bool keep_lines = false);

/// One cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula (= + - @, tab) gets an apostrophe before it, also within the text after
/// `;`, a tab or a line's end: where a comma separates decimals, a spreadsheet splits there, whatever quotes are around it. Numbers stay as they are.
std::string csv_text(std::string_view text);
/// The cells as a line. Every CSV that is written from nothing is made of these.
std::string csv_line(const std::vector<std::string>& cells);

/// A number with at most `digits` decimals and no trailing zeros: 7.5, 30, 0.0625.
std::string number(double value, int digits = 4);

/// How many columns a terminal needs for valid UTF-8: counts code points, wide East Asian ones twice, combining marks not at all.
std::size_t columns(std::string_view utf8);

/// `text` and spaces up to `width` columns; longer texts are cut with `…`.
std::string fit(std::string_view text, std::size_t width);

/// Without the white space at both ends.
std::string trimmed(std::string_view text);

/// At most `bytes` bytes, cut between characters, followed by ` …` if something was cut.
std::string shortened(std::string_view utf8, std::size_t bytes);

}  // namespace halo::grader
