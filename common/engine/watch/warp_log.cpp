#include "engine/watch/warp_log.hpp"

#include <utility>

namespace halo::engine {

namespace {

// See halo/loops.hpp: a loop's first turn is outer * kNest + something, and each turn adds kTurn.
constexpr std::uint32_t kTurn = 0x9e3779b1u, kNest = 0x85ebca6bu, kOpening = 0xc2b2ae35u;
constexpr std::uint32_t kInverse = 0x0e8b2f51u;
static_assert(kTurn * kInverse == 1);

constexpr int kFarTurns = 1 << 11, kFarOuterTurns = 24;   // beyond them chance would find turns that are none

/// `distance` as turns of one loop; 0 also when it is none.
int turns(std::uint32_t distance)
{
    const auto count = static_cast<std::int32_t>(distance * kInverse);
    return -kFarTurns < count && count < kFarTurns ? count : 0;
}

/// `distance` as turns of the outer loop of two, whatever those of the inner one; 0 also when it is none.
int outer_turns(std::uint32_t distance)
{
    for (int outer = 1; outer <= kFarOuterTurns; ++outer)
        for (const int sign : {1, -1}) {
            const std::uint32_t rest = distance - std::uint32_t(sign * outer) * kNest * kTurn;
            if (rest == 0 || turns(rest) != 0) return sign * outer;
        }
    return 0;
}

/// More than 0: `path` is in a later turn than `than` of a loop that is around both; less: in an earlier one; 0: not known.
int later(std::uint32_t path, std::uint32_t than)
{
    if (path == than) return 0;
    if (const int same_loop = turns(path - than)) return same_loop;
    if (const int both_inside = outer_turns(path - than)) return both_inside;
    if (const int outside = outer_turns(path * kNest + kOpening - than)) return outside;
    return outer_turns(path - (than * kNest + kOpening));
}

}  // namespace

/// Where something new goes: behind what other lanes did in earlier turns of the loop. True: they have been in later ones.
bool WarpLog::skip_earlier_turns(std::uint32_t path)
{
    LoggedRequest* place = last_;
    bool before_others = false;
    for (LoggedRequest* request = last_->next; request != nullptr && !before_others; request = request->next) {
        // Of two loops that follow each other the second counts its turns anew.
        const bool next_loop = turns(path - request->path) > 0 && turns(request->path - place->path) < 0;
        const int ahead = later(path, request->path);
        before_others = ahead < 0 || next_loop;
        if (ahead > 0 && !next_loop) place = request;
    }
    last_ = place;
    return before_others;
}

LoggedRequest* WarpLog::find_or_add(const Request& wanted)
{
    // Only ahead: looking back would turn the lane's own program order around.
    for (LoggedRequest* request = last_->next; request != nullptr; request = request->next)
        if (const auto distance = static_cast<std::int64_t>(wanted.where - request->where);
            request->key == wanted.key && request->space == wanted.space && request->bytes == wanted.bytes &&
            distance == std::int32_t(distance))   // or too far to be written down
            return joined(request, static_cast<std::int32_t>(distance));

    // Where one lane had to stop the others stop too, or the next log would begin in different turns of a loop.
    const bool before_others = skip_earlier_turns(wanted.path);
    if (closed_ && !before_others) return nullptr;
    if (used_ == 0) first_lane_ = lane_;
    if (used_ >= (lane_ == first_lane_ ? kFirstLane : kCapacity)) {
        closed_ = true;
        return nullptr;
    }
    LoggedRequest& added = requests_[++used_];   // behind the head
    static_cast<Request&>(added) = wanted;
    added.value = added.stored.data();
    added.lanes = 1u << lane_;
    added.next = std::exchange(last_->next, &added);
    return last_ = &added;
}

}  // namespace halo::engine
