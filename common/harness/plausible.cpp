#include "harness/plausible.hpp"

namespace halo::lab {

namespace {

/// Nearly all: the engine loses sight of a few bytes at the ends of rows that begin in the middle of a word.
bool nearly(std::uint64_t some, std::uint64_t all) { return 8 * some >= 7 * all; }
/// Numbers that host code may well compute for a kernel: a table, a filter in another order.
constexpr std::uint64_t kMuch = 64;

bool many(std::uint64_t some, std::uint64_t all) { return 8 * some >= all; }

Diagnosis of(Mistake mistake, std::uint64_t n, std::uint64_t due) { return {mistake, {.n = std::int64_t(n), .due = std::int64_t(due)}}; }

/// The elements that no kernel loaded must have come some other way, or none at all.
std::optional<Diagnosis> inputs_missing(const InputUse& use, const Counters& counters, const Needs& needs)
{
    if (nearly(use.loaded + (needs.textures ? use.in_texture : 0), use.inputs)) return {};
    if (many(use.in_texture, use.inputs) && !needs.textures) return of(Mistake::inputs_in_texture, use.in_texture, use.inputs);
    if (many(use.in_constant, use.inputs)) return of(Mistake::inputs_in_constant, use.in_constant, use.inputs);
    if (!nearly(use.on_device, use.inputs)) return of(Mistake::inputs_not_sent, use.on_device, use.inputs);
    const std::uint64_t loads = counters.global_loads + counters.shared_loads + counters.constant_loads;
    return of(needs.sums && loads <= counters.global_stores ? Mistake::kernels_copied : Mistake::inputs_not_loaded, use.loaded, use.inputs);
}

}  // namespace

std::optional<Diagnosis> implausible(const InputUse& use, const Counters& counters, const Needs& needs)
{
    if (auto missing = inputs_missing(use, counters, needs)) return missing;
    if (!needs.textures && !nearly(counters.global_loads, needs.loads)) return of(Mistake::too_few_loads, counters.global_loads, needs.loads);
    if (2 * use.weights_sent < use.weights) return of(Mistake::filter_not_sent, use.weights_sent, use.weights);
    if (!nearly(use.stored, needs.stores)) return Diagnosis{Mistake::outputs_copied, {.count = std::int64_t(use.stored), .due = std::int64_t(needs.stores)}};
    if (use.host_made >= kMuch && 2 * use.host_made >= use.outputs) return of(Mistake::host_made, use.host_made, use.outputs);
    if (use.fetched > 0 && nearly(use.fetched, use.inputs)) return of(Mistake::inputs_fetched, use.fetched, use.inputs);
    return {};
}

}  // namespace halo::lab
