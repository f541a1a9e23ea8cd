#include "engine/watch/warp_log.hpp"

#include <algorithm>

namespace halo::engine {

namespace {

// See halo/loops.hpp: a loop's first iteration is outer * kNest + something, and each iteration adds kTurn.
constexpr std::uint32_t kTurn = 0x9e3779b1u, kNest = 0x85ebca6bu, kOpening = 0xc2b2ae35u;
constexpr std::uint32_t kInverse = 0x0e8b2f51u;
static_assert(kTurn * kInverse == 1);

constexpr int kFarTurns = 1 << 11, kFarOuterTurns = 24;   // farther apart, a match would be chance

/// `distance` as a number of iterations of one loop; 0 also when it is not one.
int turns(std::uint32_t distance)
{
    const auto count = static_cast<std::int32_t>(distance * kInverse);
    return -kFarTurns < count && count < kFarTurns ? count : 0;
}

/// `distance` as iterations of the outer of two loops, for any number of the inner one; 0 also when it is neither.
int outer_turns(std::uint32_t distance)
{
    for (int outer = 1; outer <= kFarOuterTurns; ++outer)
        for (const int sign : {1, -1}) {
            const std::uint32_t rest = distance - std::uint32_t(sign * outer) * kNest * kTurn;
            if (rest == 0 || turns(rest) != 0) return sign * outer;
        }
    return 0;
}

/// Positive: `path` is in a later iteration than `than` of a loop around both; negative: in an earlier one; 0: not known.
int later(std::uint32_t path, std::uint32_t than)
{
    if (path == than) return 0;
    if (const int same_loop = turns(path - than)) return same_loop;
    if (const int both_inside = outer_turns(path - than)) return both_inside;
    if (const int outside = outer_turns(path * kNest + kOpening - than)) return outside;
    return outer_turns(path - (than * kNest + kOpening));
}

}  // namespace

/// Moves to where a new request belongs: after what other lanes did in earlier iterations of the loop. True: other lanes
/// have already been in later ones.
bool WarpLog::skip_earlier_turns(std::uint32_t path)
{
    LoggedRequest* place = last_;
    bool before_others = false;
    for (LoggedRequest* request = last_->next; request != nullptr && !before_others; request = request->next) {
        // The second of two consecutive loops starts counting again.
        const bool next_loop = turns(path - request->path) > 0 && turns(request->path - place->path) < 0;
        const int ahead = later(path, request->path);
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
    const bool before_others = skip_earlier_turns(wanted.path);
    if (closed_ && !before_others) return nullptr;
    if (full()) {
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
#pragma GCC unroll 4
        for (unsigned lane = 0; lane < kWarp; ++lane) {   // without a branch: four lanes at a time
            const bool took_part = (request->lanes & kLaneBit[lane]) != 0;
            request->offset[lane] = static_cast<std::int32_t>((std::uint32_t(request->offset[lane]) - below) & (took_part ? ~0u : 0u));
        }
    }
}

}  // namespace halo::engine
