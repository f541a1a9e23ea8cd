#pragma once
// What a text of mistakes.def may have in braces, and how it is written.

#include <array>
#include <string>
#include <string_view>

#include "findings/evidence.hpp"
#include "findings/words.hpp"

namespace halo {

struct Field {
    std::string_view name;
    std::string (*text)(const Evidence&, const Words&);
};

/// All names; the texts of mistakes.def are checked against them by a test: the compiler would take a third of a second. fields.cpp has a writer for each.
inline constexpr std::array kFieldNames = std::to_array<std::string_view>({
    "after", "allocated", "allocator", "amount", "amount_2", "array", "asked", "at", "bad", "bad_is", "block", "block_threads", "blocks",
    "byte_offset", "bytes_before", "call", "channels_take", "column", "copied", "count", "count_have", "count_things", "count_units", "counter",
    "direction", "direction_number", "distance_weight", "due", "due_amount", "due_column", "due_row", "due_things",
    "due_units", "each_block", "edge_line", "element", "elements", "end", "factor", "filter_and_input", "first", "fitting_direction",
    "good", "good_is", "grid", "grouped_due", "grouped_n", "halo", "index", "input", "kernel", "large", "last", "launch",
    "launch_line", "launch_numbers", "lines", "lines_between", "look_at_halo", "made", "most", "n", "no_offset", "of_each_line", "offset", "other_array", "other_rows",
    "pass", "places", "pointer", "pointer_name", "radius", "reason", "row", "seam", "set_by", "share", "shared_bytes", "side", "source", "spot", "steps",
    "stored", "storers", "taps", "target", "there", "they_are", "they_were", "thing", "tile", "where", "which_weight",
    "would_do",
});

/// The field of that name, written out; `?` where the evidence lacks it.
std::string field(std::string_view name, const Evidence& evidence, const Words& words);

}  // namespace halo
