#pragma once
// What the threads of one block know of each other, and of other blocks, from fences and atomics.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/watch/releases.hpp"

namespace halo::engine {

struct BlockState;

/// A fence for the threads of the block, or for all threads of the device.
enum class FenceScope { block, device };

/// Nothing is kept until the launch's first fence, other than each thread's last atomic access.
///
/// A barrier or a meeting after an atomic access acquires like a fence does: CUDA's own programs for the last block of a
/// reduction have no other one.
class BlockOrder {
public:
    void block_begins(Releases* of_launch);
    /// An atomic access, or one to a volatile word: before it is carried out. True: atomic() is to be called, too.
    bool note_atomic(unsigned thread, std::uintptr_t address)
    {
        any_atomic_ = has_atomics_ = true;
        last_atomic_[thread] = address;
        return launch_->any();
    }
    /// `only_block`: the word is in shared memory, or the access is atomic for the block alone. True: a store that announces what the thread did, because it follows a fence, with no
    /// load of a volatile word in between.
    bool atomic(unsigned thread, std::uintptr_t address, bool only_block, bool stores);
    /// All that the thread did before has been passed to the watchers.
    void fence(const BlockState& block, unsigned thread, FenceScope scope);
    void meeting(unsigned warp, std::uint32_t lanes);
    void barrier();

    /// Threads of the block have made atomic accesses.
    bool has_atomics() const { return has_atomics_; }
    /// Whether an access of any block, at this stamp, is ordered before what `mine` does now.
    bool ordered(std::uint64_t block, unsigned thread, std::uint32_t stamp, unsigned mine) const
    {
        return used_ && covered(block, thread, stamp, mine);
    }
    /// The block has itself updated this word: so it comes after the updates that its own has seen.
    bool has_updated(std::uintptr_t address) const { return used_ && updated_.contains(address / 8); }

private:
    struct Thread {
        ReleaseSet known;                        // happened before what it does now
        ReleaseSet released_to_block, released;  // what its atomic accesses release: to the block, and to all blocks
        std::vector<std::uintptr_t> atomics;     // since its last fence
        std::uint32_t number = 0;                // of the release at its last fence
        bool fenced = false, published = false;
        bool announces = false;                  // the next store does
    };

    Thread& of(unsigned thread);
    void acquire(unsigned thread, Thread& state);
    bool covered(std::uint64_t block, unsigned thread, std::uint32_t stamp, unsigned mine) const;

    Releases* launch_ = nullptr;
    bool used_ = false;                          // some thread of the block has passed a fence, or acquired something
    bool any_atomic_ = false, has_atomics_ = false;            // since the last barrier; ever
    std::array<std::uintptr_t, 1024> last_atomic_{};           // by thread; 0: none
    std::unordered_map<unsigned, Thread> threads_;             // those that differ from the block as a whole
    std::unordered_map<std::uintptr_t, ReleaseSet> published_; // to the block
    std::unordered_set<std::uintptr_t> updated_;               // pairs of words
    ReleaseSet known_, released_;                              // of all its threads, since the last barrier
    Release::Stamps before_;                                   // see Release; null: not needed since the last barrier
};

}  // namespace halo::engine
