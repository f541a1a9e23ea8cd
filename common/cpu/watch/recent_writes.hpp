#pragma once
// What the blocks that run at the same time stored. Whether a store leaves another value than it found is a question of
// when, if two host threads run two blocks: then the values themselves are compared.

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cpu/watch/access.hpp"

namespace halo::cpu {

/// The stores to global memory of one host thread's blocks: of the one that runs, and of those that ended while another host
/// thread ran a block that it still runs. Times are numbers of RecentWrites.
class WriteLog {
public:
    static constexpr std::uint64_t kIdle = std::numeric_limits<std::uint64_t>::max();

    void clear();
    void block_begins(std::uint64_t block, std::uint64_t now);
    void block_ends(std::uint64_t now);
    /// Blocks that ended before `time` are not asked for any more.
    void forget(std::uint64_t time);
    void add(const Request& write);
    /// When the block that runs began, or kIdle.
    std::uint64_t began() const { return began_; }
    /// What `block` stored last in `bytes` bytes at `place`, as in Request::value; nothing if that is not known.
    std::optional<std::uint32_t> find(std::uint64_t block, std::uintptr_t place, std::uint32_t bytes);

private:
    static constexpr std::size_t kMostWrites = 1 << 14;   // of a block, 4.6 MB; of one that writes more, nothing is known

    struct Value {
        std::uint32_t bytes, value;
    };
    struct Block {
        std::uint64_t number = 0, ended = kIdle;
        std::vector<Request> writes;
        std::unordered_map<std::uintptr_t, Value> by_place;   // made when first asked: of the first `sorted` writes
        std::size_t sorted = 0;
    };

    std::mutex mutex_;
    std::deque<Block> blocks_;
    std::atomic<std::uint64_t> began_{kIdle};
};

/// The logs of all host threads that run blocks of one launch.
class RecentWrites {
public:
    void join(WriteLog& log);
    void block_begins(WriteLog& own, std::uint64_t block);
    void block_ends(WriteLog& own);
    std::optional<std::uint32_t> find_elsewhere(const WriteLog& own, std::uint64_t block, std::uintptr_t place, std::uint32_t bytes);

private:
    std::mutex mutex_;
    std::vector<WriteLog*> logs_;
    std::atomic<std::uint64_t> now_{0};
};

}  // namespace halo::cpu
