// The table of mistakes, and how a row becomes a sentence.

#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "findings/explain.hpp"
#include "findings/fields.hpp"
#include "findings/refusal.hpp"

using namespace halo;

namespace {

Refusal a_refusal()
{
    Refusal r;
    r.call = "cudaMemcpy";
    r.kind = RefusedCall::copy;
    r.reason = "invalid argument";
    r.kernel = "convolve";
    r.direction = 1;
    r.offset = 1;
    r.target = {.to = PointerTo::device, .array = "d_in", .allocator = "malloc", .asked = 40, .there = 10, .element_bytes = 4};
    r.grid = r.block = {1, 1, 1};
    return r;
}

/// Something for every field.
Evidence everything()
{
    return {.affected = 5, .wrong = 5, .at = {3, 14}, .row = 1, .column = 2, .due_row = 3, .due_column = 4, .span = Span{8, 39}, .turns = InTurns{1, 3},
            .element = "out[3]", .stored = Stored{}, .weights = 25, .weights_used = 9, .weights_unused = 16, .taps_used = 3, .weight_offset = 1,
            .trim = Trim{.right = 1}, .end = End::first, .axis = Axis::x, .row_length = 35, .row_taken = 48, .own_row = 1, .own_column = 2, .channels = 8,
            .apart = 4, .biases = 2, .radius = 2, .tile = 16, .blocks = 2, .part = 8, .edge = 2, .second_load = 4, .shift = Shift{1, 0},
            .halo = HaloSides{.before = true}, .seam = Seam{Axis::x, 0, 2, 16, 2}, .array = "d_out", .other_array = "d_in", .array_elements = 5, .array_due = 6,
            .index = 1473, .index_met = 3, .index_due = 4, .last_index = 9, .launch_line = 63, .off_by = 1.5, .factor = 2.0, .value = 3.0, .fractions = 7,
            .colours = Colours{{true, false, false}}, .work = Work{12345, 1000}, .some_of = SomeOf{5, 10}, .stores = 5, .outputs = 6, .threads = 7,
            .launches = 3, .host_reads = 4, .host_fetched = 5, .loads_each = 6, .reuse = Reuse{1.5, 2.0, 9000}, .limited = Limited{"global_loads", 1.5, 2.0},
            .share = 1.0, .signal = 40, .exit_code = 3, .refusal = a_refusal()};
}

/// Is every brace closed, and is the name in each pair a field?
bool well_formed(std::string_view text)
{
    while (true) {
        const std::size_t open = text.find('{');
        if (open == std::string_view::npos) return text.find('}') == std::string_view::npos;
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos || std::ranges::find(kFieldNames, text.substr(open + 1, close - open - 1)) == kFieldNames.end()) return false;
        text.remove_prefix(close + 1);
    }
}

}  // namespace

TEST_CASE("counts agree with what is counted")
{
    CHECK(counted(1, "row") == "1 row");
    CHECK(counted(0, "row") == "0 rows");
    CHECK(counted(11, "more line") == "11 more lines");
}

TEST_CASE("with complete evidence, no sentence lacks a field")
{
    for (const MistakeRow& row : all_mistakes()) {
        CAPTURE(row.id);
        const Explanation e = explain({row.mistake, everything()}, {.filter_and_input = "out sums in", .which_weight = "which one"});
        for (const std::string& text : {e.name, e.seen, e.attempt}) {
            CHECK(text.find_first_of("{}") == std::string::npos);
            CHECK(text.find("  ") == std::string::npos);
            CHECK(!text.ends_with(' '));
        }
        CHECK(e.name.find('?') == std::string::npos);
        CHECK(e.seen.find('?') == std::string::npos);
    }
    CHECK(explain({Mistake::seam_of_corners}, {}).seen == "? within ? of the edges of ? x ? tiles");     // what the evidence lacks shows as `?`
}

TEST_CASE("a text with a field that is not on the list, or an unclosed brace, is not well formed")
{
    CHECK(well_formed("{affected} of {thing}"));
    CHECK(well_formed("no field"));
    CHECK(!well_formed("{cuont} of them"));
    CHECK(!well_formed("{count of them"));
    CHECK(!well_formed("count} of them"));
}

TEST_CASE("each field in the texts of mistakes.def is on the list")
{
    for (const MistakeRow& row : all_mistakes())
        for (const std::string_view text : {row.name, row.seen, row.attempt}) CHECK_MESSAGE(well_formed(text), row.id, ": ", text);
}

TEST_CASE("every mistake and every key is found by its name, and by no other")
{
    for (const MistakeRow& row : all_mistakes()) CHECK(mistake_named(row.id) == row.mistake);
    for (const KeyRow& row : all_keys()) CHECK(key_named(row.name) == row.key);
    CHECK(!mistake_named("ghost"));
    CHECK(!key_named("ghost_repeats_edge"));            // that is a mistake
    CHECK(name(key_of(Mistake::ghost_repeats_edge)) == "ghost_not_zero");
}

TEST_CASE("every key belongs to a mistake, except the one for code that does not compile")
{
    std::set<Key> said;
    for (const MistakeRow& row : all_mistakes()) said.insert(row.key);
    for (const KeyRow& row : all_keys())
        CHECK_MESSAGE((said.contains(row.key) || row.key == Key::does_not_compile), row.name);
    for (const KeyRow& row : all_keys()) CHECK_MESSAGE(row_of(row.fallback).fallback == row.fallback, row.name);
}

TEST_CASE("a cause that is known more precisely provides the advice")
{
    const Diagnosis plain{Mistake::unwritten_some, {.affected = 3, .wrong = 4}};
    CHECK(explain(plain, {}).seen == "3 of them were never written");
    CHECK(explain(plain, {}).attempt == "which threads store an output? Each output needs exactly one");
    const Diagnosis copied{plain.mistake, plain.evidence, Mistake::copied_in_part};
    CHECK(explain(copied, {}).seen == explain(plain, {}).seen);
    CHECK(explain(copied, {}).attempt == "kernels stored all of them: how many bytes does the last copy move?");
}

TEST_CASE("one, some or all of the wrong elements; one step or several, in the words of the kind")
{
    const auto seen = [](Mistake mistake, const Evidence& e, const Words& w = {}) { return explain({mistake, e}, w).seen; };
    CHECK(seen(Mistake::unwritten_some, {.affected = 1, .wrong = 1}) == "it was never written");
    CHECK(seen(Mistake::unwritten_some, {.affected = 5, .wrong = 5}) == "all 5 were never written");
    CHECK(seen(Mistake::seam_of_corners, {.affected = 1, .radius = 2, .tile = 32}) == "it is within 2 of the edges of 32 x 32 tiles");
    const Words image{.spot = "pixel", .flat = false};
    CHECK(seen(Mistake::off_by_one, {.shift = Shift{1, 0}}, image) == "nearly every pixel is the one expected 1 pixel further right");
    CHECK(seen(Mistake::shifted, {.shift = Shift{-2, 2}}) == "nearly every element is the one expected 2 elements further left and down");
    CHECK(seen(Mistake::halo_shifted, {.shift = Shift{0, -2}, .halo = HaloSides{.axis = Axis::y, .after = true}}, image)
          == "this is exactly what you get when the lower halo of each tile comes from 2 rows further up");
    CHECK(seen(Mistake::taps_left_out, {.trim = Trim{.right = 1, .bottom = 1}})
          == "this is exactly what you get when the last tap of the filter is left out");
    CHECK(seen(Mistake::taps_left_out, {.trim = Trim{.right = 1, .bottom = 1}}, image)
          == "this is exactly what you get when the last row and column of the filter are left out");
    CHECK(explain({Mistake::seam, {.affected = 68, .seam = Seam{Axis::x, 0, 2, 16, 2}}}, image).attempt
          == "look at the right halo: which thread fills s_tile[..][18] and [19]?");
}

TEST_CASE("a copy between two arrays of the host is blamed on the one that its direction places on the device")
{
    Refusal r = a_refusal();
    r.at = {"a.cu", 58};
    r.target = {.to = PointerTo::host, .array = "d_in", .allocated = {"a.cu", 52}, .allocator = "malloc"};
    r.source = {.to = PointerTo::host};
    CHECK(mistake_of(r) == Mistake::copy_of_host_block);
    const Explanation e = explain({Mistake::copy_of_host_block, {.refusal = r}}, {});
    CHECK(e.name == "cudaMemcpy has d_in as its target, which is host memory, but its direction is cudaMemcpyHostToDevice");
    CHECK(e.seen == "d_in was set by malloc in line 52");
    CHECK(e.attempt == "malloc gives host memory; device memory comes from cudaMalloc(&d_in, bytes)");
    r.direction = 2;                // to the host: it is the source that should be on the device, of which nothing is known
    CHECK(mistake_of(r) == Mistake::copy_on_host);
    CHECK(explain({Mistake::copy_on_host, {.refusal = r}}, {}).attempt == "both arrays are on the host: should the source be one that cudaMalloc has allocated?");
    r.source = {.to = PointerTo::device, .array = "d_out"};
    r.launched = true;
    r.direction = 1;                // malloc is right, the direction is not
    CHECK(mistake_of(r) == Mistake::copy_wrong_direction);
}

TEST_CASE("a copy to a symbol from the device is blamed on its source, one with a direction of its own on that")
{
    Refusal r = a_refusal();
    r.call = "cudaMemcpyToSymbol";
    r.kind = RefusedCall::symbol_copy;
    r.source = {.to = PointerTo::device, .array = "d_in"};
    CHECK(mistake_of(r) == Mistake::symbol_from_device);
    r.direction = 2;                // to the host
    CHECK(mistake_of(r) == Mistake::copy_wrong_direction);
    r.kind = RefusedCall::copy, r.direction = 1;
    CHECK(mistake_of(r) == Mistake::copy_wrong_direction);
}
