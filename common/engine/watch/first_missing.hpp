#pragma once

#include <algorithm>
#include <cstdint>

namespace halo::engine {

/// First uninitialised byte of [begin, begin + bytes); the end if there is none. The lowest four bits of `mask_of(n)`
/// mark the initialised bytes of the n-th word. A struct is copied with its padding, which is never initialised: within a
/// wide access, only a piece without any initialised byte counts.
template <class MaskOf>
std::uint64_t first_missing(std::uint64_t begin, std::uint32_t bytes, MaskOf mask_of)
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

}  // namespace halo::engine
