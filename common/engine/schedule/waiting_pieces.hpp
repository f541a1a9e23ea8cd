#pragma once
// What the threads of a block keep that wait between two pieces of their kernel, one after the other, so that they fill few lines of the
// cache.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/headers/halo/pieces.hpp"
#include "engine/schedule/stacks.hpp"

namespace halo::engine {

/// While the threads go on with what they kept at one barrier, they come to the next: so there are two buffers.
class WaitingPieces {
public:
    /// For as many threads. Nothing that was taken before remains.
    void make_room(std::size_t threads)
    {
        if (threads <= threads_) return;
        threads_ = threads;
        for (auto& buffer : buffers_) buffer = std::make_unique_for_overwrite<std::byte[]>(threads * halo_engine::Piece::bytes(halo_engine::Piece::kMostWords));
        release();
    }
    /// Room for a thread's variables. It remains until the second release().
    halo_engine::Piece* take(std::size_t words)
    {
        std::byte* const place = next_;
        next_ += halo_engine::Piece::bytes(words);
        return reinterpret_cast<halo_engine::Piece*>(place);
    }
    /// The threads pass a barrier, or a block begins.
    void release()
    {
        filled_ = 1 - filled_;
        next_ = buffers_[filled_].get();
    }

    /// Where a thread continues: an address in its stack, or its piece. Both are even, so the last bit tells them apart.
    static Context as_context(halo_engine::Piece* piece) { return reinterpret_cast<char*>(piece) + 1; }
    /// nullptr if the thread has a stack.
    static halo_engine::Piece* piece_of(Context context)
    {
        if (reinterpret_cast<std::uintptr_t>(context) % 2 == 0) return nullptr;
        return reinterpret_cast<halo_engine::Piece*>(static_cast<char*>(context) - 1);
    }

private:
    std::unique_ptr<std::byte[]> buffers_[2];
    std::byte* next_ = nullptr;
    unsigned filled_ = 0;
    std::size_t threads_ = 0;
};

}  // namespace halo::engine
