#pragma once
// The one vocabulary of counts: engine, tests, grader and reports all use these names.

#include <cstdint>

namespace halo {

/// Sums over every launch since the last reset. Thread-level unless a comment says warp.
struct Counters {
    std::uint64_t launches = 0;
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;                ///< CUDA threads that ran
    std::uint64_t idle_threads = 0;           ///< threads that stored nothing to global memory
    std::uint64_t barriers = 0;               ///< block-wide barriers

    std::uint64_t global_loads = 0;           ///< elements
    std::uint64_t global_stores = 0;          ///< elements, by stores and atomic updates
    std::uint64_t global_load_requests = 0;   ///< warp-level load instructions
    std::uint64_t global_store_requests = 0;  ///< warp-level store instructions
    std::uint64_t global_load_sectors = 0;    ///< 32-byte sectors over all warp requests
    std::uint64_t global_store_sectors = 0;

    std::uint64_t shared_loads = 0;           ///< elements
    std::uint64_t shared_stores = 0;          ///< elements, by stores and atomic updates
    std::uint64_t shared_load_requests = 0;   ///< warp level
    std::uint64_t shared_store_requests = 0;  ///< warp level
    std::uint64_t shared_bank_conflicts = 0;  ///< wavefronts beyond one per request

    std::uint64_t constant_loads = 0;         ///< elements
    std::uint64_t constant_replays = 0;       ///< distinct addresses per warp beyond the first

    friend bool operator==(const Counters&, const Counters&) = default;
};

/// Calls `visit(name, member pointer)` for each counter in the order of reports.
template <class Visit>
constexpr void for_each_counter(Visit visit)
{
    visit("launches", &Counters::launches);
    visit("blocks", &Counters::blocks);
    visit("threads", &Counters::threads);
    visit("idle_threads", &Counters::idle_threads);
    visit("barriers", &Counters::barriers);
    visit("global_loads", &Counters::global_loads);
    visit("global_stores", &Counters::global_stores);
    visit("global_load_requests", &Counters::global_load_requests);
    visit("global_store_requests", &Counters::global_store_requests);
    visit("global_load_sectors", &Counters::global_load_sectors);
    visit("global_store_sectors", &Counters::global_store_sectors);
    visit("shared_loads", &Counters::shared_loads);
    visit("shared_stores", &Counters::shared_stores);
    visit("shared_load_requests", &Counters::shared_load_requests);
    visit("shared_store_requests", &Counters::shared_store_requests);
    visit("shared_bank_conflicts", &Counters::shared_bank_conflicts);
    visit("constant_loads", &Counters::constant_loads);
    visit("constant_replays", &Counters::constant_replays);
}

constexpr Counters& operator+=(Counters& sum, const Counters& more)
{
    for_each_counter([&](const char*, auto counter) { sum.*counter += more.*counter; });
    return sum;
}

}  // namespace halo
