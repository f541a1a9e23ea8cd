#pragma once
// Question: who stored this byte, and what did that thread read before? Only while it is switched on: every access is then
// recorded, one by one, and blocks run on one host thread.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/watch/access.hpp"
#include "findings/history.hpp"

namespace halo::engine {

/// An access of one thread, before it happens.
struct RecordedAccess {
    std::uintptr_t address = 0;
    std::uint64_t where = 0;           ///< shared: offset; else: address
    std::uintptr_t site = 0;
    std::uint32_t bytes = 0;
    std::uint32_t step = 0;            ///< bytes that one instruction moves, as in Request; 0: all
    Access kind = Access::read;
    Space space = Space::global;
    bool texture = false;
    std::uint32_t thread = 0;          ///< linear in the block
    std::uint32_t path = 0;            ///< iterations of the enclosing loops: the lower half of the thread's loop_path
    std::uint32_t barriers = 0;        ///< that its block had passed
    std::array<unsigned char, 16> value{};   ///< reads: the first bytes of what is read

    bool holds(std::uint64_t place) const { return place - where < bytes; }
};

/// A lane took the value of another one, in registers.
struct RecordedExchange {
    int line = 0, number = 0;          ///< of the call
    std::uint32_t thread = 0, source = 0;       ///< linear in the block
    std::uint32_t path = 0, barriers = 0;       ///< as of an access
    std::size_t accesses = 0;          ///< of the block that came before
};

/// Who stored a byte of device memory, or of host memory that a copy filled from it.
struct StoreRecord {
    std::uintptr_t byte = 0;           ///< in device memory; 0: no store is known
    std::uintptr_t site = 0, first_site = 0;
    std::uint64_t block = 0, first_block = 0;     ///< linear in the grid
    std::uint32_t thread = 0, first_thread = 0;   ///< linear in the block; first: of this launch
    std::uint32_t launch = 0, times = 0;
    std::uint32_t copy = 0;            ///< number of the copy that brought it here, from 1; 0: none
    Access kind = Access::write;
    bool several = false;              ///< more than one thread of this launch
};

struct RecordedLaunch {
    std::uint32_t kernel = 0;          ///< number of the kernel's name in the session
    Index3 grid, block;
};

/// A launch or copy by host code.
struct RecordedStep {
    Place at;                          ///< of a launch: where it begins, as the translator wrote it down
    std::vector<std::uintptr_t> call;  ///< of a copy: return addresses, the call's own first
    std::uint32_t kernel = 0;          ///< number of the kernel's name in the session
    bool launch = false;
    CopySide target, source;           ///< their names are known only while it runs
    std::uint64_t copied = 0;
};

class Recorder {
public:
    static Recorder& instance();

    /// Forgets everything when switched on.
    void switch_stores(bool on);
    /// Also records all accesses of one block.
    void switch_block(std::uint32_t launch, const Index3& block);
    bool on() const { return on_; }

    void launch_begins(const RecordedLaunch& launch) { launches_.push_back(launch); }
    void step(RecordedStep step);
    void access(const BlockState& block, const RecordedAccess& access);
    void exchange(const BlockState& block, RecordedExchange exchange);
    /// The threads of the block pass a barrier in this line.
    void barrier(const BlockState& block, int line);
    /// Of `bytes` bytes. `call`: return addresses, the call's own first.
    void copied(std::uintptr_t target, std::uintptr_t source, std::uint64_t bytes, const std::vector<std::uintptr_t>& call);
    /// The bytes no longer hold what a kernel stored.
    void filled(std::uintptr_t target, std::uint64_t bytes);

    /// nullptr: no store is known.
    const StoreRecord* last_store(std::uintptr_t address) const;
    std::size_t launches() const { return launches_.size(); }
    const RecordedLaunch& launch(std::uint32_t number) const { return launches_.at(number - 1); }
    const std::vector<std::uintptr_t>& copy_call(std::uint32_t copy) const { return copies_.at(copy - 1); }
    const std::vector<RecordedStep>& steps() const { return steps_; }

    struct RecordedBlock {
        std::uint32_t launch = 0;      ///< 0: none was asked for
        Index3 index;
        DynamicArray dynamic;
        std::uint32_t dynamic_bytes = 0;
        std::vector<RecordedAccess> accesses;   ///< in the order in which they happened
        std::vector<RecordedExchange> exchanges;        ///< likewise
        std::vector<int> barriers;              ///< their lines, in order
    };
    const RecordedBlock& block() const { return block_; }

private:
    static constexpr std::uintptr_t kBytesOfPage = 4096;
    using Page = std::array<StoreRecord, kBytesOfPage>;

    bool follows(const BlockState& block) const { return block_.launch == launches_.size() && block_.index == block.index; }
    StoreRecord& record(std::uintptr_t byte);
    void store(const BlockState& block, std::uintptr_t byte, const RecordedAccess& access);

    bool on_ = false;
    std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> pages_;
    std::vector<RecordedLaunch> launches_;
    std::vector<RecordedStep> steps_;
    std::vector<std::vector<std::uintptr_t>> copies_;
    std::map<std::vector<std::uintptr_t>, std::uint32_t> copy_numbers_;
    RecordedBlock block_;
};

}  // namespace halo::engine
