#include "engine/watch/warp_log.hpp"

#include <algorithm>

namespace halo::engine {

/// Moves to where a new request belongs: after what other lanes did in earlier iterations of the loop. True: other lanes
/// have already been in later ones.
bool WarpLog::skip_earlier_turns(std::uint64_t path)
{
    LoggedRequest* place = last_;
    bool before_others = false;
    for (LoggedRequest* request = last_->next; request != nullptr && !before_others; request = request->next) {
        const std::int64_t ahead = later(path, request->path);
        // The second of two consecutive loops starts counting again.
        const bool next_loop = ahead > 0 && later(request->path, place->path) < 0;
        before_others = ahead < 0 || next_loop;
        if (ahead > 0 && !next_loop) place = request;
    }
    last_ = place;
    return before_others;
}

LoggedRequest* WarpLog::find_or_add(const Request& wanted, std::uintptr_t low, std::uint64_t span)
{
    // Search forward only: going back would reverse the lane's own program order.
    for (LoggedRequest* request = last_->next; request != nullptr; request = request->next)
        if (const auto distance = static_cast<std::int64_t>(wanted.where - request->where);
            request->key == wanted.key && request->space == wanted.space && request->bytes == wanted.bytes &&
            distance == std::int32_t(distance))   // or else the distance does not fit
            return joined(request, static_cast<std::int32_t>(std::uint32_t(distance) + request->below()));

    // Where one lane had to stop, the others stop too: otherwise the next log would start in different iterations of a
    // loop.
    const bool before_others = last_->next != nullptr && skip_earlier_turns(wanted.path);
    if (closed_ && !before_others && (going_on_ >> lane_ & 1) == 0) return stop_in(wanted.path);
    if (full()) {
        closed_ = true;
        return stop_in(wanted.path);
    }
    LoggedRequest& added = requests_[used_ + 1];   // 0 is the head
    static_cast<Request&>(added) = wanted;
    added.low = low;
    added.span = span;
    added.value = added.stored.data();
    known_ = std::max(known_, used_ + 1);
    return add(added);
}

namespace {

constexpr std::array<std::uint32_t, kWarp> kLaneBit = [] {
    std::array<std::uint32_t, kWarp> bits{};
    for (unsigned lane = 0; lane < kWarp; ++lane) bits[lane] = 1u << lane;
    return bits;
}();

}  // namespace

void WarpLog::complete()
{
    for (LoggedRequest* request = head()->next; request != nullptr; request = request->next) {
        const std::uint32_t below = request->below();
        request->first = head()->next;
#pragma GCC unroll 4
        for (unsigned lane = 0; lane < kWarp; ++lane) {   // without a branch: four lanes at a time
            const bool took_part = (request->lanes & kLaneBit[lane]) != 0;
            request->offset[lane] = static_cast<std::int32_t>((std::uint32_t(request->offset[lane]) - below) & (took_part ? ~0u : 0u));
        }
    }
}

bool stored_later(const Request& mine, unsigned lane, std::uintptr_t place, unsigned earlier, const BlockState& block)
{
    if (block.lane_rank[lane] > block.lane_rank[earlier]) return true;
    const auto stored = [&](const Request& r) {
        return (r.lanes >> earlier & 1) != 0 && r.kind != Access::read && r.space == mine.space && place - r.place(earlier) < r.bytes;
    };
    // `mine` may be a copy, for one lane; what follows it is the same.
    const LoggedRequest* r = mine.first;
    while (r->next != mine.next && !stored(*r)) r = r->next;
    return !stored(*r);         // it was made before the warp's last stop
}

}  // namespace halo::engine
