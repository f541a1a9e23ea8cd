#include "engine/schedule/meetings.hpp"

#include <bit>

namespace halo::engine {
namespace {

std::uint32_t lanes_that(std::span<const ThreadState> lanes, Stop stop)
{
    std::uint32_t some = 0;
    for (unsigned lane = 0; lane < lanes.size(); ++lane)
        if (lanes[lane].stop == stop) some |= 1u << lane;
    return some;
}

/// Whether the two lanes wait for each other.
bool together(const ThreadState& a, const ThreadState& b)
{
    return a.place.number == b.place.number && a.any_lane == b.any_lane && (a.any_lane || a.mask == b.mask);
}

}  // namespace

bool Meetings::release(BlockState& block, unsigned warp, std::span<ThreadState> lanes, Observer& observer)
{
    std::uint32_t waiting = lanes_that(lanes, Stop::at_meeting);
    const std::uint32_t can_run = lanes_that(lanes, Stop::ready);
    if (waiting == 0 || can_run != 0) return can_run != 0;

    // A meeting takes place when every lane that is named and has not left the kernel has arrived.
    bool released = false;
    const auto round = [&](bool stuck) {
        for (std::uint32_t rest = waiting; rest != 0;) {
            const auto leader = unsigned(std::countr_zero(rest));
            std::uint32_t here = 0;
            for_each_lane(waiting, [&](unsigned lane) {
                if (together(lanes[lane], lanes[leader])) here |= 1u << lane;
            });
            rest &= ~here;
            std::uint32_t absent = lanes[leader].any_lane ? 0 : lanes[leader].mask & ~here;
            for_each_lane(absent, [&](unsigned lane) {
                if (lane >= lanes.size() || lanes[lane].stop == Stop::finished) absent &= ~(1u << lane);
            });
            if (absent != 0 && !stuck) continue;
            const halo_engine::Call& call = at_[leader];
            observer.watchers.meeting(block, Meeting{lanes.data(), warp, leader, here, absent, call.name, call.file, call.line}, observer.log);
            block.meet(warp, here);
            for_each_lane(here, [&](unsigned lane) {
                values_[lane] = next_values_[lane];
                met_[lane] = here;
                lanes[lane].stop = Stop::ready;
            });
            waiting &= ~here;
            released = true;
            if (stuck) return;  // the others may be able to continue now
        }
    };
    round(false);
    if (!released) round(true);
    return true;
}

}  // namespace halo::engine
