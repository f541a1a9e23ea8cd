#pragma once
// A shadow word of global memory: who used the word last in this launch, where and how.

#include <algorithm>
#include <cstdint>

#include "engine/memory/arena.hpp"

namespace halo::engine {

struct GlobalCell {
    // Bits of a shadow word, lowest first: initialised bytes 4, whole 4, kind 3, changed 1, stamp 10, site 10, thread 10, block 22. `whole` is
    // 15; 0: the word is divided, its bytes have cells of their own, and the kind says only whether any was stored.
    static constexpr unsigned kWhole = 4, kKind = 8, kChanged = 11, kStamp = 12, kSite = 22, kThread = 32, kBlock = 42;
    static constexpr std::uint64_t kLastStamp = 1023, kLastBlock = (1u << 22) - 1;
    static constexpr std::uint64_t kUse = ~std::uint64_t(Arena::kWritten);   // everything that is reset at each launch

    /// Equal for reads of one block at one stamp.
    static constexpr std::uint64_t kSameReaders = ~0ull << kBlock | ((1ull << 10) - 1) << kStamp | 7ull << kKind;

    enum Kind : std::uint64_t {
        unused,
        read,               ///< by one thread
        read_by_threads,    ///< by several threads of one block; latest stamp, lowest thread
        read_by_blocks,     ///< by several blocks
        written,
        updated,            ///< atomically; `changed` says that it was so for the threads of one block alone
        reported,           ///< a race on this word has been reported; if it is between blocks, the stamp is the former kind
        observed,           ///< read as a volatile word, which may be updated meanwhile
    };

    static std::uint64_t field(std::uint64_t cell, unsigned shift, unsigned bits) { return cell >> shift & ((1ull << bits) - 1); }
    static Kind kind_of(std::uint64_t cell) { return Kind(field(cell, kKind, 3)); }
    static bool is_divided(std::uint64_t use) { return use != 0 && field(use, kWhole, 4) == 0; }
    static std::uint64_t stamp_of(std::uint64_t cell) { return field(cell, kStamp, 10); }
    static unsigned thread_of(std::uint64_t cell) { return unsigned(field(cell, kThread, 10)); }
    static std::uint64_t block_of(std::uint64_t cell) { return cell >> kBlock; }
    static bool same_block(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> kBlock == 0; }
    static bool same_thread(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> kThread == 0; }
    static std::uint64_t with_kind(std::uint64_t cell, Kind kind) { return (cell & ~(7ull << kKind)) | kind << kKind; }
    static bool stores(Kind kind) { return kind == written || kind == updated; }
    /// After two threads of a block have read: the lower one stays. Of reads, `changed` says that they were at different places.
    static std::uint64_t both_readers(std::uint64_t a, std::uint64_t b)
    {
        const bool one_place = field(a, kSite, 10) == field(b, kSite, 10);
        return with_kind(std::min(a, b), read_by_threads) | ((a | b) & 1ull << kChanged) | std::uint64_t(!one_place) << kChanged;
    }
    /// `former`: the kind, if the race is between blocks; else `unused`.
    static std::uint64_t as_reported(std::uint64_t cell, Kind former)
    {
        return with_kind((cell & ~(((1ull << 10) - 1) << kStamp)) | former << kStamp, reported);
    }
};

}  // namespace halo::engine
