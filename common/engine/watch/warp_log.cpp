#include "engine/watch/warp_log.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/headers/halo/loops.hpp"

namespace halo::engine {

namespace {

using halo_engine::kNest, halo_engine::kTurn;

/// The number whose product with `odd` is 1. Each step doubles the bits that are right: 3, 6, … 96.
constexpr std::uint64_t inverse(std::uint64_t odd)
{
    std::uint64_t out = odd;
    for (int step = 0; step < 5; ++step) out *= 2 - odd * out;
    return out;
}

/// The iterations of a path as digits, see halo/loops.hpp.
std::uint64_t digits(std::uint64_t path)
{
    constexpr std::uint64_t kInverse = inverse(kTurn);
    static_assert(kTurn * kInverse == 1);
    return path * kInverse;
}

int depth(std::uint64_t digits)
{
    int out = 0;
    for (; digits != 0; digits /= kNest) ++out;
    return out;
}

/// Positive: `path` is in a later iteration than `than` of a loop around both; negative: in an earlier one; 0: in the same
/// iteration of every loop around both.
std::int64_t later(std::uint64_t path, std::uint64_t than)
{
    std::uint64_t ours = digits(path), theirs = digits(than);
    const auto distance = static_cast<std::int64_t>(ours - theirs);
    const int inside = depth(ours) - depth(theirs);
    // Iteration kNest of a loop has a digit more than the one before.
    const bool one_loop = ours != 0 && theirs != 0 && std::abs(distance) < WarpLog::kCapacity;
    if (inside == 0 || one_loop) return distance;
    for (int i = 0; i < inside; ++i) ours /= kNest;
    for (int i = inside; i < 0; ++i) theirs /= kNest;
    return static_cast<std::int64_t>(ours - theirs);
}

}  // namespace

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

/// A load that begins a compare-and-swap loop is recognised by the swap behind it in the log, so a lane should not stop in between. Where
/// there may be swaps, it stops at another iteration only, or behind a loop.
bool WarpLog::within_swap(const Request& wanted) const
{
    if (!(has_atomics_ || first_warp_) || last_ == head()) return false;
    return later(wanted.path, last_->path) == 0 && depth(digits(wanted.path)) >= depth(digits(last_->path));
}

LoggedRequest* WarpLog::find_or_add(const Request& wanted, std::uintptr_t low, std::uint64_t span)
{
    // Search forward only: going back would reverse the lane's own program order.
    for (LoggedRequest* request = last_->next; request != nullptr; request = request->next)
        if (const auto distance = static_cast<std::int64_t>(wanted.where - request->where);
            request->key == wanted.key && request->space == wanted.space && request->bytes == wanted.bytes &&
            distance == std::int32_t(distance))   // or else the distance does not fit
            return joined(request, static_cast<std::int32_t>(std::uint32_t(distance) + request->below()));

    has_atomics_ |= wanted.kind == Access::atomic;
    const bool goes_on = (closed_ || full()) && used_ < kCapacity && within_swap(wanted);
    // Where one lane had to stop, the others stop too: otherwise the next log would start in different iterations of a
    // loop.
    const bool before_others = last_->next != nullptr && skip_earlier_turns(wanted.path);
    if (closed_ && !goes_on && !before_others && (going_on_ >> lane_ & 1) == 0) return nullptr;
    if (full() && !goes_on) {
        closed_ = true;
        return nullptr;
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
