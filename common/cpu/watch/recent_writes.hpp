#pragma once
// What the blocks that run at the same time stored. Whether a store leaves another value than it found is a question of
// when, if two host threads run two blocks: then the values themselves are compared.

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cpu/watch/pattern.hpp"

namespace halo::cpu {

/// The stores to global memory of one host thread's blocks: of the one that runs, and of those that ended while another host
/// thread ran a block that it still runs. Times are numbers of RecentWrites.
class WriteLog {
public:
    static constexpr std::uint64_t kIdle = std::numeric_limits<std::uint64_t>::max();

    void launch_begins();
    /// The block before it has ended. Those that ended before `oldest` are not asked for any more.
    void block_begins(std::uint64_t block, std::uint64_t now, std::uint64_t oldest);
    void add(const Request& write, const Pattern&);
    /// When the block that runs began, or kIdle.
    std::uint64_t began() const { return began_; }
    /// What `block` stored last in `bytes` bytes at `address`, as in Request::value; nothing if that is not known.
    std::optional<std::uint32_t> find(std::uint64_t block, std::uintptr_t address, std::uint32_t bytes);

private:
    // More than a host thread stores while the system lets another one wait; beyond it the oldest block is forgotten.
    static constexpr std::size_t kKept = 1 << 14;

    struct Write {
        std::uintptr_t where;                       // of the first lane, if they are side by side
        std::uint32_t lanes, bytes;
        bool row;
        std::array<std::uint32_t, kWarp> value;
    };
    using Offsets = std::array<std::int32_t, kWarp>;   // as in Request; of writes that are no row
    struct Value {
        std::uint32_t bytes, value;
    };
    struct Block {
        std::uint64_t number, ended = kIdle;
        std::size_t first, end = 0;                             // of its writes; `end` once it has ended
        std::size_t sorted = first;                             // up to here they are in by_place, which
        std::unordered_map<std::uintptr_t, Value> by_place{};   // is made when somebody asks
    };

    bool make_room();

    std::uintptr_t place(std::size_t write, unsigned lane) const;

    std::unique_ptr<Write[]> ring_;
    std::unique_ptr<Offsets[]> offsets_;
    // Counts of writes since the launch began; the host thread that writes takes no lock.
    std::atomic<std::size_t> written_{0};
    std::size_t kept_ = 0;
    bool full_ = false;                     // the block that runs stored more than there is room for
    std::mutex mutex_;
    std::deque<Block> blocks_;
    alignas(64) std::atomic<std::uint64_t> began_{kIdle};   // others look at it
};

/// The logs of all host threads that run blocks of one launch.
class RecentWrites {
public:
    explicit RecentWrites(unsigned host_threads) : logs_(host_threads) {}

    void join(WriteLog& log);
    void block_begins(WriteLog& own, std::uint64_t block);
    std::optional<std::uint32_t> find_elsewhere(const WriteLog& own, std::uint64_t block, std::uintptr_t address, std::uint32_t bytes);

private:
    std::vector<std::atomic<WriteLog*>> logs_;
    std::atomic<std::size_t> joined_{0};
    alignas(64) std::atomic<std::uint64_t> now_{0};
};

}  // namespace halo::cpu
