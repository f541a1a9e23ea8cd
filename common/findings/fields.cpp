#include "findings/fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/refusal.hpp"

namespace halo {

namespace {

constexpr const char* kMissing = "?";

std::string number(const Number& n) { return n ? std::to_string(*n) : kMissing; }

std::string grouped(const Number& n) { return n ? thousands(*n) : kMissing; }

std::string units(const Number& n, const Words& w) { return n ? counted(*n, w.unit) : kMissing; }

/// A number of a group of the evidence, as optional as the group is.
template <class Group, class Member>
std::optional<Member> of(const std::optional<Group>& group, Member Group::*member)
{
    return group ? std::optional((*group).*member) : std::nullopt;
}

/// `27,200 pixels`
std::string grouped_things(const Number& n, const Words& w)
{
    return fmt::format("{} {}{}", grouped(n), w.thing, n == 1 ? "" : "s");
}

std::string decimals(const std::optional<double>& value, int digits) { return value ? fmt::format("{:.{}f}", *value, digits) : kMissing; }

/// `it is`, `all 5 are`, `3 of them are`
std::string they(const Evidence& e, std::string_view one, std::string_view many)
{
    if (!e.affected) return kMissing;
    if (e.wrong && *e.wrong != *e.affected) return fmt::format("{} of them {}", *e.affected, many);
    return *e.affected == 1 ? fmt::format("it {}", one) : fmt::format("all {} {}", *e.affected, many);
}

/// `16.08`, `0.0043`
std::string ratio(const std::optional<double>& value)
{
    constexpr double kSmall = 0.1, kLarge = 100;
    if (value && std::abs(*value) < kSmall) return fmt::format("{:.2g}", *value);
    return decimals(value, value && std::abs(*value) >= kLarge ? 0 : 2);
}

std::string_view line_word(const Words& w, Axis axis) { return w.flat ? "element" : axis == Axis::x ? "column" : "row"; }

int distance(const Shift& s) { return std::max(std::abs(s.x), std::abs(s.y)); }

std::string steps(const Evidence& e, const Words& w) { return e.shift ? counted(distance(*e.shift), w.spot) : kMissing; }

std::string lines(const Evidence& e, const Words& w)
{
    return e.shift ? counted(distance(*e.shift), line_word(w, e.shift->x != 0 ? Axis::x : Axis::y)) : kMissing;
}

/// `right`, `up`, `right and down`
std::string where(const Evidence& e, const Words&)
{
    if (!e.shift) return kMissing;
    const auto [x, y] = *e.shift;
    return fmt::format("{}{}{}", x > 0 ? "right" : x < 0 ? "left" : "", x != 0 && y != 0 ? " and " : "", y > 0 ? "down" : y < 0 ? "up" : "");
}

/// `the last tap of the filter is`, `the first row and column of the filter are`
std::string taps(const Evidence& e, const Words& w)
{
    if (!e.trim) return kMissing;
    const Trim& t = *e.trim;
    const bool first = t.left > 0 || t.top > 0, last = t.right > 0 || t.bottom > 0;
    if (w.flat && first && last) return "the first and the last tap of the filter are";
    if (w.flat) return fmt::format("the {} tap of the filter is", first ? "first" : "last");
    const bool columns = t.left > 0 || t.right > 0, rows = t.top > 0 || t.bottom > 0;
    if (columns && rows) return first && last ? "the outermost taps of the filter are"
                                              : fmt::format("the {} row and column of the filter are", first ? "first" : "last");
    const std::string_view line = columns ? "column" : "row";
    return first && last ? fmt::format("the first and the last {} of the filter are", line)
                         : fmt::format("the {} {} of the filter is", first ? "first" : "last", line);
}

std::string halo_sides(const Evidence& e, const Words&)
{
    if (!e.halo) return kMissing;
    if (e.halo->around) return "whole halo";
    const bool rows = e.halo->axis == Axis::y;
    if (e.halo->before && e.halo->after) return rows ? "upper and lower halo" : "left and right halo";
    return e.halo->before ? (rows ? "upper halo" : "left halo") : rows ? "lower halo" : "right halo";
}

/// `all 148 are in the last 2 columns of a 16-wide tile`
std::string seam(const Evidence& e, const Words& w)
{
    if (!e.seam) return kMissing;
    const Seam& s = *e.seam;
    const std::string_view thing = line_word(w, s.axis);
    const auto some = [&](std::string_view which, int n) {
        return n == 1 ? fmt::format("the {} {}", which, thing) : fmt::format("the {} {} {}s", which, n, thing);
    };
    const std::string sides = s.before > 0 && s.after > 0 ? some("first", s.before) + " or " + some("last", s.after)
                              : s.after > 0               ? some("last", s.after)
                                                           : some("first", s.before);
    return fmt::format("{} in {} of a {}-{} tile", they(e, "is", "are"), sides, s.tile, s.axis == Axis::x ? "wide" : "high");
}

/// `[18] and [19]`, `[260] to [263]`
std::string indices(int first, int count)
{
    if (count == 1) return fmt::format("[{}]", first);
    return fmt::format("[{}] {} [{}]", first, count == 2 ? "and" : "to", first + count - 1);
}

std::string look_at_halo(const Evidence& e, const Words& w)
{
    if (!e.seam) return kMissing;
    const Seam& s = *e.seam;
    if (s.before > 0 && s.after > 0) return "look at the halo on both sides: which threads fill it, and is it a radius wide on each?";
    const bool columns = s.axis == Axis::x, after = s.after > 0;
    const std::string_view side = columns ? (after ? "right" : "left") : after ? "lower" : "upper";
    return fmt::format("look at the {} halo: which thread fills s_tile{}{}?", side, columns && !w.flat ? "[..]" : "",
                       after ? indices(s.tile + 2 * s.radius - s.after, s.after) : indices(0, s.before));
}

/// `red and green`
std::string colours(const Evidence& e, bool wrong)
{
    constexpr std::array<std::string_view, 3> kNames = {"red", "green", "blue"};
    if (!e.colours) return kMissing;
    std::string names;
    for (std::size_t c = 0; c < 3; ++c)
        if (e.colours->wrong[c] == wrong) names += fmt::format("{}{}", names.empty() ? "" : " and ", kNames[c]);
    return names;
}

std::string is_or_are(const Evidence& e, bool wrong)
{
    return e.colours && std::ranges::count(e.colours->wrong, wrong) > 1 ? "are" : "is";
}

std::string each_block(const Evidence& e, const Words&)
{
    return !e.axis ? "each block reads" : *e.axis == Axis::x ? "in each row of blocks, each reads" : "in each column of blocks, each reads";
}

std::string subscripts(const Evidence& e, const Words&)
{
    std::string out;
    for (const std::int64_t i : e.at) out += fmt::format("[{}]", i);
    return out.empty() ? kMissing : out;
}

/// `1473 is row 30, column 33 if a row has 48 elements`
std::string other_rows(const Evidence& e, const Words& w)
{
    const std::int64_t length = e.row_taken.value_or(0);
    if (!e.index || length <= 0) return kMissing;
    return fmt::format("{} is row {}, column {} if a row has {}", *e.index, *e.index / length, *e.index % length, counted(length, w.unit));
}

/// `thread (3,0) of block (0,0) and thread (3,0) of block (1,0)`
std::string storers(const Evidence& e, const Words&)
{
    if (!e.stored) return kMissing;
    const auto who = [](const Index3& block, const Index3& thread) { return fmt::format("thread {} of block {}", index(thread), index(block)); };
    return who(e.stored->first_block, e.stored->first_thread) + " and " + who(e.stored->block, e.stored->thread);
}

std::string byte_count(std::uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

/// `40 x 40`, `0`: without what is 1 at its end.
std::string extents(const Index3& i)
{
    if (i.z != 1) return fmt::format("{} x {} x {}", i.x, i.y, i.z);
    return i.y != 1 ? fmt::format("{} x {}", i.x, i.y) : std::to_string(i.x);
}

/// `40 x 40 = 1600 threads`
std::string block_threads(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissing;
    const Index3& b = e.refusal->block;
    const std::string sides = extents(b);
    const bool product = sides.find('x') != std::string::npos;
    return fmt::format("{}{} threads", product ? sides + " = " : "", std::uint64_t(b.x) * b.y * b.z);
}

/// `<<<(3,2,1), (40,40,1)>>>`
std::string launch_numbers(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissing;
    const Refusal& r = *e.refusal;
    const std::string shared = r.limit == LaunchLimit::dynamic_shared ? fmt::format(", {}", r.shared_bytes) : "";
    return fmt::format("<<<({},{},{}), ({},{},{}){}>>>", r.grid.x, r.grid.y, r.grid.z, r.block.x, r.block.y, r.block.z, shared);
}

/// `d_in`, `a host array`
std::string pointer(const Refusal& r, const RefusedPointer& p)
{
    if (p.to == PointerTo::nothing) return "a null pointer";
    if (!p.array.empty()) return p.array;
    return p.to == PointerTo::host                              ? "a host array"
           : &p == &r.source && p.to != PointerTo::elsewhere    ? "its source"
           : &p == &r.target && p.to != PointerTo::elsewhere    ? "its target"
                                                                 : "an address in no array";
}

/// `allocated in line 36`, if that is in the student's file.
std::string allocated_in(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissing;
    const RefusedPointer& p = at_fault(*e.refusal);
    const bool here = p.allocated.line > 0 && p.allocated.file == e.refusal->at.file;
    return here ? fmt::format("{} is allocated in line {}", p.array.empty() ? "it" : p.array, p.allocated.line) : "";
}

/// `d_in was set by malloc in line 51`
std::string set_by(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissing;
    const RefusedPointer& p = at_fault(*e.refusal);
    const bool here = p.allocated.line > 0 && p.allocated.file == e.refusal->at.file;
    return fmt::format("{} was set by {}{}", p.array.empty() ? "it" : p.array, p.allocator, here ? fmt::format(" in line {}", p.allocated.line) : "");
}

/// `cudaMemcpyHostToDevice, from a host array to d_in (allocated in line 36)`
std::string copied(const Evidence& e, const Words& w)
{
    if (!e.refusal) return kMissing;
    const Refusal& r = *e.refusal;
    if (r.kind == RefusedCall::fill) return allocated_in(e, w);
    const auto named = [&](const RefusedPointer& p) {
        const bool here = p.allocated.line > 0 && p.allocated.file == r.at.file;
        return pointer(r, p) + (here ? fmt::format(" (allocated in line {})", p.allocated.line) : "");
    };
    const std::string direction = r.kind == RefusedCall::copy ? direction_name(r.direction) : "";
    return fmt::format("{}from {} to {}", direction.empty() ? "" : direction + ", ", named(r.source), named(r.target));
}

/// `1001`, `601 from there on`
std::string bytes_there(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissing;
    const RefusedPointer& p = at_fault(*e.refusal);
    return fmt::format("{}{}", p.there, p.before > 0 && e.refusal->offset == 0 ? " from there on" : "");
}

/// As many elements as the array has bytes: `1001 floats`
std::string element_count(const Evidence& e, const Words&)
{
    if (!e.refusal) return kMissing;
    const RefusedPointer& p = at_fault(*e.refusal);
    if (p.is_float && (p.element_bytes == 4 || p.element_bytes == 8)) return counted(p.there, p.element_bytes == 4 ? "float" : "double");
    return fmt::format("{} of {} bytes", counted(p.there, "element"), p.element_bytes);
}

/// The direction passed: for an offset that is one by mistake, that.
std::int64_t direction_of(const Refusal& r)
{
    return mistake_of(r) == Mistake::offset_for_direction ? std::int64_t(r.offset) : r.direction;
}

/// `channel 3 takes`, `channels 0 to 31 take`
std::string channels_take(const Evidence& e, const Words&)
{
    if (!e.span) return kMissing;
    const auto [first, last] = *e.span;
    return first == last ? fmt::format("channel {} takes", first) : fmt::format("channels {} to {} take", first, last);
}

/// `row 16`, `elements 256 to 263`
std::string lines_between(const Evidence& e, const Words& w)
{
    if (!e.span) return kMissing;
    const std::string_view line = w.flat ? w.thing : "row";
    const auto [first, last] = *e.span;
    return first == last ? fmt::format("{} {}", line, first) : fmt::format("{}s {} to {}", line, first, last);
}

/// The writers, in the order of their names.
constexpr std::array<Field, kFieldNames.size()> kFields = {{
    {"affected", [](const Evidence& e, const Words&) { return number(e.affected); }},
    {"affected_have", [](const Evidence& e, const Words&) -> std::string { return e.affected == 1 ? "has" : "have"; }},
    {"affected_things", [](const Evidence& e, const Words& w) { return grouped_things(e.affected, w); }},
    {"after", [](const Evidence& e, const Words&) -> std::string { return e.weight_offset.value_or(0) > 0 ? "after" : "before"; }},
    {"all", [](const Evidence& e, const Words&) { return grouped(of(e.some_of, &SomeOf::all)); }},
    {"allocated", allocated_in},
    {"allocator", [](const Evidence& e, const Words&) { return e.refusal ? at_fault(*e.refusal).allocator : kMissing; }},
    {"allowed", [](const Evidence& e, const Words&) { return ratio(of(e.limited, &Limited::allowed)); }},
    {"apart", [](const Evidence& e, const Words&) { return number(e.apart); }},
    {"array", [](const Evidence& e, const Words&) { return e.array; }},
    {"array_due", [](const Evidence& e, const Words&) { return number(e.array_due); }},
    {"array_units", [](const Evidence& e, const Words& w) { return units(e.array_elements, w); }},
    {"asked", [](const Evidence& e, const Words&) { return e.refusal ? byte_count(at_fault(*e.refusal).asked) : kMissing; }},
    {"at", subscripts},
    {"bad", [](const Evidence& e, const Words&) { return colours(e, true); }},
    {"bad_is", [](const Evidence& e, const Words&) { return is_or_are(e, true); }},
    {"basic_loads", [](const Evidence& e, const Words&) { return grouped(of(e.reuse, &Reuse::basic_loads)); }},
    {"biases", [](const Evidence& e, const Words&) { return number(e.biases); }},
    {"block", [](const Evidence& e, const Words&) { return e.refusal ? extents(e.refusal->block) : kMissing; }},
    {"block_threads", block_threads},
    {"blocks", [](const Evidence& e, const Words&) { return number(e.blocks); }},
    {"byte_offset", [](const Evidence& e, const Words&) { return e.refusal ? std::to_string(e.refusal->offset) : kMissing; }},
    {"bytes_before", [](const Evidence& e, const Words&) { return e.refusal ? byte_count(at_fault(*e.refusal).before) : kMissing; }},
    {"call", [](const Evidence& e, const Words&) -> std::string { return !e.refusal ? kMissing : e.refusal->call.empty() ? "a CUDA call" : e.refusal->call; }},
    {"channels", [](const Evidence& e, const Words&) { return number(e.channels); }},
    {"channels_take", channels_take},
    {"column", [](const Evidence& e, const Words&) { return number(e.column); }},
    {"copied", copied},
    {"counter", [](const Evidence& e, const Words&) { return e.limited ? e.limited->counter : kMissing; }},
    {"direction", [](const Evidence& e, const Words&) { return e.refusal ? direction_name(direction_of(*e.refusal)) : kMissing; }},
    {"direction_number", [](const Evidence& e, const Words&) { return e.refusal ? std::to_string(e.refusal->direction) : kMissing; }},
    {"distance", [](const Evidence& e, const Words&) { return e.shift ? std::to_string(distance(*e.shift)) : kMissing; }},
    {"distance_weight", [](const Evidence&, const Words& w) -> std::string {
         return w.flat ? "an offset d takes filter[|d|]" : "an offset takes filter[|dy|][|dx|]";
     }},
    {"due_column", [](const Evidence& e, const Words&) { return number(e.due_column); }},
    {"due_row", [](const Evidence& e, const Words&) { return number(e.due_row); }},
    {"each", [](const Evidence& e, const Words&) { return ratio(of(e.limited, &Limited::each)); }},
    {"each_block", each_block},
    {"edge", [](const Evidence& e, const Words&) { return number(e.edge); }},
    {"edge_line", [](const Evidence&, const Words& w) -> std::string { return w.flat ? "element" : "row or column"; }},
    {"element", [](const Evidence& e, const Words&) { return e.element; }},
    {"elements", element_count},
    {"end", [](const Evidence& e, const Words&) -> std::string { return !e.end ? kMissing : *e.end == End::first ? "first" : "last"; }},
    {"exit_code", [](const Evidence& e, const Words&) { return number(e.exit_code); }},
    {"factor", [](const Evidence& e, const Words&) { return e.factor ? fmt::format("{:.4g}", *e.factor) : kMissing; }},
    {"filter_and_input", [](const Evidence&, const Words& w) { return std::string(w.filter_and_input); }},
    {"first", [](const Evidence& e, const Words&) { return number(of(e.span, &Span::first)); }},
    {"fitting_direction", [](const Evidence& e, const Words&) { return e.refusal ? direction_name(fitting_direction(*e.refusal)) : kMissing; }},
    {"fractions", [](const Evidence& e, const Words&) { return number(e.fractions); }},
    {"good", [](const Evidence& e, const Words&) { return colours(e, false); }},
    {"good_is", [](const Evidence& e, const Words&) { return is_or_are(e, false); }},
    {"grid", [](const Evidence& e, const Words&) { return e.refusal ? extents(e.refusal->grid) : kMissing; }},
    {"halo", halo_sides},
    {"host_fetched", [](const Evidence& e, const Words&) { return number(e.host_fetched); }},
    {"host_reads", [](const Evidence& e, const Words&) { return number(e.host_reads); }},
    {"index", [](const Evidence& e, const Words&) { return number(e.index); }},
    {"index_due", [](const Evidence& e, const Words&) { return number(e.index_due); }},
    {"index_met", [](const Evidence& e, const Words&) { return number(e.index_met); }},
    {"input", [](const Evidence&, const Words& w) { return std::string(w.input); }},
    {"kernel", [](const Evidence& e, const Words&) -> std::string { return !e.refusal ? kMissing : e.refusal->kernel.empty() ? "a kernel" : e.refusal->kernel; }},
    {"large", [](const Evidence& e, const Words&) -> std::string { return e.off_by.value_or(0) > 0 ? "large" : "small"; }},
    {"last", [](const Evidence& e, const Words&) { return number(of(e.span, &Span::last)); }},
    {"last_index", [](const Evidence& e, const Words&) { return number(e.last_index); }},
    {"launch", [](const Evidence&, const Words& w) { return std::string(w.launch); }},
    {"launch_line", [](const Evidence& e, const Words&) { return number(e.launch_line); }},
    {"launch_numbers", launch_numbers},
    {"launches", [](const Evidence& e, const Words&) { return number(e.launches); }},
    {"lines", lines},
    {"lines_between", lines_between},
    {"loads_each", [](const Evidence& e, const Words&) { return number(e.loads_each); }},
    {"look_at_halo", look_at_halo},
    {"made", [](const Evidence& e, const Words&) { return grouped(of(e.work, &Work::made)); }},
    {"most", [](const Evidence& e, const Words&) { return e.refusal ? std::to_string(e.refusal->most) : kMissing; }},
    {"no_offset", [](const Evidence&, const Words& w) { return std::string(w.no_offset); }},
    {"of_each_line", [](const Evidence&, const Words& w) -> std::string { return w.flat ? "" : " of each row and column"; }},
    {"off_by", [](const Evidence& e, const Words&) { return e.off_by ? fmt::format("{:.7g}", std::abs(*e.off_by)) : kMissing; }},
    {"offset", [](const Evidence&, const Words& w) { return std::string(w.offset); }},
    {"other_array", [](const Evidence& e, const Words&) { return e.other_array; }},
    {"other_rows", other_rows},
    {"output_things", [](const Evidence& e, const Words& w) { return grouped_things(e.outputs, w); }},
    {"outputs", [](const Evidence& e, const Words&) { return number(e.outputs); }},
    {"own_column", [](const Evidence& e, const Words&) { return number(e.own_column); }},
    {"own_row", [](const Evidence& e, const Words&) { return number(e.own_row); }},
    {"part", [](const Evidence& e, const Words&) { return number(e.part); }},
    {"pass", [](const Evidence& e, const Words&) -> std::string { return !e.axis ? kMissing : *e.axis == Axis::x ? "row" : "column"; }},
    {"places", [](const Evidence& e, const Words&) { return e.weight_offset ? counted(std::abs(*e.weight_offset), "place") : kMissing; }},
    {"pointer", [](const Evidence& e, const Words&) { return e.refusal ? pointer(*e.refusal, at_fault(*e.refusal)) : kMissing; }},
    {"pointer_name", [](const Evidence& e, const Words&) -> std::string {
         return !e.refusal ? kMissing : at_fault(*e.refusal).array.empty() ? "pointer" : at_fault(*e.refusal).array;
     }},
    {"radius", [](const Evidence& e, const Words&) { return number(e.radius); }},
    {"reason", [](const Evidence& e, const Words&) { return e.refusal ? e.refusal->reason : kMissing; }},
    {"reuse", [](const Evidence& e, const Words&) { return ratio(of(e.reuse, &Reuse::ratio)); }},
    {"reuse_due", [](const Evidence& e, const Words&) { return ratio(of(e.reuse, &Reuse::due)); }},
    {"row", [](const Evidence& e, const Words&) { return number(e.row); }},
    {"row_length", [](const Evidence& e, const Words&) { return number(e.row_length); }},
    {"row_taken", [](const Evidence& e, const Words&) { return number(e.row_taken); }},
    {"row_units", [](const Evidence& e, const Words& w) { return units(e.row_length, w); }},
    {"seam", seam},
    {"second_load", [](const Evidence& e, const Words&) { return number(e.second_load); }},
    {"set_by", set_by},
    {"share", [](const Evidence& e, const Words&) { return decimals(e.share, 1); }},
    {"shared_bytes", [](const Evidence& e, const Words&) { return e.refusal ? byte_count(e.refusal->shared_bytes) : kMissing; }},
    {"side", [](const Evidence& e, const Words&) -> std::string { return !e.refusal ? kMissing : &at_fault(*e.refusal) == &e.refusal->target ? "target" : "source"; }},
    {"signal", [](const Evidence& e, const Words&) { return number(e.signal); }},
    {"some", [](const Evidence& e, const Words&) { return grouped(of(e.some_of, &SomeOf::some)); }},
    {"source", [](const Evidence& e, const Words&) { return e.refusal ? pointer(*e.refusal, e.refusal->source) : kMissing; }},
    {"spot", [](const Evidence&, const Words& w) { return std::string(w.spot); }},
    {"steps", steps},
    {"store_things", [](const Evidence& e, const Words& w) { return grouped_things(e.stores, w); }},
    {"storers", storers},
    {"stores", [](const Evidence& e, const Words&) { return grouped(e.stores); }},
    {"taps", taps},
    {"taps_used", [](const Evidence& e, const Words&) { return number(e.taps_used); }},
    {"target", [](const Evidence& e, const Words&) { return e.refusal ? pointer(*e.refusal, e.refusal->target) : kMissing; }},
    {"there", bytes_there},
    {"they_are", [](const Evidence& e, const Words&) { return they(e, "is", "are"); }},
    {"they_were", [](const Evidence& e, const Words&) { return they(e, "was", "were"); }},
    {"thing", [](const Evidence&, const Words& w) { return std::string(w.thing); }},
    {"threads", [](const Evidence& e, const Words&) { return number(e.threads); }},
    {"tile", [](const Evidence& e, const Words&) { return number(e.tile); }},
    {"times_allowed", [](const Evidence& e, const Words&) { return e.limited ? ratio(e.limited->each / e.limited->allowed) : kMissing; }},
    {"turn", [](const Evidence& e, const Words&) { return number(of(e.turns, &InTurns::period)); }},
    {"turn_missing", [](const Evidence& e, const Words&) { return number(of(e.turns, &InTurns::missing)); }},
    {"value", [](const Evidence& e, const Words&) { return e.value ? fmt::format("{:.7g}", *e.value) : kMissing; }},
    {"weights", [](const Evidence& e, const Words&) { return number(e.weights); }},
    {"weights_unused", [](const Evidence& e, const Words&) { return number(e.weights_unused); }},
    {"weights_used", [](const Evidence& e, const Words&) { return number(e.weights_used); }},
    {"where", where},
    {"which_weight", [](const Evidence&, const Words& w) { return std::string(w.which_weight); }},
    {"would_do", [](const Evidence& e, const Words&) { return grouped(of(e.work, &Work::would_do)); }},
}};

static_assert(std::ranges::equal(kFields, kFieldNames, {}, &Field::name), "a field without a writer, or in a different order");

}  // namespace

std::string field(std::string_view name, const Evidence& evidence, const Words& words)
{
    const auto found = std::ranges::find(kFields, name, &Field::name);
    return found == kFields.end() ? kMissing : found->text(evidence, words);
}

}  // namespace halo
