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
    "affected", "affected_are", "affected_have", "affected_things", "after", "all", "allocated", "allocator", "allowed", "apart", "array", "array_due", "array_units",
    "asked", "at", "bad", "bad_is", "basic_loads", "biases", "block", "block_threads", "blocks", "byte_offset", "bytes_before", "call", "channels",
    "channels_take", "column", "copied", "counter", "direction", "direction_number", "distance", "distance_weight", "due_column", "due_row", "each",
    "each_block", "edge", "edge_line", "edge_sides", "element", "elements", "end", "exit_code", "factor", "filter_and_input", "first", "fitting_direction",
    "fractions", "from_where", "ghosts", "ghosts_along", "good", "good_is", "grid", "halo", "host_fetched", "host_reads", "index", "index_due", "index_met", "input", "kernel", "large",
    "last", "last_index", "launch", "launch_line", "launch_numbers", "launches", "lines", "lines_between", "loads_each", "look_at_halo", "made",
    "most", "no_offset", "no_sum", "of_each_line", "off_by", "offset", "other_array", "other_rows", "output_things", "outputs", "own_column", "own_row", "part",
    "pass", "places", "pointer", "pointer_name", "radius", "reason", "reuse", "reuse_due", "row", "row_length", "row_taken", "row_units", "seam",
    "second_load", "set_by", "share", "shared_bytes", "shift_attempt", "side", "signal", "some", "source", "spot", "steps", "store_things", "storers", "stores",
    "taps", "taps_used", "target", "there", "they_are", "they_were", "thing", "threads", "tile", "times_allowed", "turn", "turn_missing", "turned_attempt", "value",
    "weights", "weights_unused", "weights_used", "where", "which_weight", "would_do",
});

/// What is written where the evidence lacks a field.
inline constexpr const char* kMissingField = "?";

/// The field of that name, written out.
std::string field(std::string_view name, const Evidence& evidence, const Words& words);

}  // namespace halo
