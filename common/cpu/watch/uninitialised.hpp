#pragma once
// Question: does a thread read a value that nobody wrote?

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cpu/runtime/arena.hpp"
#include "cpu/watch/sightings.hpp"

namespace halo::cpu {

/// Shared memory starts without values in each block; global memory in each allocation.
class Uninitialised {
public:
    void block_begins(const BlockState&, std::size_t shared_words)
    {
        if (words_.size() < shared_words) words_.resize(shared_words);
    }

    void access(const BlockState& block, const ThreadState& thread, const MemoryAccess& access, SightingLog& log)
    {
        if (access.space == Space::shared)
            shared(block, thread, access, log);
        else if (access.space == Space::global && !access.allocation->initialised)
            global(block, thread, access, log);
    }

private:
    struct Word {
        std::uint32_t block = 0;  // first epoch of the block that wrote it
        std::uint8_t mask = 0;    // bytes written
    };

    void shared(const BlockState& block, const ThreadState& thread, const MemoryAccess& access, SightingLog& log)
    {
        const std::uint32_t end = access.offset + access.bytes;
        if (access.kind != Access::write) {
            const std::uint64_t missing = first_missing(access.offset, access.bytes, [&](std::uint64_t word) {
                return words_[word].block == block.first_epoch ? words_[word].mask : std::uint8_t(0);
            });
            if (missing != end) report(block, thread, access, missing, log);
        }
        if (access.kind == Access::read) return;
        for (std::uint32_t byte = access.offset; byte < end;) {
            const std::uint32_t next = std::min(end, (byte / 4 + 1) * 4);
            const auto mask = static_cast<std::uint8_t>((1u << (next - byte)) - 1u) << byte % 4;
            Word& word = words_[byte / 4];
            if (word.block != block.first_epoch) word = {block.first_epoch, 0};
            word.mask = static_cast<std::uint8_t>(word.mask | mask);
            byte = next;
        }
    }

    void global(const BlockState& block, const ThreadState& thread, const MemoryAccess& access, SightingLog& log)
    {
        Arena& arena = Arena::instance();
        const bool whole_word = access.bytes == 4 && (access.address & 3) == 0;
        if (access.kind != Access::write && !(whole_word && *arena.written(access.address) == 0x0f)) {
            const std::uint64_t missing = first_missing(access.address, access.bytes,
                                                        [&](std::uint64_t word) { return *arena.written(word * 4); });
            if (missing != access.address + access.bytes) report(block, thread, access, missing, log);
        }
        if (access.kind != Access::read) {
            if (whole_word)
                *arena.written(access.address) = 0x0f;
            else
                arena.mark_written(access.address, access.bytes);
        }
    }

    /// First byte of [begin, begin + bytes) that has no value; the end if there is none. `mask_of(n)` tells which bytes
    /// of the n-th word have one. A struct is copied with its padding, to which nobody gives a value: of a wide access
    /// only a piece in which nothing at all was written counts.
    template <class MaskOf>
    static std::uint64_t first_missing(std::uint64_t begin, std::uint32_t bytes, MaskOf mask_of)
    {
        const std::uint64_t end = begin + bytes;
        const std::uint64_t piece = bytes <= 4 ? 0 : bytes <= 8 ? 4 : bytes == 16 ? 8 : bytes;
        bool written = false;
        for (std::uint64_t byte = begin, piece_begin = begin; byte < end;) {
            const std::uint64_t next = std::min(end, (byte / 4 + 1) * 4);
            const unsigned mask = ((1u << (next - byte)) - 1u) << byte % 4, have = mask_of(byte / 4) & mask;
            if (piece == 0 && have != mask) return byte;
            written |= have != 0;
            byte = next;
            if (piece != 0 && (byte - piece_begin >= piece || byte == end)) {
                if (!written) return piece_begin;
                piece_begin = byte;
                written = false;
            }
        }
        return end;
    }

    static void report(const BlockState& block, const ThreadState& thread, const MemoryAccess& access,
                       std::uint64_t where, SightingLog& log)
    {
        Sighting s = sighting_of(FindingKind::uninitialised, block, thread, access);
        s.where = where;
        log.add(s);
    }

    std::vector<Word> words_;
};

}  // namespace halo::cpu
