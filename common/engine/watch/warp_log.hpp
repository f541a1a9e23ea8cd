#pragma once
// The engine runs the lanes of a warp one after another. The log groups their accesses into the warp's instructions.

#include <cstdint>
#include <memory>
#include <utility>

#include "engine/watch/access.hpp"
#include "engine/watch/loop_paths.hpp"

namespace halo::engine {

/// By what a request is found again at another lane's access. It comes first, so that the check reads one cache line.
struct Guess {
    static constexpr std::uint64_t kNone = std::uint64_t(1) << 32;   ///< equals no key

    /// The request's key, if the request before it in memory is also the one before it in the log; else kNone.
    std::uint64_t expected = kNone;
    /// From `low` to `low + span`, an access of this size is in the array of the first lane.
    std::uintptr_t low = 0;
    std::uint64_t span = 0;
};

/// Until complete(), the offsets count from Guess::low, and those of absent lanes mean nothing. The values are neither cleared nor
/// copied with the rest.
struct alignas(64) LoggedRequest : Guess, Request {
    std::array<std::uint32_t, kWarp> stored{};   ///< see Request::value

    std::uint32_t below() const { return static_cast<std::uint32_t>(address - low); }
};

/// Requests in an order that agrees with the program order of every lane. The first lane records it; each following lane
/// walks along and finds, usually at once, the request that its access belongs to. A lane that took another branch skips
/// requests that it did not make and inserts its own.
///
/// Lanes share a request if they reached the same place in the
/// program, in the same iteration of its loops, for the n-th time.
class WarpLog {
public:
    /// The lane that begins a log stops here, so that the log stays in the cache.
    static constexpr unsigned kFirstLane = 160;
    /// No lane adds beyond this; the extra room lets the others reach the iteration in which the first one stopped.
    static constexpr unsigned kCapacity = kNear;

    WarpLog() : requests_(std::make_unique<LoggedRequest[]>(kCapacity + 2)) { clear(); }

    /// A lane begins, or continues after the log was emptied.
    void begin_lane(unsigned lane)
    {
        last_ = head();
        lane_ = lane;
        lane_bit_ = 1u << lane;
    }
    unsigned lane() const { return lane_; }

    /// The next request in the log, if the lane's access belongs to it; else nullptr: see renew and find_or_add.
    ///
    /// Requests usually follow each other in memory, too. Checking that guess, rather than following the pointer, lets
    /// the processor continue without waiting for the load.
    LoggedRequest* next(std::uint32_t key, std::uintptr_t address)
    {
        LoggedRequest* request = last_ + 1;
        if (request->expected != key) return nullptr;
        const std::uintptr_t distance = address - request->low;
        if (distance > request->span) return nullptr;   // in another array, or in none
        return joined(request, static_cast<std::int32_t>(distance));
    }

    /// Adds a request like the one that an earlier warp of the launch made at this point of its log, if that came from the same
    /// place in the program and this address is in the same array; else nullptr. Only the addresses differ.
    LoggedRequest* renew(std::uint32_t key, std::uintptr_t site, std::uint64_t path, std::uintptr_t address, std::uint32_t bytes, Access kind)
    {
        if (used_ >= known_ || last_ != &requests_[used_] || last_->next != nullptr || closed_ || full()) return nullptr;
        LoggedRequest& known = requests_[used_ + 1];
        const bool same = known.key == key && known.site == site && known.bytes == bytes && known.step == bytes && known.kind == kind && !known.strong;
        if (!same || address - known.low > known.span || known.span > INT32_MAX) return nullptr;
        known.where += address - known.address;
        known.address = address;
        known.path = path;
        known.changed = 0;
        return add(known);
    }

    /// nullptr: the log is full, and the lane must pause before this access.
    LoggedRequest* find_or_add(const Request& wanted, std::uintptr_t low, std::uint64_t span);

    bool empty() const { return used_ == 0; }

    /// Gives each request its lanes' offsets from Request::where. To be called once, before look() and take().
    void complete();

    /// Calls `visit(request)` for each request in order, and empties the log.
    template <class Visit>
    void take(Visit visit)
    {
        for (LoggedRequest* request = head()->next; request != nullptr; request = request->next) visit(*request);
        clear();
    }
    void clear()
    {
        for (unsigned i = 1; i <= used_; ++i) requests_[i].expected = Guess::kNone;
        head()->next = nullptr;
        used_ = 0;
        closed_ = false;
        stopped_ = 0;
    }

    /// Lanes that have made an access since the log was empty.
    std::uint32_t lanes() const
    {
        std::uint32_t out = 0;
        look([&](const Request& r) { out |= r.lanes; });
        return out;
    }
    /// The launch ends early: each lane has stopped in its last access.
    void cut_off()
    {
        look([this](const Request& r) {
            stopped_ |= r.lanes;
            for_each_lane(r.lanes, [&](unsigned lane) { stopped_in_[lane] = r.path; });
        });
    }
    /// Lanes that have stopped because the log is full or they were cut off, and the iterations of loops in which each did.
    std::uint32_t stopped() const { return stopped_; }
    std::uint64_t stopped_in(unsigned lane) const { return stopped_in_[lane]; }
    /// These lanes need not stop where others had to, because those may be waiting for them.
    void let_go_on(std::uint32_t lanes) { going_on_ = lanes; }

    /// Another launch begins: what earlier warps did does not guide.
    void forget() { known_ = 0; }

    /// Calls `visit(request)` for each request after `after`, or for all of them, in order.
    template <class Visit>
    void look(Visit visit, const Request* after = nullptr) const
    {
        for (const Request* r = (after != nullptr ? after : head())->next; r != nullptr; r = r->next) visit(*r);
    }

private:
    LoggedRequest* joined(LoggedRequest* request, std::int32_t offset)
    {
        request->offset[lane_] = offset;
        request->lanes |= lane_bit_;
        last_ = request;
        return request;
    }
    bool full() const { return used_ >= (used_ == 0 || lane_ == first_lane_ ? kFirstLane : kCapacity); }
    /// Makes the next free request the lane's last, after the one that was its last so far.
    LoggedRequest* add(LoggedRequest& added)
    {
        if (used_ == 0) first_lane_ = lane_;
        ++used_;
        const bool in_memory_too = last_ + 1 == &added;
        added.expected = in_memory_too ? added.key : Guess::kNone;
        if (!in_memory_too) last_[1].expected = Guess::kNone;
        added.lanes = lane_bit_;
        added.offset[lane_] = static_cast<std::int32_t>(added.below());
        added.next = std::exchange(last_->next, &added);
        return last_ = &added;
    }

    bool skip_earlier_turns(std::uint64_t path);
    LoggedRequest* stop_in(std::uint64_t path)
    {
        stopped_ |= lane_bit_;
        stopped_in_[lane_] = path;
        return nullptr;
    }

    /// Not a request itself: its `next` is the first one.
    LoggedRequest* head() const { return requests_.get(); }

    LoggedRequest* last_ = nullptr;        // the lane's last request
    unsigned lane_ = 0;
    std::uint32_t lane_bit_ = 1;
    unsigned first_lane_ = 0;              // the lane that began the log
    unsigned used_ = 0;
    unsigned known_ = 0;                   // how many requests hold what some warp of this launch did
    bool closed_ = false;                  // a lane has found it full
    std::uint32_t going_on_ = 0;           // lanes for which that does not matter
    std::uint32_t stopped_ = 0;
    std::array<std::uint64_t, kWarp> stopped_in_{};
    std::unique_ptr<LoggedRequest[]> requests_;
};

/// Of two stores to one place by lanes of a warp, `mine` and an earlier one in program order of the log: was `mine` made later, too?
/// Between two stops of the warp each lane runs through all of its accesses, so there the order of the lanes decides.
bool stored_later(const Request& mine, unsigned lane, std::uintptr_t place, unsigned earlier, const BlockState& block);

}  // namespace halo::engine
