#pragma once
// A cache for pencil and paper: it keeps a few lines and, when it is full, drops the one that was not used for longest.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace halo::cpu {

/// How often such a cache fetches a line from memory.
class Lines {
public:
    /// `length`: elements of a line. `room`: lines that the cache keeps.
    Lines(int length, std::size_t room) : length_(length), room_(room) {}

    void touch(long element)
    {
        const long line = element / length_;
        const auto found = std::find(kept_.begin(), kept_.end(), line);
        if (found != kept_.end()) {
            kept_.erase(found);
        } else {
            ++fetched_;
            if (kept_.size() == room_) kept_.erase(kept_.begin());
        }
        kept_.push_back(line);              // the last one is the one used last
    }

    long fetched() const { return fetched_; }

private:
    long length_, fetched_ = 0;
    std::size_t room_;
    std::vector<long> kept_;
};

/// Lines fetched while `order` swaps the elements of an n × n matrix, row-major from a line's beginning.
template <class Order>
long lines_fetched(int n, Lines cache, Order&& order)
{
    order([&](int y, int x) {
        cache.touch(long(y) * n + x);
        cache.touch(long(x) * n + y);
    });
    return cache.fetched();
}

}  // namespace halo::cpu
