#pragma once
// Variants of a solution as its folder states them: variants.toml has an entry for each, most of them edits.
//
//   [barrier_missing]
//   why = "No thread waits for the others' elements."
//   expect = { verdict = "race", mistake = "race", function = "conv1d_design2" }
//   line = "s_tile[tx] = in_input ? in[i] : 0.0f;"               # the line that the message begins with, or part of it
//   other_line = "sum += c_filter[d + kRadius] * s_tile[tx + d];"   # another line that it names
//   names = ["s_tile[0]"]                                       # arrays and elements that it names
//   replace = "__syncthreads();"                                # must match exactly once; comments and layout don't matter
//   with = "__syncwarp();"                                      # left out: what matches is removed
//
// Several edits are a list: a `replace` and a `with` after each [[barrier_missing.edit]].
// `advice = "reverse the order"` is a part of what the report explains or advises, in its lines `what:` and `try:`.
// `open = "it names d_in, but the store is to d_out"` replaces places that are left out because the report is wrong there.
// `of = "right/walking_blocks.cu"` edits another file than the solution; without an edit, the variant is that file.

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.hpp"

namespace halo::variants {

struct Edit {
    std::string replace, with;
};

/// What the lab's tests must report. Every place and name in the report must be here, unless it is wrong there.
struct Expected {
    std::string verdict;
    std::string mistake;                ///< key; empty if the variant passes
    std::string function;               ///< empty if the variant passes
    std::string line, other_line;       ///< code in the headline's line, and in another line that is named
    std::vector<std::string> names;     ///< arrays and elements
    std::string open;                   ///< why a place in the report is left out, and what the report should say
    std::string advice = {};            ///< in what it explains or advises
};

struct Variant {
    std::string name, why;
    Expected expected;
    std::filesystem::path file;         ///< the file that the edits are applied to
    std::vector<Edit> edits;

    bool is_right() const { return expected.verdict == "passed" && expected.mistake.empty(); }
};

/// An incomplete entry, or an edit that does not apply.
struct Fault : std::runtime_error {
    explicit Fault(const Message& message) : std::runtime_error(halo::text(message)) {}
};

/// A word, a number, a string or one character of punctuation.
struct Token {
    std::size_t begin = 0, end = 0;
    std::string_view text;
};

std::vector<Token> tokens_of(std::string_view source);

/// The solution of a lab: `solutions/05_tiled_design2/tiled_design2.cu`.
std::filesystem::path solution_in(const std::filesystem::path& folder);

/// The entries of folder/variants.toml, in their order. Throws Fault.
std::vector<Variant> read_variants(const std::filesystem::path& folder);

/// Where the anchor begins in `source`, as indices of tokens.
std::vector<std::size_t> matches(const std::vector<Token>& source, const std::vector<Token>& anchor);

/// `source` with all edits, each of which must match exactly once in it. Throws Fault; `where` names the variant.
std::string edited(std::string_view source, const std::vector<Edit>& edits, std::string_view where);

/// The variant as a file. Throws Fault.
std::string text_of(const Variant& variant);

}  // namespace halo::variants
