#pragma once
// The lanes of a warp run one after another here. The log puts their accesses side by side as they come.

#include <cstdint>
#include <memory>

#include "engine/watch/access.hpp"

namespace halo::engine {

/// The values have their place here, and are neither cleared nor copied with the rest.
struct alignas(64) LoggedRequest : Request {
    std::array<std::uint32_t, kWarp> stored{};   ///< see Request::value
};

/// Requests in an order that agrees with the program order of every lane. The first lane writes it down; each following
/// lane walks along it and finds, mostly at once, the request it belongs to. A lane that took another way leaves out
/// what it did not do, and puts in what only it did.
///
/// Lanes belong together that came by one place in the program in the same turn of its loops, for the n-th time.
class WarpLog {
public:
    /// The lane that begins a log stops here, so that the log stays in the cache.
    static constexpr unsigned kFirstLane = 160;
    /// No lane adds beyond this; the room lets the others reach the turn of the loop where the first one stopped.
    static constexpr unsigned kCapacity = 512;

    WarpLog() : requests_(std::make_unique<LoggedRequest[]>(kCapacity + 1)) { clear(); }

    /// A lane begins, or goes on after the log was emptied.
    void begin_lane(unsigned lane)
    {
        last_ = head();
        lane_ = lane;
    }
    unsigned lane() const { return lane_; }

    /// The request that the lane's access belongs to if it is the next one in the log; else nullptr: see find_or_add.
    ///
    /// Requests mostly follow each other in memory too. That it is so is looked up, not where the next one is: the
    /// processor need not wait for the one before it goes on to the next.
    LoggedRequest* next(std::uint32_t key, std::uintptr_t address)
    {
        LoggedRequest* request = last_ + 1;
        if (last_->next != request || request->key != key) return nullptr;
        const std::uintptr_t distance = address - request->address;
        if (distance + request->below > request->span) return nullptr;   // of some other array, or outside of all
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

    /// Calls `visit(request)` for each request behind `behind`, or for all of them, in order.
    template <class Visit>
    void look(Visit visit, const Request* behind = nullptr) const
    {
        for (const Request* r = (behind != nullptr ? behind : head())->next; r != nullptr; r = r->next) visit(*r);
    }

private:
    LoggedRequest* joined(LoggedRequest* request, std::int32_t offset)
    {
        request->offset[lane_] = offset;
        request->lanes |= 1u << lane_;
        last_ = request;
        return request;
    }

    bool skip_earlier_turns(std::uint32_t path);

    /// No request: its `next` is the first one.
    LoggedRequest* head() const { return requests_.get(); }

    LoggedRequest* last_ = nullptr;        // that the lane had part in
    unsigned lane_ = 0;
    unsigned first_lane_ = 0;              // that began the log
    unsigned used_ = 0;
    bool closed_ = false;                  // a lane found it full
    std::unique_ptr<LoggedRequest[]> requests_;
};

}  // namespace halo::engine
