#include "harness/judge/plausible.hpp"

#include <algorithm>

namespace halo::lab {

namespace {

/// Nearly all: the engine loses sight of a few bytes at the ends of rows that begin in the middle of a word.
bool nearly(std::uint64_t some, std::uint64_t all) { return 8 * some >= 7 * all; }
/// Numbers that host code may well compute for a kernel: a table, a filter in another order.
constexpr std::uint64_t kMuch = 64;
constexpr std::uint64_t kManyOutputs = 1024;
/// Tenths of the input. As doubles, with ghosts around them, an input takes twice its words and a few.
constexpr std::uint64_t kResent = 27;

/// A launch, or a word that differs in it, can say a sum or two; right programs that launch a kernel for each row choose far less often.
constexpr std::uint64_t kChoices = 8, kFewChoices = 256;

bool many(std::uint64_t some, std::uint64_t all) { return some > 0 && 8 * some >= all; }

Diagnosis of(Mistake mistake, std::uint64_t some, std::uint64_t all) { return {mistake, {.some_of = SomeOf{std::int64_t(some), std::int64_t(all)}}}; }

/// Ways to a kernel on which nobody counts loads.
std::optional<Diagnosis> uncounted(const InputUse& use, const Needs& needs)
{
    const auto elements = [&](std::uint64_t words) { return std::min(words, use.inputs); };
    if (!needs.textures && many(use.texels, use.inputs)) return of(Mistake::inputs_in_texture, elements(use.texels), use.inputs);
    if (many(use.in_constant, use.inputs)) return of(Mistake::inputs_in_constant, elements(use.in_constant), use.inputs);
    return {};
}

/// The elements that no kernel loaded must have come some other way, or none at all.
std::optional<Diagnosis> inputs_missing(const InputUse& use, const Counters& counters, const Needs& needs)
{
    if (nearly(use.loaded + (needs.textures ? use.in_texture : 0), use.inputs)) return {};
    if (!nearly(use.on_device, use.inputs)) return of(Mistake::inputs_not_sent, use.on_device, use.inputs);
    const std::uint64_t loads = counters.global_loads + counters.shared_loads + counters.constant_loads;
    return of(needs.sums && loads <= counters.global_stores ? Mistake::kernels_copied : Mistake::inputs_not_loaded, use.loaded, use.inputs);
}

/// As many numbers of the host's own as outputs, or a part of them where these are many: several results go into a word. A table of indices has whole ones.
bool made_by_host(const InputUse& use)
{
    const auto enough = [](std::uint64_t numbers, std::uint64_t of) { return numbers >= std::max(kMuch, of); };
    if (enough(use.host_made, use.outputs >= kManyOutputs ? use.outputs / 8 : use.outputs / 2)) return true;
    return use.outputs >= kManyOutputs && enough(use.host_counts, use.outputs / 2);
}

}  // namespace

bool computed_on_device(const InputUse& use, const Needs& needs)
{
    return nearly(use.stored, needs.stores) && nearly(use.loaded, use.inputs) && use.host_made + use.host_counts < kMuch;
}

std::optional<Diagnosis> implausible(const InputUse& use, const Counters& counters, const Needs& needs)
{
    if (auto found = uncounted(use, needs)) return found;
    if (auto missing = inputs_missing(use, counters, needs)) return missing;
    if (!needs.textures && !nearly(counters.global_loads, needs.loads)) return of(Mistake::too_few_loads, counters.global_loads, needs.loads);
    if (2 * use.weights_sent < use.weights) return of(Mistake::filter_not_sent, use.weights_sent, use.weights);
    if (!nearly(use.stored, needs.stores)) return Diagnosis{Mistake::outputs_copied, {.stores = std::int64_t(use.stored), .outputs = std::int64_t(needs.stores)}};
    if (use.moved_in_pieces >= kMuch && many(use.moved_in_pieces, use.inputs)) return of(Mistake::moved_by_copies, use.moved_in_pieces, use.inputs);
    if (use.resent >= kMuch && 10 * use.resent > kResent * use.inputs) return of(Mistake::input_resent, use.resent, use.inputs);
    if (use.host_choices >= std::max(kFewChoices, use.outputs / kChoices)) return of(Mistake::host_chose, use.host_choices, use.outputs);
    if (made_by_host(use)) return of(Mistake::host_made, use.host_made + use.host_counts, use.outputs);
    if (use.fetched > 0 && nearly(use.fetched, use.inputs)) return of(Mistake::inputs_fetched, use.fetched, use.inputs);
    return {};
}

}  // namespace halo::lab
