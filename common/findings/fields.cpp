#include "findings/fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/fields_of_refusal.hpp"
#include "findings/refusal.hpp"

namespace halo {

namespace {

std::string number(const Number& n) { return n ? std::to_string(*n) : kMissingField; }

std::string grouped(const Number& n) { return n ? thousands(*n) : kMissingField; }

std::string units(const Number& n, const Words& w) { return n ? counted(*n, w.unit) : kMissingField; }

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

std::string decimals(const std::optional<double>& value, int digits) { return value ? fmt::format("{:.{}f}", *value, digits) : kMissingField; }

/// `it is`, `all 5 are`, `3 of them are`
std::string they(const Evidence& e, std::string_view one, std::string_view many)
{
    if (!e.affected) return kMissingField;
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

/// Where ghosts are along an axis.
std::string edge_sides(const Evidence& e, const Words&) { return !e.axis ? kMissingField : *e.axis == Axis::x ? "left and right" : "top and bottom"; }

std::string_view line_word(const Words& w, Axis axis) { return w.flat ? "element" : axis == Axis::x ? "column" : "row"; }

int distance(const Shift& s) { return std::max(std::abs(s.x), std::abs(s.y)); }

std::string steps(const Evidence& e, const Words& w) { return e.shift ? counted(distance(*e.shift), w.spot) : kMissingField; }

std::string lines(const Evidence& e, const Words& w)
{
    return e.shift ? counted(distance(*e.shift), line_word(w, e.shift->x != 0 ? Axis::x : Axis::y)) : kMissingField;
}

/// `right`, `up`, `right and down`
std::string where(const Evidence& e, const Words&)
{
    if (!e.shift) return kMissingField;
    const auto [x, y] = *e.shift;
    return fmt::format("{}{}{}", x > 0 ? "right" : x < 0 ? "left" : "", x != 0 && y != 0 ? " and " : "", y > 0 ? "down" : y < 0 ? "up" : "");
}

/// `the last tap of the filter is`, `the first row and column of the filter are`
std::string taps(const Evidence& e, const Words& w)
{
    if (!e.trim) return kMissingField;
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
    if (!e.halo) return kMissingField;
    if (e.halo->around) return "whole halo";
    const bool rows = e.halo->axis == Axis::y;
    if (e.halo->before && e.halo->after) return rows ? "upper and lower halo" : "left and right halo";
    return e.halo->before ? (rows ? "upper halo" : "left halo") : rows ? "lower halo" : "right halo";
}

/// `all 148 are in the last 2 columns of a 16-wide tile`
std::string seam(const Evidence& e, const Words& w)
{
    if (!e.seam) return kMissingField;
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
    if (!e.seam) return kMissingField;
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
    if (!e.colours) return kMissingField;
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
    return out.empty() ? kMissingField : out;
}

/// `1473 is row 30, column 33 if a row has 48 elements`
std::string other_rows(const Evidence& e, const Words& w)
{
    const std::int64_t length = e.row_taken.value_or(0);
    if (!e.index || length <= 0) return kMissingField;
    return fmt::format("{} is row {}, column {} if a row has {}", *e.index, *e.index / length, *e.index % length, counted(length, w.unit));
}

/// `thread (3,0) of block (0,0) and thread (3,0) of block (1,0)`
std::string storers(const Evidence& e, const Words&)
{
    if (!e.stored) return kMissingField;
    const auto who = [](const Index3& block, const Index3& thread) { return fmt::format("thread {} of block {}", index(thread), index(block)); };
    return who(e.stored->first_block, e.stored->first_thread) + " and " + who(e.stored->block, e.stored->thread);
}

/// `channel 3 takes`, `channels 0 to 31 take`
std::string channels_take(const Evidence& e, const Words&)
{
    if (!e.span) return kMissingField;
    const auto [first, last] = *e.span;
    return first == last ? fmt::format("channel {} takes", first) : fmt::format("channels {} to {} take", first, last);
}

/// `row 16`, `elements 256 to 263`
std::string lines_between(const Evidence& e, const Words& w)
{
    if (!e.span) return kMissingField;
    const std::string_view line = w.flat ? w.thing : "row";
    const auto [first, last] = *e.span;
    return first == last ? fmt::format("{} {}", line, first) : fmt::format("{}s {} to {}", line, first, last);
}

/// The writers, in the order of their names.
constexpr std::array<Field, kFieldNames.size()> kFields = {{
    {"affected", [](const Evidence& e, const Words&) { return number(e.affected); }},
    {"affected_are", [](const Evidence& e, const Words&) -> std::string { return e.affected == 1 ? "is" : "are"; }},
    {"affected_have", [](const Evidence& e, const Words&) -> std::string { return e.affected == 1 ? "has" : "have"; }},
    {"affected_things", [](const Evidence& e, const Words& w) { return grouped_things(e.affected, w); }},
    {"after", [](const Evidence& e, const Words&) -> std::string { return e.weight_offset.value_or(0) > 0 ? "after" : "before"; }},
    {"all", [](const Evidence& e, const Words&) { return grouped(of(e.some_of, &SomeOf::all)); }},
    {"allocated", of_refusal::allocated_in},
    {"allocator", [](const Evidence& e, const Words&) { return e.refusal ? at_fault(*e.refusal).allocator : kMissingField; }},
    {"allowed", [](const Evidence& e, const Words&) { return ratio(of(e.limited, &Limited::allowed)); }},
    {"apart", [](const Evidence& e, const Words&) { return number(e.apart); }},
    {"array", [](const Evidence& e, const Words&) { return e.array; }},
    {"array_due", [](const Evidence& e, const Words&) { return number(e.array_due); }},
    {"array_units", [](const Evidence& e, const Words& w) { return units(e.array_elements, w); }},
    {"asked", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::byte_count(at_fault(*e.refusal).asked) : kMissingField; }},
    {"at", subscripts},
    {"bad", [](const Evidence& e, const Words&) { return colours(e, true); }},
    {"bad_is", [](const Evidence& e, const Words&) { return is_or_are(e, true); }},
    {"basic_loads", [](const Evidence& e, const Words&) { return grouped(of(e.reuse, &Reuse::basic_loads)); }},
    {"biases", [](const Evidence& e, const Words&) { return number(e.biases); }},
    {"block", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::extents(e.refusal->block) : kMissingField; }},
    {"block_threads", of_refusal::block_threads},
    {"blocks", [](const Evidence& e, const Words&) { return number(e.blocks); }},
    {"byte_offset", [](const Evidence& e, const Words&) { return e.refusal ? std::to_string(e.refusal->offset) : kMissingField; }},
    {"bytes_before", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::byte_count(at_fault(*e.refusal).before) : kMissingField; }},
    {"call", [](const Evidence& e, const Words&) -> std::string { return !e.refusal ? kMissingField : e.refusal->call.empty() ? "a CUDA call" : e.refusal->call; }},
    {"channels", [](const Evidence& e, const Words&) { return number(e.channels); }},
    {"channels_take", channels_take},
    {"column", [](const Evidence& e, const Words&) { return number(e.column); }},
    {"copied", of_refusal::copied},
    {"counter", [](const Evidence& e, const Words&) { return e.limited ? e.limited->counter : kMissingField; }},
    {"direction", [](const Evidence& e, const Words&) { return e.refusal ? direction_name(of_refusal::direction_of(*e.refusal)) : kMissingField; }},
    {"direction_number", [](const Evidence& e, const Words&) { return e.refusal ? std::to_string(e.refusal->direction) : kMissingField; }},
    {"distance", [](const Evidence& e, const Words&) { return e.shift ? std::to_string(distance(*e.shift)) : kMissingField; }},
    {"distance_weight", [](const Evidence&, const Words& w) -> std::string {
         return w.flat ? "an offset d takes filter[|d|]" : "an offset takes filter[|dy|][|dx|]";
     }},
    {"due_column", [](const Evidence& e, const Words&) { return number(e.due_column); }},
    {"due_row", [](const Evidence& e, const Words&) { return number(e.due_row); }},
    {"each", [](const Evidence& e, const Words&) { return ratio(of(e.limited, &Limited::each)); }},
    {"each_block", each_block},
    {"edge", [](const Evidence& e, const Words&) { return number(e.edge); }},
    {"edge_line", [](const Evidence&, const Words& w) -> std::string { return w.flat ? "element" : "row or column"; }},
    {"edge_sides", edge_sides},
    {"element", [](const Evidence& e, const Words&) { return e.element; }},
    {"elements", of_refusal::element_count},
    {"end", [](const Evidence& e, const Words&) -> std::string { return !e.end ? kMissingField : *e.end == End::first ? "first" : "last"; }},
    {"exit_code", [](const Evidence& e, const Words&) { return number(e.exit_code); }},
    {"factor", [](const Evidence& e, const Words&) { return e.factor ? fmt::format("{:.4g}", *e.factor) : kMissingField; }},
    {"filter_and_input", [](const Evidence&, const Words& w) { return std::string(w.filter_and_input); }},
    {"first", [](const Evidence& e, const Words&) { return number(of(e.span, &Span::first)); }},
    {"fitting_direction", [](const Evidence& e, const Words&) { return e.refusal ? direction_name(fitting_direction(*e.refusal)) : kMissingField; }},
    {"fractions", [](const Evidence& e, const Words&) { return number(e.fractions); }},
    {"from_where", [](const Evidence&, const Words& w) { return std::string(w.source); }},
    {"ghosts", [](const Evidence&, const Words& w) { return std::string(w.ghosts); }},
    {"ghosts_along", [](const Evidence&, const Words& w) { return std::string(w.ghosts_along); }},
    {"good", [](const Evidence& e, const Words&) { return colours(e, false); }},
    {"good_is", [](const Evidence& e, const Words&) { return is_or_are(e, false); }},
    {"grid", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::extents(e.refusal->grid) : kMissingField; }},
    {"halo", halo_sides},
    {"host_fetched", [](const Evidence& e, const Words&) { return number(e.host_fetched); }},
    {"host_reads", [](const Evidence& e, const Words&) { return number(e.host_reads); }},
    {"index", [](const Evidence& e, const Words&) { return number(e.index); }},
    {"index_due", [](const Evidence& e, const Words&) { return number(e.index_due); }},
    {"index_met", [](const Evidence& e, const Words&) { return number(e.index_met); }},
    {"input", [](const Evidence&, const Words& w) { return std::string(w.input); }},
    {"kernel", [](const Evidence& e, const Words&) -> std::string { return !e.refusal ? kMissingField : e.refusal->kernel.empty() ? "a kernel" : e.refusal->kernel; }},
    {"large", [](const Evidence& e, const Words&) -> std::string { return e.off_by.value_or(0) > 0 ? "large" : "small"; }},
    {"last", [](const Evidence& e, const Words&) { return number(of(e.span, &Span::last)); }},
    {"last_index", [](const Evidence& e, const Words&) { return number(e.last_index); }},
    {"launch", [](const Evidence&, const Words& w) { return std::string(w.launch); }},
    {"launch_line", [](const Evidence& e, const Words&) { return number(e.launch_line); }},
    {"launch_numbers", of_refusal::launch_numbers},
    {"launches", [](const Evidence& e, const Words&) { return number(e.launches); }},
    {"lines", lines},
    {"lines_between", lines_between},
    {"loads_each", [](const Evidence& e, const Words&) { return number(e.loads_each); }},
    {"look_at_halo", look_at_halo},
    {"made", [](const Evidence& e, const Words&) { return grouped(of(e.work, &Work::made)); }},
    {"most", [](const Evidence& e, const Words&) { return e.refusal ? std::to_string(e.refusal->most) : kMissingField; }},
    {"no_offset", [](const Evidence&, const Words& w) { return std::string(w.no_offset); }},
    {"no_sum", [](const Evidence&, const Words& w) { return std::string(w.no_sum); }},
    {"of_each_line", [](const Evidence&, const Words& w) -> std::string { return w.flat ? "" : " of each row and column"; }},
    {"off_by", [](const Evidence& e, const Words&) { return e.off_by ? fmt::format("{:.7g}", std::abs(*e.off_by)) : kMissingField; }},
    {"offset", [](const Evidence&, const Words& w) { return std::string(w.offset); }},
    {"other_array", [](const Evidence& e, const Words&) { return e.other_array; }},
    {"other_rows", other_rows},
    {"output_things", [](const Evidence& e, const Words& w) { return grouped_things(e.outputs, w); }},
    {"outputs", [](const Evidence& e, const Words&) { return number(e.outputs); }},
    {"own_column", [](const Evidence& e, const Words&) { return number(e.own_column); }},
    {"own_row", [](const Evidence& e, const Words&) { return number(e.own_row); }},
    {"part", [](const Evidence& e, const Words&) { return number(e.part); }},
    {"pass", [](const Evidence& e, const Words&) -> std::string { return !e.axis ? kMissingField : *e.axis == Axis::x ? "row" : "column"; }},
    {"places", [](const Evidence& e, const Words&) { return e.weight_offset ? counted(std::abs(*e.weight_offset), "place") : kMissingField; }},
    {"pointer", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::pointer(*e.refusal, at_fault(*e.refusal)) : kMissingField; }},
    {"pointer_name", [](const Evidence& e, const Words&) -> std::string {
         return !e.refusal ? kMissingField : at_fault(*e.refusal).array.empty() ? "pointer" : at_fault(*e.refusal).array;
     }},
    {"radius", [](const Evidence& e, const Words&) { return number(e.radius); }},
    {"reason", [](const Evidence& e, const Words&) { return e.refusal ? e.refusal->reason : kMissingField; }},
    {"reuse", [](const Evidence& e, const Words&) { return ratio(of(e.reuse, &Reuse::ratio)); }},
    {"reuse_due", [](const Evidence& e, const Words&) { return ratio(of(e.reuse, &Reuse::due)); }},
    {"row", [](const Evidence& e, const Words&) { return number(e.row); }},
    {"row_length", [](const Evidence& e, const Words&) { return number(e.row_length); }},
    {"row_taken", [](const Evidence& e, const Words&) { return number(e.row_taken); }},
    {"row_units", [](const Evidence& e, const Words& w) { return units(e.row_length, w); }},
    {"seam", seam},
    {"second_load", [](const Evidence& e, const Words&) { return number(e.second_load); }},
    {"set_by", of_refusal::set_by},
    {"share", [](const Evidence& e, const Words&) { return decimals(e.share, 1); }},
    {"shared_bytes", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::byte_count(e.refusal->shared_bytes) : kMissingField; }},
    {"shift_attempt", [](const Evidence&, const Words& w) { return std::string(w.shift); }},
    {"side", [](const Evidence& e, const Words&) -> std::string { return !e.refusal ? kMissingField : &at_fault(*e.refusal) == &e.refusal->target ? "target" : "source"; }},
    {"signal", [](const Evidence& e, const Words&) { return number(e.signal); }},
    {"some", [](const Evidence& e, const Words&) { return grouped(of(e.some_of, &SomeOf::some)); }},
    {"source", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::pointer(*e.refusal, e.refusal->source) : kMissingField; }},
    {"spot", [](const Evidence&, const Words& w) { return std::string(w.spot); }},
    {"steps", steps},
    {"store_things", [](const Evidence& e, const Words& w) { return grouped_things(e.stores, w); }},
    {"storers", storers},
    {"stores", [](const Evidence& e, const Words&) { return grouped(e.stores); }},
    {"taps", taps},
    {"taps_used", [](const Evidence& e, const Words&) { return number(e.taps_used); }},
    {"target", [](const Evidence& e, const Words&) { return e.refusal ? of_refusal::pointer(*e.refusal, e.refusal->target) : kMissingField; }},
    {"there", of_refusal::bytes_there},
    {"they_are", [](const Evidence& e, const Words&) { return they(e, "is", "are"); }},
    {"they_were", [](const Evidence& e, const Words&) { return they(e, "was", "were"); }},
    {"thing", [](const Evidence&, const Words& w) { return std::string(w.thing); }},
    {"threads", [](const Evidence& e, const Words&) { return number(e.threads); }},
    {"tile", [](const Evidence& e, const Words&) { return number(e.tile); }},
    {"times_allowed", [](const Evidence& e, const Words&) { return e.limited ? ratio(e.limited->each / e.limited->allowed) : kMissingField; }},
    {"turn", [](const Evidence& e, const Words&) { return number(of(e.turns, &InTurns::period)); }},
    {"turn_missing", [](const Evidence& e, const Words&) { return number(of(e.turns, &InTurns::missing)); }},
    {"turned_attempt", [](const Evidence&, const Words& w) { return std::string(w.turned); }},
    {"value", [](const Evidence& e, const Words&) { return e.value ? fmt::format("{:.7g}", *e.value) : kMissingField; }},
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
    return found == kFields.end() ? kMissingField : found->text(evidence, words);
}

}  // namespace halo
