#pragma once
// What a file of an instructor or a student may hold before anything parses it. Parsers take depth on the stack, and time that grows faster than a file.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "findings/verdict.hpp"

namespace halo::grader {

/// Course file and overrides, predictions; what a program wrote for another; roster, times, list of repositories, an LMS's worksheet; Gradescope's list of people.
/// Of yaml only size and lines count: what reads it goes through the lines once and keeps no depth, and in a line any student may have printed anything.
enum class Form { toml, json, table, yaml };

/// Far above any honest file: the longest course file that we know has 200 lines, and a roster of 10,000 people 1 MB.
struct Bounds {
    std::size_t bytes;                      ///< of the file
    std::size_t line_bytes = 64u << 10;     ///< of a line of TOML
    std::size_t depth = 32;                 ///< brackets inside each other, outside of strings
    std::size_t parts = 16;                 ///< of a TOML key: a.b.c has three
    std::size_t cells = 4096;               ///< of a table's row
    std::size_t cell_bytes = 256u << 10;    ///< with quotes: an LMS puts whole comments there
    std::size_t rows = 200'000;
};
constexpr Bounds bounds_of(Form form)
{
    if (form == Form::yaml) return {.bytes = 64u << 20, .rows = 2'000'000};
    return {.bytes = form == Form::toml ? 4u << 20 : form == Form::table ? 64u << 20 : 128u << 20};
}

/// A bound that is exceeded, and in which line.
struct Excess {
    std::size_t line = 0;
    std::string what;                       ///< `a key has more than 16 parts`
};
std::optional<Excess> excess_in(std::string_view text, Form form);

/// Throws UsageError with `source` and the line.
void demand_bounds(std::string_view text, Form form, std::string_view source);

/// A file that a person named, of at most as many bytes. Throws UsageError: `cannot_be_read` if there is none, which is the headline, and what to try.
std::string read_within_bounds(const std::filesystem::path& path, Form form, const Message& cannot_be_read);

}  // namespace halo::grader
