// Right values at too high a cost.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "findings/explain.hpp"
#include "harness/judge/failure.hpp"
#include "harness/judge/judge.hpp"

namespace halo::lab {

namespace {

using Failed = std::optional<Failure>;

/// Large enough for a tile to pay, in every direction: there it must, also where nobody measures.
bool tiles_pay(const Call& c)
{
    constexpr std::size_t kOutputs = 1024;
    constexpr std::int64_t kRows = 16;
    const std::vector<std::int64_t> in = c.kind->geometry(c.planned.size).in;
    const auto enough = [](std::int64_t extent) { return extent <= 1 || extent >= kRows; };
    return c.expected.want.size() > kOutputs && (in.empty() || std::all_of(in.begin(), in.end() - 1, enough));
}

Failure too_costly(const Call& c, const Diagnosis& d, const std::string& advice = {})
{
    const Explanation e = explain(d, c.kind->words());
    return {Verdict::slow_pattern, d.mistake,
            {fmt::format("{}: {} ({})", c.entry.name, e.name, c.size()), e.seen, advice.empty() ? e.attempt : advice}};
}

/// The failure or remark if the ratio is below what `least` makes of the expected one.
template <class Least>
Failed reuse_below(const Call& c, Least least)
{
    const Loads& loads = c.expected.loads;
    if (!c.counters() || !loads.tiled) return {};
    // An atomic operation loads, too: what is stored beyond a copy of the input and the output counts as loads.
    const Counters& counters = *c.counters();
    const std::uint64_t plain_stores = 2 * std::max<std::uint64_t>(c.expected.want.size(), c.inputs.arrays.at(0).size());
    const double made = double(counters.global_loads + (counters.global_stores > plain_stores ? counters.global_stores - plain_stores : 0));
    if (counters.global_loads == 0) return {};               // no ratio at all: plausible.hpp says so
    const double ratio = *loads.basic / made, expected = *loads.basic / *loads.tiled;
    if (ratio >= least(expected)) return {};
    // Ghost elements are stored, too.
    const bool filled_again = !loads.core_only && double(counters.shared_stores) >= made;
    const std::string advice = filled_again ? explain({Mistake::tile_filled_again}, c.kind->words()).attempt : "";
    if (c.hides("global_loads") || c.hides("reuse_ratio")) {
        const double each = std::max(2.0, std::round(made / double(c.expected.want.size())));
        return too_costly(c, {loads.core_only ? Mistake::low_reuse_of_core_open : Mistake::low_reuse_open, {.loads_each = std::int64_t(each)}}, advice);
    }
    // More loads than without a tile: every thread loads the whole of it.
    constexpr double kFarMore = 4;
    const bool each = ratio * kFarMore < 1;
    return too_costly(c, {each ? Mistake::low_reuse_of_each : loads.core_only ? Mistake::low_reuse_of_core : Mistake::low_reuse,
                        {.work = Work{std::int64_t(made), std::int64_t(*loads.tiled)},
                         .reuse = Reuse{.ratio = ratio, .due = expected, .basic_loads = std::int64_t(*loads.basic)}}}, each ? "" : advice);
}

Failed reuse_failure(const Call& c)
{
    return reuse_below(c, [](double expected) { return 1.0 + kReuseGate * (expected - 1.0); });
}

/// Does one lane of each warp load and store?
Failed one_thread_failure(const Call& c)
{
    constexpr std::uint64_t kEnough = 256;
    constexpr double kAlone = 1.5;              // elements to a request
    if (!c.counters() || c.counters()->global_stores < kEnough || c.counters()->global_store_requests == 0) return {};
    const Counters& n = *c.counters();
    const auto share = [](std::uint64_t elements, std::uint64_t requests) { return double(elements) / double(std::max<std::uint64_t>(requests, 1)); };
    const double stored = share(n.global_stores, n.global_store_requests);
    if (stored > kAlone || share(n.global_loads, n.global_load_requests) > kAlone || share(n.shared_stores, n.shared_store_requests) > kAlone) return {};
    return too_costly(c, {Mistake::one_thread, {.share = stored}});
}

/// What a limit bounds.
struct Bounded {
    bool loads, stores, requests;

    explicit Bounded(const Limit& limit)
        : loads(limit.counter.starts_with("global_load_")), stores(limit.counter.starts_with("global_store_")),
          requests(limit.counter.ends_with("_requests"))
    {
    }
};

/// Did each request of a warp, or each sector, move few elements?
Mistake shape_of(const Bounded& on, double share)
{
    const double enough = on.requests ? 16.0 : 4.2;             // half of a request, or of a sector
    if ((!on.loads && !on.stores) || share > enough) return Mistake::over_limit;
    if (!on.requests) return Mistake::sparse_sectors;
    return on.loads ? Mistake::short_loads : Mistake::short_stores;
}

/// The same of a count that waits for its prediction: the message shows only how far off it is.
Mistake without_count(Mistake mistake)
{
    switch (mistake) {
    case Mistake::over_limit: return Mistake::over_limit_open;
    case Mistake::short_loads: return Mistake::short_loads_open;
    case Mistake::short_stores: return Mistake::short_stores_open;
    case Mistake::sparse_sectors: return Mistake::sparse_sectors_open;
    case Mistake::loaded_again: return Mistake::loaded_again_open;
    case Mistake::stored_again: return Mistake::stored_again_open;
    default: return mistake;
    }
}

/// If the problem is not how a warp loads or stores, but how often.
std::optional<Diagnosis> accessed_again(const Call& c, const Bounded& on)
{
    const auto made = double(on.loads ? c.counters()->global_loads : c.counters()->global_stores), outputs = double(c.expected.want.size());
    const double due = on.loads ? c.expected.loads.tiled.value_or(c.expected.loads.basic.value_or(outputs)) : outputs;
    if ((!on.loads && !on.stores) || made < 1.5 * due) return {};
    const Mistake again = on.loads ? Mistake::loaded_again : Mistake::stored_again;
    return Diagnosis{c.hides(on.loads ? "global_loads" : "global_stores") ? without_count(again) : again, {.work = Work{std::int64_t(made), std::int64_t(due)}}};
}

/// The first limit that is exceeded; of those that only lead to a remark if `remark`. nullptr: none.
const Limit* exceeded(const Call& c, bool remark)
{
    if (!c.counters()) return nullptr;
    const auto found = std::ranges::find_if(c.lab.limits, [&](const Limit& limit) {
        return limit.remark == remark && limit.function == c.entry.name && limit.case_index == c.planned.case_index &&
               double((*c.counters()).*limit.member) > most(limit, c.expected);
    });
    return found == c.lab.limits.end() ? nullptr : &*found;
}

Failure limit_failure(const Call& c, const Limit& limit)
{
    const auto made = double((*c.counters()).*limit.member), outputs = double(c.expected.want.size());
    const Bounded on(limit);
    const double share = double(on.loads ? c.counters()->global_loads : c.counters()->global_stores) / made;
    const auto again = accessed_again(c, on);
    const bool hidden = c.hides(limit.counter);
    const Mistake shape = shape_of(on, share);
    return too_costly(c, {hidden ? without_count(shape) : shape,
                          {.work = Work{std::int64_t(made), std::int64_t(most(limit, c.expected))},
                           .limited = Limited{.counter = limit.counter, .each = made / outputs, .allowed = limit.most},
                           .share = share}},
                      again ? explain(*again, c.kind->words()).attempt : limit.attempt);
}

}  // namespace

std::vector<Remark> remarks_on(const Call& c)
{
    std::vector<Remark> remarks;
    // A pass can wait for the profile, which asks first.
    if (!c.hides("reuse_ratio"))
        if (const Failed low = reuse_below(c, [](double expected) { return kFullReuse * expected; })) remarks.push_back({low->message, &Counters::global_loads});
    if (const Limit* limit = exceeded(c, true)) remarks.push_back({limit_failure(c, *limit).message, limit->member});
    return remarks;
}

double most(const Limit& limit, const Expected& expected) { return limit.most * double(expected.want.size()); }

Failed price_failure(const Call& c)
{
    if (c.lab.cases[c.planned.case_index].measured)
        if (auto failed = one_thread_failure(c)) return failed;
    if (c.lab.cases[c.planned.case_index].measured || tiles_pay(c))
        if (auto failed = reuse_failure(c)) return failed;
    if (const Limit* limit = exceeded(c, false)) return limit_failure(c, *limit);
    return {};
}

}  // namespace halo::lab
