#include "diagnose/traced.hpp"

#include <algorithm>
#include <cstdint>

namespace halo {

namespace {

/// Does the thread load anything but weights?
bool loads_elements(const History& h)
{
    return std::ranges::any_of(h.loads, [](const Loaded& load) { return load.space != Space::constant; });
}

/// The weights that the thread loads from constant memory, if all of them lie beyond those of this call's filter: there the array holds zeros.
std::optional<Diagnosis> weights_behind(const History& h, std::int64_t weights)
{
    if (weights == 0) return {};
    Diagnosis d{Mistake::weights_behind_filter, {.weights = weights}};
    for (const Loaded& load : h.loads) {
        if (load.space != Space::constant) continue;
        if (load.index.size() != 1 || load.index[0] < *d.evidence.weights) return {};
        d.evidence.array = load.array;
        const Span known = d.evidence.span.value_or(Span{load.index[0], load.index[0]});
        d.evidence.span = Span{std::min(known.first, load.index[0]), std::max(known.last, load.index[0])};
    }
    return d.evidence.span ? std::optional(d) : std::nullopt;
}

/// Was the tile shared?
void by_counts(Diagnosis& d, const Counters& n, int tile)
{
    if (tile == 0 || n.shared_stores > 0) return;
    if (d.mistake == Mistake::sum_of_nothing) d.mistake = Mistake::sum_of_own_array;
    if (d.mistake == Mistake::all_zero && n.launches > 0 && n.shared_loads == 0 && n.global_loads == 0) d.mistake = Mistake::tile_never_filled;
}

void by_loads(Diagnosis& d, const History& h, std::int64_t weights)
{
    if (h.stored && d.mistake == Mistake::all_zero) d = weights_behind(h, weights).value_or(d);
    const bool fetches = std::ranges::any_of(h.loads, &Loaded::texture);
    if (fetches && d.mistake == Mistake::not_a_sum) d.mistake = Mistake::texture_mixes;
    if (fetches && d.mistake == Mistake::other_products) d.mistake = Mistake::texture_elsewhere;
    if (h.stored && d.mistake == Mistake::all_zero && !loads_elements(h)) d.mistake = Mistake::sums_nothing;
}

}  // namespace

std::optional<Diagnosis> traced(std::optional<Diagnosis> found, const Trace& trace)
{
    if (found && trace.counters) by_counts(*found, *trace.counters, trace.tile);
    if (found && trace.history != nullptr) by_loads(*found, *trace.history, trace.weights);
    return found;
}

}  // namespace halo
