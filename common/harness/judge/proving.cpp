#include "harness/judge/proving.hpp"

#include <algorithm>
#include <compare>
#include <string_view>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "findings/explain.hpp"
#include "harness/judge/failure.hpp"

namespace halo::lab {

namespace {

constexpr double kQuicklyProved = 24'000;               // products: the engine looks at a million accesses in a second
constexpr std::uint64_t kMostSolved = 100'000;          // outputs, in all references that are computed

double work_of(const Judged& kind, const Size& size)
{
    if (const auto question = kind->question(size)) return question->products;
    double work = 8;                                        // what each output costs where nothing is summed
    for (const std::int64_t extent : kind->output(size).shape) work *= double(extent);
    return work;
}

/// The arguments with other numbers in all elements of the inputs but these. Filters come after the inputs, and stay as they are.
Inputs starved(Inputs inputs, std::uint64_t elements, const std::vector<Stretch>& loaded)
{
    std::uint64_t first = 0;
    for (std::vector<float>& array : inputs.arrays) {
        if (first + array.size() > elements) break;
        const auto [least, most] = std::ranges::minmax(array);
        std::vector<bool> kept(array.size());
        for (const Stretch& one : loaded)
            for (std::uint64_t i = std::max(one.first, first); i < std::min(one.first + one.count, first + array.size()); ++i) kept[i - first] = true;
        for (std::size_t i = 0; i < array.size(); ++i)
            if (!kept[i]) array[i] = array[i] == most ? least : most;
        first += array.size();
    }
    return inputs;
}

/// The outputs that depend on elements of the input that their block was not seen to load.
std::uint64_t unfed_outputs(const Call& c, const Proof& proof)
{
    const std::vector<float>& want = c.expected.want;
    const std::size_t step = 1 + proof.blocks.size() * want.size() / kMostSolved;      // of a large grid, blocks here and there
    std::uint64_t unfed = 0;
    for (std::size_t b = 0; b < proof.blocks.size(); b += step) {
        const BlockShare& block = proof.blocks[b];
        if (block.unsure) continue;
        const Expected other = c.kind->solve(starved(c.inputs, proof.inputs, block.loaded));
        for (const Stretch& one : block.stored)
            for (std::uint64_t i = one.first; i < std::min<std::uint64_t>(one.first + one.count, want.size()); ++i) unfed += other.want[i] != want[i] ? 1 : 0;
    }
    return unfed;
}

/// A sum that looking at each access does not confirm.
std::optional<Diagnosis> unconfirmed_sum(const Counters& counters, const Proof& proof)
{
    std::optional<Diagnosis> found;
    for_each_sum([&](const char* name, auto sum) {
        for_each_counter([&](const char* counter, auto member) {
            if (found || std::string_view(name) != counter || counters.*member == proof.*sum) return;
            found = {Mistake::counts_disagree, {.work = Work{std::int64_t(counters.*member), std::int64_t(proof.*sum)}, .limited = Limited{.counter = name, .each = 0, .allowed = 0}}};
        });
    });
    return found;
}

std::optional<Diagnosis> contradiction(const Call& c)
{
    const Facts& facts = c.returned.facts;
    const std::size_t outputs = c.expected.want.size();
    const auto some = [&](Mistake mistake, std::size_t of) { return Diagnosis{mistake, {.some_of = SomeOf{std::int64_t(of), std::int64_t(outputs)}, .outputs = outputs}}; };
    if (!c.returned.finished || facts.error || !facts.counters || !facts.proof || c.returned.values.size() != outputs + 2 * std::size_t(c.returned.guard))
        return Diagnosis{Mistake::proof_ended, {}};
    if (const Comparison compared = compare(c.got(), c.expected.want, c.expected.tolerance); compared.wrong > 0) return some(Mistake::used_unseen, compared.wrong);
    if (auto found = unconfirmed_sum(*facts.counters, *facts.proof)) return found;
    if (const std::uint64_t unfed = unfed_outputs(c, *facts.proof)) return some(Mistake::needs_unseen, unfed);
    return {};
}

/// Different elements of the input within `radius` of these outputs, in each direction, in an array of these extents.
std::uint64_t elements_around(const std::vector<Stretch>& outputs, const std::vector<std::int64_t>& extents, std::int64_t radius)
{
    struct Part {
        std::int64_t row, first, end;
        auto operator<=>(const Part&) const = default;
    };
    const std::int64_t width = extents.back(), height = extents.size() > 1 ? extents.front() : 1, rows_around = extents.size() > 1 ? radius : 0;
    std::vector<Part> parts;
    for (const Stretch& one : outputs)
        for (std::int64_t first = std::int64_t(one.first), end = first + std::int64_t(one.count); first < end;) {
            const std::int64_t y = first / width, x = first % width, past = std::min(width, x + end - first);
            for (std::int64_t row = std::max<std::int64_t>(y - rows_around, 0); row <= std::min(y + rows_around, height - 1); ++row)
                parts.push_back({row, std::max<std::int64_t>(x - radius, 0), std::min(past + radius, width)});
            first += past - x;
        }
    std::ranges::sort(parts);
    std::uint64_t elements = 0;
    Part met{-1, 0, 0};
    for (const Part& part : parts) {
        if (part.row != met.row) met = {part.row, 0, 0};
        const std::int64_t first = std::max(part.first, met.end);
        if (part.end <= first) continue;
        elements += std::uint64_t(part.end - first);
        met.end = part.end;
    }
    return elements;
}

Failure doubted(const Call& c, const Diagnosis& found)
{
    const Explanation e = explain(found, c.kind->words());
    return {Verdict::implausible, found.mistake, {c.entry.name + ": " + e.name, e.seen + ", in a call with " + c.size(), e.attempt}};
}

}  // namespace

std::optional<PlannedCall> call_to_prove(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& first_round)
{
    const Judged& kind = lab.find(function)->kind;
    const PlannedCall* chosen = nullptr;
    for (const PlannedCall& call : first_round) {
        if (call.for_card || lab.cases[call.case_index].hidden || work_of(kind, call.size) > kQuicklyProved) continue;
        if (chosen == nullptr || work_of(kind, call.size) > work_of(kind, chosen->size)) chosen = &call;
    }
    if (chosen == nullptr) return {};
    PlannedCall call = *chosen;
    call.proved = true;
    return call;
}

std::optional<Failure> disproof(const Call& c)
{
    const auto found = contradiction(c);
    return found ? std::optional(doubted(c, *found)) : std::nullopt;
}

std::optional<Failure> too_good(const Call& c)
{
    const Facts& facts = c.returned.facts;
    const Geometry geometry = c.kind->geometry(c.planned.size);
    const std::size_t outputs = c.expected.want.size();
    if (!facts.counters || !c.expected.loads.basic || geometry.in.empty() || geometry.in.size() > 2 || outputs != c.inputs.arrays.at(0).size()) return {};
    if (facts.input_use && facts.input_use->in_texture > 0) return {};
    std::uint64_t need = 0, stored = 0;
    for (const std::vector<Stretch>& block : facts.stored_by) {
        for (const Stretch& one : block)
            if (one.first + one.count > outputs || (stored += one.count) > outputs) return doubted(c, {Mistake::proof_ended, {}});      // no engine says so
        need += elements_around(block, geometry.in, geometry.radius);
    }
    if (facts.counters->global_loads >= need) return {};
    return doubted(c, {Mistake::loads_below_need, {.work = Work{std::int64_t(facts.counters->global_loads), std::int64_t(need)}}});
}

std::string fingerprint(const Counters& counters)
{
    std::uint64_t mixed = 0;
    for_each_counter([&](const char*, auto member) { mixed = mix(mixed, counters.*member); });
    return fmt::format("{:016x}", mixed);
}

}  // namespace halo::lab
