#include "findings/bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace halo {

namespace {

constexpr double kWarp = 32, kLineBytes = 128, kSectorBytes = 32, kSectorsOfRow = 4;

constexpr std::array kCards = {
#define CARD(name, bytes_per_s, multiprocessors, clock) Card{name, bytes_per_s, multiprocessors, clock},
#include "findings/cards.def"
#undef CARD
};

/// What one multiprocessor has to do, if all share the work evenly. Clocks, if it does one a clock.
struct Demand {
    double global_requests, shared_wavefronts, load_sectors, store_sectors;

    double requests() const { return global_requests + shared_wavefronts; }
    double l1() const { return (load_sectors + store_sectors) * kSectorBytes / kLineBytes + shared_wavefronts; }
};

Demand demand(const CardWork& work, const Card& card)
{
    const Counters& c = work.counters;
    const double share = work.scale / card.multiprocessors;
    // A request for 16 bytes a lane takes as many wavefronts as four of 4 bytes.
    const double requests = double(c.shared_load_requests + c.shared_store_requests), elements = double(c.shared_loads + c.shared_stores);
    return {.global_requests = share * double(c.global_load_requests + c.global_store_requests),
            .shared_wavefronts = share * (std::max(requests, elements / kWarp) + double(c.shared_bank_conflicts)),
            .load_sectors = share * double(c.global_load_sectors),
            .store_sectors = share * double(c.global_store_sectors)};
}

struct Time {
    Resource resource;
    double seconds;
};

double memory_time(const CardWork& work, const Card& card) { return work.bytes / card.bytes_per_s; }

/// What each resource would take by itself, in the units that were fitted.
std::array<Time, 5> estimates(const CardWork& work, const Card& card)
{
    // Clocks each, by least squares over the times of 127 kernels on an NVIDIA H200, 2026-11-22; issue slots for the first five.
    constexpr double kWarpIssues = 17.9, kGlobalIssues = 7.94, kSharedIssues = 1.74, kConstantIssues = 3.03, kBarrierIssues = 5.39;
    constexpr double kL1Line = 1.24, kWavefront = 1.08, kStoreSector = 3.56;
    constexpr double kBlock = 859, kBarrier = 352, kBarrierOfFullBlock = 771;
    constexpr double kSlots = 4, kMostWarps = 64, kMostBlocks = 32;

    const Counters& c = work.counters;
    const Demand d = demand(work, card);
    const double share = work.scale / card.multiprocessors;
    const double blocks = std::max(1.0, double(c.blocks)), warps = std::max(1.0, std::ceil(double(c.threads) / blocks / kWarp));
    const double barriers = double(c.barriers) / blocks, at_once = std::clamp(std::floor(kMostWarps / warps), 1.0, kMostBlocks);
    const double loads = share * double(c.global_loads) / kWarp;

    const double issues = share * blocks * warps * (kWarpIssues + kBarrierIssues * barriers) + kGlobalIssues * d.global_requests +
                          share * (kSharedIssues * double(c.shared_load_requests + c.shared_store_requests) + kConstantIssues * double(c.constant_loads) / kWarp);
    const double lines = std::max(share * double(c.global_load_requests), loads) + std::max(0.0, d.load_sectors - kSectorsOfRow * loads);
    const double waits = (kBlock + barriers * (kBarrier + kBarrierOfFullBlock * warps / kWarp)) * share * blocks / at_once;
    return {{{Resource::memory, memory_time(work, card)},
             {Resource::issue, issues / kSlots / card.clock_hz},
             {Resource::l1, std::max(kL1Line * lines, kWavefront * d.shared_wavefronts) / card.clock_hz},
             {Resource::store_sectors, kStoreSector * d.store_sectors / card.clock_hz},
             {Resource::latency, waits / card.clock_hz}}};
}

}  // namespace

std::span<const Card> cards() { return kCards; }

std::string_view name(Resource resource)
{
    switch (resource) {
    case Resource::memory: return "bytes to and from memory";
    case Resource::requests: return "load and store instructions";
    case Resource::l1: return "bytes from L1 and shared memory";
    case Resource::issue: return "instructions";
    case Resource::store_sectors: return "stored sectors";
    case Resource::latency: return "barriers and waits";
    }
    return {};
}

std::optional<Resource> resource_named(std::string_view wanted)
{
    for (const Resource r : {Resource::memory, Resource::requests, Resource::l1, Resource::issue, Resource::store_sectors, Resource::latency})
        if (name(r) == wanted) return r;
    return {};
}

Bound lower_bound(const CardWork& work, const Card& card)
{
    const Demand d = demand(work, card);
    const std::array times = {Time{Resource::memory, memory_time(work, card)}, Time{Resource::requests, d.requests() / card.clock_hz},
                              Time{Resource::l1, d.l1() / card.clock_hz}};
    const Time longest = *std::ranges::max_element(times, {}, &Time::seconds);
    return {longest.seconds, longest.resource};
}

std::optional<Resource> limiter(const CardWork& work, const Card& card)
{
    constexpr double kLead = 1.3;
    if (work.counters.global_loads == 0) return {};         // it fetches from textures, which are not counted
    auto times = estimates(work, card);
    std::ranges::sort(times, std::greater{}, &Time::seconds);
    if (times[0].seconds < kLead * times[1].seconds) return {};
    return times[0].resource;
}

std::vector<WorkRatio> clear_differences(const CardWork& kernel, const CardWork& other)
{
    constexpr double kClear = 1.5;
    const Card one{.name = "", .bytes_per_s = 1, .multiprocessors = 1, .clock_hz = 1};
    const Demand mine = demand(kernel, one), theirs = demand(other, one);
    std::vector<WorkRatio> clear;
    const auto compare = [&](Resource resource, double less, double more) {
        if (less <= 0 || more <= 0) return;
        const double ratio = more / less;
        if (std::max(ratio, 1 / ratio) >= kClear) clear.push_back({resource, ratio});
    };
    compare(Resource::requests, mine.requests(), theirs.requests());
    compare(Resource::l1, mine.l1(), theirs.l1());
    compare(Resource::store_sectors, mine.store_sectors, theirs.store_sectors);
    std::ranges::sort(clear, std::greater{}, [](const WorkRatio& c) { return std::max(c.ratio, 1 / c.ratio); });
    return clear;
}

std::vector<CardBound> bounds_of(const CardWork& kernel, const std::string& size, const std::string& basic_name, const CardWork& basic)
{
    std::vector<CardBound> bounds;
    for (const Card& card : cards())
        bounds.push_back({std::string(card.name), size, lower_bound(kernel, card), limiter(kernel, card), basic_name,
                          basic_name.empty() ? std::vector<WorkRatio>{} : clear_differences(kernel, basic)});
    return bounds;
}

namespace {

std::string bound_in_words(const CardBound& b)
{
    if (b.bound.seconds < 1e-6) return fmt::format("no bound above 1 µs on an {} ({})", b.card, b.size);   // of a card that is hardly used
    // Rounded down, so that it stays a bound.
    const double ms = b.bound.seconds * 1e3, unit = std::pow(10.0, std::floor(std::log10(ms)) - 1);
    return fmt::format("no faster than {:g} ms on an {} ({}), by its {}", std::floor(ms / unit) * unit, b.card, b.size, name(b.bound.resource));
}

std::string comparison(const CardBound& b, bool less)
{
    std::string list;
    for (const WorkRatio& c : b.differences)
        if ((c.ratio > 1) == less) list += fmt::format("{}{} ({:.1f} times)", list.empty() ? "" : ", ", name(c.resource), std::max(c.ratio, 1 / c.ratio));
    return list.empty() ? "" : fmt::format("clearly {} than {}: {}", less ? "less" : "more", b.basic, list);
}

}  // namespace

std::vector<std::string> sentences(std::span<const CardBound> bounds)
{
    std::vector<std::string> lines;
    for (const CardBound& b : bounds) lines.push_back(bound_in_words(b));
    const bool agree = std::ranges::all_of(bounds, [&](const CardBound& b) { return b.limiter == bounds[0].limiter; });
    for (const CardBound& b : agree ? bounds.first(std::min<std::size_t>(1, bounds.size())) : bounds)
        if (b.limiter) lines.push_back(fmt::format("{}it most likely waits for its {}", agree ? "" : fmt::format("on an {} ", b.card), name(*b.limiter)));
    if (bounds.empty()) return lines;
    for (const bool less : {true, false})       // counts, so the same for each card
        if (std::string text = comparison(bounds[0], less); !text.empty()) lines.push_back(std::move(text));
    return lines;
}

}  // namespace halo
