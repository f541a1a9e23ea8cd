#include "engine/watch/held_loads.hpp"

#include "engine/watch/loop_paths.hpp"

namespace halo::engine {

bool HeldLoads::join(Request& known, const Request& load)
{
    const bool same = known.key == load.key && known.path == load.path && known.site == load.site && known.space == load.space && known.bytes == load.bytes;
    if (!same || (known.lanes & load.lanes) != 0) return false;
    std::array<std::int32_t, kWarp> offset = known.offset;
    bool fits = true;
    for_each_lane(load.lanes, [&](unsigned lane) {
        const auto distance = static_cast<std::int64_t>(load.place(lane) - known.where);
        offset[lane] = static_cast<std::int32_t>(distance);
        fits &= offset[lane] == distance;
    });
    if (!fits) return false;
    known.offset = offset;
    known.lanes |= load.lanes;
    return true;
}

std::uint32_t HeldLoads::log_without_swap(const Request& load, const WarpLog& log, const Request* after)
{
    std::uint32_t lanes = load.lanes;
    log.look([&](const Request& other) {
        if (!other.swaps || other.space != load.space) return;
        for_each_lane(other.lanes & lanes, [&](unsigned lane) {
            if (other.place(lane) == load.place(lane)) lanes &= ~(1u << lane);
        });
    }, after);
    return lanes;
}

std::uint32_t HeldLoads::stopped_in_iteration(std::uint64_t of, const WarpLog& log) const
{
    const auto inside = [&](unsigned lane) { return in_iteration(log.stopped_in(lane), of); };
    if (stopped_alike_) return inside(unsigned(std::countr_zero(may_follow_))) ? may_follow_ : 0;
    std::uint32_t found = 0;
    for_each_lane(may_follow_, [&](unsigned lane) { found |= std::uint32_t(inside(lane)) << lane; });
    return found;
}

std::uint32_t HeldLoads::go_on_inside(unsigned warp, const Request& load, std::uint32_t lanes, const WarpLog& log) const
{
    std::uint32_t found = 0;
    for_each_lane(lanes & may_follow_, [&](unsigned lane) {
        if (goes_on_inside(log.stopped_in(lane), last_stop_[warp][lane], load.path)) found |= 1u << lane;
    });
    return found;
}

}  // namespace halo::engine
