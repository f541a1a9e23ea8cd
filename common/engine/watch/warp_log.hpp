#pragma once
// The engine runs the lanes of a warp one after another. The log groups their accesses into the warp's instructions.

#include <cstdint>
#include <memory>

#include "engine/watch/access.hpp"

namespace halo::engine {

/// Storage for the values, which are neither cleared nor copied with the rest.
struct alignas(64) LoggedRequest : Request {
    std::array<std::uint32_t, kWarp> stored{};   ///< see Request::value
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
    static constexpr unsigned kCapacity = 512;

    WarpLog() : requests_(std::make_unique<LoggedRequest[]>(kCapacity + 1)) { clear(); }

    /// A lane begins, or continues after the log was emptied.
    void begin_lane(unsigned lane)
    {
        last_ = head();
        lane_ = lane;
    }
    unsigned lane() const { return lane_; }

    /// The next request in the log, if the lane's access belongs to it; else nullptr: see find_or_add.
    ///
    /// Requests usually follow each other in memory, too. Checking that guess, rather than following the pointer, lets
    /// the processor continue without waiting for the load.
    LoggedRequest* next(std::uint32_t key, std::uintptr_t address)
    {
        LoggedRequest* request = last_ + 1;
        if (last_->next != request || request->key != key) return nullptr;
        const std::uintptr_t distance = address - request->address;
        if (distance + request->below > request->span) return nullptr;   // in another array, or in none
        return joined(request, static_cast<std::int32_t>(distance));
    }

    /// nullptr: the log is full, and the lane must pause before this access.
    LoggedRequest* find_or_add(const Request& wanted);

    bool empty() const { return used_ == 0; }

    /// Calls `visit(request)` for each request in order, and empties the log.
    template <class Visit>
    void take(Visit visit)
    {
        for (LoggedRequest* request = head()->next; request != nullptr; request = request->next) visit(*request);
        clear();
    }
    void clear()
    {
        head()->next = nullptr;
        used_ = 0;
        closed_ = false;
    }

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
        request->lanes |= 1u << lane_;
        last_ = request;
        return request;
    }

    bool skip_earlier_turns(std::uint64_t path);

    /// Not a request itself: its `next` is the first one.
    LoggedRequest* head() const { return requests_.get(); }

    LoggedRequest* last_ = nullptr;        // the lane's last request
    unsigned lane_ = 0;
    unsigned first_lane_ = 0;              // the lane that began the log
    unsigned used_ = 0;
    bool closed_ = false;                  // a lane has found it full
    std::unique_ptr<LoggedRequest[]> requests_;
};

}  // namespace halo::engine
