#pragma once
// Which loads begin a compare-and-swap. Such a load may safely see an old value, because the swap then fails: it does not race.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>

#include "engine/watch/access.hpp"
#include "engine/watch/warp_log.hpp"

namespace halo::engine {

/// A load is recognised by the swap that its lane makes at the same place later. The lane may stop between the two, because its warp's log
/// is full. So the load is held until the lane has left its iteration, or waits for others.
class HeldLoads {
public:
    /// Of one warp. When there are more, the oldest is decided. Lanes that stop in different iterations of a loop may hold a load each.
    static constexpr unsigned kMost = 128;

    void launch_begins()
    {
        swaps_ = false;
        first_block_ = true;
    }
    void block_ends() { first_block_ = false; }
    /// The block ends early: what its warps held is not decided.
    void forget()
    {
        for (std::deque<Request>& loads : held_) loads.clear();
    }
    bool holds_of(unsigned warp) const { return !held_[warp].empty(); }

    /// Calls `decided(load)` with each load that was held, for the lanes whose swap can't follow any more.
    template <class Decided>
    void warp_stopped(unsigned warp, const WarpLog& log, Decided decided)
    {
        std::deque<Request>& held = held_[warp];
        log_swaps_ = false;
        log.look([&](const Request& r) { log_swaps_ |= r.swaps; });
        swaps_ |= log_swaps_;
        may_follow_ = swaps_ || first_block_ ? log.stopped() : 0;
        stopped_alike_ = true;
        if (may_follow_ != 0) {
            const std::uint64_t first = log.stopped_in(unsigned(std::countr_zero(may_follow_)));
            for_each_lane(may_follow_, [&](unsigned lane) { stopped_alike_ &= log.stopped_in(lane) == first; });
        }
        path_ = 0;
        in_path_ = may_follow_;                 // all are in the kernel itself
        for (Request& load : held) {
            const std::uint32_t lanes = without_swap(load, log, nullptr), still = may_follow(load, lanes, log) | go_on_inside(warp, load, lanes, log);
            if (lanes != still) decided(part_of(load, lanes & ~still));
            load.lanes = still;
        }
        std::erase_if(held, [](const Request& load) { return load.lanes == 0; });
        for_each_lane(may_follow_, [&](unsigned lane) { last_stop_[warp][lane] = log.stopped_in(lane); });
    }
    /// Of the lanes that made this load, those whose swap does not follow in the log. `after`: the load in the log; nullptr: it was held.
    std::uint32_t without_swap(const Request& load, const WarpLog& log, const Request* after) const
    {
        return log_swaps_ ? log_without_swap(load, log, after) : load.lanes;
    }
    /// Of these lanes, those that have stopped where their swap may still follow.
    std::uint32_t may_follow(const Request& load, std::uint32_t lanes, const WarpLog& log)
    {
        if (may_follow_ == 0) return 0;
        if (load.path != path_) in_path_ = stopped_in_iteration(load.path, log);   // mostly the same as of the load before
        path_ = load.path;
        return lanes & in_path_;
    }
    template <class Decided>
    void hold(unsigned warp, const Request& load, Decided decided)
    {
        std::deque<Request>& held = held_[warp];
        if (std::ranges::any_of(held, [&](Request& known) { return join(known, load); })) return;
        held.push_back(load);
        if (held.size() <= kMost) return;
        decided(held.front());
        held.pop_front();
    }

private:
    /// Lanes that are still in the loop after the load in which they last stopped: it may have more iterations than a path can tell.
    std::uint32_t go_on_inside(unsigned warp, const Request& load, std::uint32_t lanes, const WarpLog& log) const;
    /// Lanes that came to the load after their warp had stopped for others join those; false: it is another load.
    static bool join(Request& known, const Request& load);
    static std::uint32_t log_without_swap(const Request& load, const WarpLog& log, const Request* after);
    std::uint32_t stopped_in_iteration(std::uint64_t of, const WarpLog& log) const;

    std::array<std::deque<Request>, kMaxWarps> held_;
    std::array<std::array<std::uint64_t, kWarp>, kMaxWarps> last_stop_{};   // where each lane of a warp had stopped when it last did
    std::uint32_t may_follow_ = 0;   // lanes that go on before they meet others
    bool stopped_alike_ = true;      // they have stopped in the same iteration
    std::uint64_t path_ = 0;         // of the latest load
    std::uint32_t in_path_ = 0;      // those of them that have stopped in its iteration
    bool log_swaps_ = false;         // the warp's log has a compare-and-swap
    bool swaps_ = false;             // some log of this launch had one
    bool first_block_ = true;        // no block of this launch has ended: it is not known yet whether a log will have one
};

}  // namespace halo::engine
