#pragma once
// What concurrently running blocks stored. When two host threads run two blocks, whether a store changes the value
// depends on timing, so the values themselves are compared.

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
    /// What `block` stored last in `bytes` bytes at `address`, as in Request::value; empty if that is no longer known.
    std::optional<std::uint32_t> find(std::uint64_t block, std::uintptr_t address, std::uint32_t bytes);

private:
    // kKept is more than a host thread stores while another one is preempted. kDropped entries are dropped at a time,
    // under one lock.
    static constexpr std::size_t kKept = 1 << 14, kDropped = 1 << 10;

    struct Write {
        std::uintptr_t where;                       // of the first lane, if `row`
        std::uint32_t lanes, bytes;
        bool row;
        std::array<std::uint32_t, kWarp> value;
    };
    using Offsets = std::array<std::int32_t, kWarp>;   // as in Request; only for writes that are not a row
    struct Value {
        std::uint32_t bytes, value;
    };
    struct Block {
        std::uint64_t number;
        std::size_t first, end = 0;                             // range of its writes; `end` is set once the next block has begun
        std::size_t sorted = first;                             // writes before this one are in by_place
        std::unordered_map<std::uintptr_t, Value> by_place{};   // filled by find()
    };

    void make_room(std::uint64_t block, std::size_t count);
    std::uintptr_t place(std::size_t write, unsigned lane) const;

    // Writes are numbered from the start of the launch.
    std::unique_ptr<Write[]> ring_;
    std::unique_ptr<Offsets[]> offsets_;
    std::atomic<std::size_t> written_{0};
    std::size_t room_ = 0;                  // writes before this one overwrite none that is still kept
    std::uint64_t block_ = 0;
    std::mutex mutex_;
    std::size_t kept_ = 0;                  // the first write still kept
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
