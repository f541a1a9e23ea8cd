#include "findings/kernel_profile.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace halo {

namespace {

struct CountRow {
    ProfileSection section;
    std::string_view name, unit;
    std::uint64_t Counters::*counter;
};

// clang-format off
constexpr CountRow kCountRows[] = {
    {ProfileSection::launch, "launches", "", &Counters::launches},
    {ProfileSection::launch, "blocks", "", &Counters::blocks},
    {ProfileSection::launch, "threads", "", &Counters::threads},
    {ProfileSection::global, "global_loads", "elements", &Counters::global_loads},
    {ProfileSection::global, "global_load_requests", "instructions", &Counters::global_load_requests},
    {ProfileSection::global, "global_load_sectors", "sectors", &Counters::global_load_sectors},
    {ProfileSection::global, "global_stores", "elements", &Counters::global_stores},
    {ProfileSection::global, "global_store_requests", "instructions", &Counters::global_store_requests},
    {ProfileSection::global, "global_store_sectors", "sectors", &Counters::global_store_sectors},
    {ProfileSection::shared, "shared_loads", "elements", &Counters::shared_loads},
    {ProfileSection::shared, "shared_load_requests", "instructions", &Counters::shared_load_requests},
    {ProfileSection::shared, "shared_stores", "elements", &Counters::shared_stores},
    {ProfileSection::shared, "shared_store_requests", "instructions", &Counters::shared_store_requests},
    {ProfileSection::shared, "shared_bank_conflicts", "wavefronts", &Counters::shared_bank_conflicts},
    {ProfileSection::constant, "constant_loads", "elements", &Counters::constant_loads},
    {ProfileSection::constant, "constant_replays", "replays", &Counters::constant_replays},
    {ProfileSection::warps, "barriers", "", &Counters::barriers},
    {ProfileSection::warps, "idle_threads", "threads", &Counters::idle_threads},
};
// clang-format on

/// Nsight Compute's name; empty: it has none.
std::string_view ncu_metric(std::string_view counter)
{
    // These four: equal on an NVIDIA H200 for the 19 launches of divergence.cu and solution_07.cu but one, whose loop nvcc unrolls; 2026-11-26.
    static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"blocks", "launch__grid_size"},
        {"threads", "launch__thread_count"},
        {"sectors_per_load_request", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"},
        {"sectors_per_store_request", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"},
#define NCU(counter, metric) {#counter, metric},
#include "findings/ncu_metrics.def"
#undef NCU
    };
    const auto found = std::ranges::find(kNames, counter, &std::pair<std::string_view, std::string_view>::first);
    return found == std::end(kNames) ? std::string_view() : found->second;
}

class Metrics {
public:
    explicit Metrics(const KernelProfile& profile) : profile_(profile) {}

    std::vector<ProfileMetric> all()
    {
        const Counters& c = profile_.counters;
        const LaneCounts& lanes = profile_.lanes;
        for (const CountRow& row : kCountRows) count(row.section, row.name, row.unit, c.*row.counter);
        ratio(ProfileSection::global, "sectors_per_load_request", "sectors", c.global_load_sectors, c.global_load_requests);
        ratio(ProfileSection::global, "sectors_per_store_request", "sectors", c.global_store_sectors, c.global_store_requests);
        ratio(ProfileSection::shared, "conflicts_per_request", "wavefronts", c.shared_bank_conflicts, c.shared_load_requests + c.shared_store_requests);
        count(ProfileSection::warps, "memory_instructions", "instructions", lanes.instructions);
        ratio(ProfileSection::warps, "lanes_per_instruction", "lanes", lanes.lanes, lanes.instructions);
        count(ProfileSection::warps, "idle_lanes", "lanes", kLanes * lanes.instructions - lanes.lanes);
        count(ProfileSection::warps, "divergent_instructions", "instructions", lanes.partial);
        count(ProfileSection::speed, "used_bytes", "bytes", profile_.used_bytes);
        std::ranges::stable_sort(metrics_, {}, &ProfileMetric::section);
        return std::move(metrics_);
    }

private:
    static constexpr std::uint64_t kLanes = 32;

    void count(ProfileSection section, std::string_view name, std::string_view unit, std::uint64_t value)
    {
        metrics_.push_back({section, name, ncu_metric(name), unit, double(value), false});
    }
    void ratio(ProfileSection section, std::string_view name, std::string_view unit, std::uint64_t value, std::uint64_t of)
    {
        if (of != 0) metrics_.push_back({section, name, ncu_metric(name), unit, double(value) / double(of), true});
    }

    const KernelProfile& profile_;
    std::vector<ProfileMetric> metrics_;
};

}  // namespace

std::vector<ProfileMetric> metrics_of(const KernelProfile& profile) { return Metrics(profile).all(); }

std::vector<CardBound> bounds_of(const KernelProfile& profile)
{
    const Counters& c = profile.counters;
    if (c.global_loads + c.global_stores + c.shared_loads + c.shared_stores == 0) return {};
    const std::string what = c.launches == 1 ? "one launch" : fmt::format("{} launches", c.launches);
    std::vector<CardBound> bounds = bounds_of(CardWork{c, 1, double(profile.uncached_bytes)}, what, "", {});
    for (std::size_t i = 0; i < bounds.size(); ++i) bounds[i].limiter = limiter(CardWork{c, 1, double(profile.used_bytes)}, cards()[i]);
    return bounds;
}

std::span<const std::string_view> profile_gaps()
{
    static constexpr std::string_view kGaps[] = {
        "Lanes and divergence are those of loads, stores and atomic updates. Arithmetic, branches and registers are not seen.",
        "Caches are not modelled: a sector counts each time it is asked for, wherever a card would find it.",
        "Texture fetches and local arrays are not counted.",
    };
    return kGaps;
}

}  // namespace halo
