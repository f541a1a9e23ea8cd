#pragma once
// What device memory held before a launch stored to it, so that the launch can be undone.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"

namespace halo::engine {

/// Of one launch, for all its host threads. Each calls before it, or what it watches, changes something; so the first call for a place comes before
/// anyone has changed it. Stores without a hook are not undone, except where others store nearby.
class SavedMemory {
public:
    /// `cuda_threads`: of the launch. With it grows how much is copied at a time, and at most.
    explicit SavedMemory(std::uint64_t cuda_threads);

    /// A thread is about to store `bytes` bytes at `address`; `array`: addresses that are in one array, or anywhere in device memory. Returns the
    /// part of it in which a store need not be announced again.
    Range before_store(std::uintptr_t address, std::uint64_t bytes, Range array);
    /// Bytes in the page of this address are about to be marked as initialised.
    void before_marking(std::uintptr_t address);
    /// `place`, of an Allocation, held `former`.
    void changed(std::uint32_t& place, std::uint32_t former);

    /// Running the blocks in order, which needs none of this, is the better way: so much is saved, or there are stores to registered memory, of which
    /// only the words that a kernel may use now can be saved.
    bool is_costly() const { return stores_to_registered_.load(std::memory_order_relaxed) || saved_bytes_.load(std::memory_order_relaxed) > most_bytes_; }

    /// Makes memory what it was. No host thread may run blocks meanwhile.
    void undo();

private:
    struct Piece {
        std::once_flag saved;
        std::unique_ptr<char[]> content;
        std::size_t bytes = 0;
    };
    /// Which bytes of a page are initialised: four bits for each word. Empty: none.
    using Marks = std::unique_ptr<std::array<std::uint8_t, Arena::kPage / 8>>;

    void save(Range piece);

    const std::uint64_t piece_bytes_, most_bytes_;
    std::atomic<std::uint64_t> saved_bytes_{0};
    std::atomic<bool> stores_to_registered_{false};
    std::mutex mutex_;
    std::unordered_map<std::uintptr_t, Piece> pieces_;                          // by address
    std::unordered_map<std::uintptr_t, Marks> marks_;                           // by address of the page
    std::vector<std::pair<std::uint32_t*, std::uint32_t>> numbers_;             // and what each was
};

}  // namespace halo::engine
