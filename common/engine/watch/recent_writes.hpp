#pragma once
// What the blocks that run at the same time stored. Whether a store leaves another value than it found is a question of
// when, if two host threads run two blocks: then the values themselves are compared.

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/watch/pattern.hpp"

namespace halo::engine {

/// The last stores to global memory of the blocks that one host thread runs. Only that thread adds, mostly without a lock.
class WriteLog {
public:
    void launch_begins();
    void add(std::uint64_t block, const Request& write, const Pattern&);
    /// What `block` stored last in `bytes` bytes at `address`, as in Request::value; nothing if that is not known any more.
    std::optional<std::uint32_t> find(std::uint64_t block, std::uintptr_t address, std::uint32_t bytes);

private:
    // More than a host thread stores while the system lets another one wait; some of them are given up under one lock.
    static constexpr std::size_t kKept = 1 << 14, kGivenUp = 1 << 10;

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
        std::uint64_t number;
        std::size_t first, end = 0;                             // of its writes; `end` once another one has begun
        std::size_t sorted = first;                             // up to here they are in by_place, which
        std::unordered_map<std::uintptr_t, Value> by_place{};   // is made when somebody asks
    };

    void make_room(std::uint64_t block, std::size_t count);
    std::uintptr_t place(std::size_t write, unsigned lane) const;

    // Writes are counted since the launch began.
    std::unique_ptr<Write[]> ring_;
    std::unique_ptr<Offsets[]> offsets_;
    std::atomic<std::size_t> written_{0};
    std::size_t room_ = 0;                  // up to here nothing is written over that is still known
    std::uint64_t block_ = 0;
    std::mutex mutex_;
    std::size_t kept_ = 0;                  // from here on they are known
    std::deque<Block> blocks_;
};

/// The logs of all host threads that run blocks of one launch.
class RecentWrites {
public:
    explicit RecentWrites(unsigned host_threads) : logs_(host_threads) {}

    void join(WriteLog& log);
    std::optional<std::uint32_t> find_elsewhere(const WriteLog& own, std::uint64_t block, std::uintptr_t address, std::uint32_t bytes);

private:
    std::vector<std::atomic<WriteLog*>> logs_;
    std::atomic<std::size_t> joined_{0};
};

}  // namespace halo::engine
