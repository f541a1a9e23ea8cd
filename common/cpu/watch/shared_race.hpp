#pragma once
// Question: do two threads of a block use one word of shared memory, one of them writing, with no barrier between?

#include <cstdint>
#include <cstring>
#include <vector>

#include "cpu/watch/sightings.hpp"

namespace halo::cpu {

/// Accesses are ordered by epochs, which barriers separate, not by the order in which the engine ran the threads:
/// a race is found even if its values came out right. Two distinct readers are kept for each word, so that a write
/// by the one does not hide the other. Two writes of the same value are excused, as compute-sanitizer does.
class SharedRace {
public:
    /// `words`: size of the shared memory that offsets index.
    void block_begins(const BlockState&, std::size_t words)
    {
        if (words_.size() < words) words_.resize(words);
    }

    void access(const BlockState& block, const ThreadState& thread, const MemoryAccess& access, SightingLog& log)
    {
        if (pending_.bytes != 0) settle(log);
        if (access.space != Space::shared) return;
        const std::uint32_t end = access.offset + access.bytes;
        for (std::uint32_t place = access.offset; place < end;) {
            const bool whole = place % 4 == 0 && end - place >= 4;
            if (whole)
                word(block, thread, access, place, log);
            else
                byte(block, thread, access, place, log);
            place += whole ? 4 : 1;
        }
    }

    /// Decides the last doubtful pair of writes: call when no store is under way.
    void settle(SightingLog& log);

private:
    /// Who used a place in its latest epoch.
    struct Cell {
        std::uint32_t write_epoch = 0, read_epoch = 0;
        std::int32_t write_site = 0, read_site[2] = {};  // distances from a fixed place in the program
        std::uint16_t writer = 0, reader[2] = {};
        bool second_reader = false, atomic = false;
    };

    /// Two writes to one place: a race unless the second leaves the value as it is. Known after the store only.
    struct Pending {
        Sighting sighting;
        std::uintptr_t address = 0;
        std::uint32_t bytes = 0;
        unsigned char before[16] = {};
    };

    static std::int32_t pack(std::uintptr_t site);
    static std::uintptr_t unpack(std::int32_t distance);
    static Sighting sighting(const BlockState&, const ThreadState&, const MemoryAccess&, std::uint32_t place);

    // Whole words are the rule. A word of which single bytes were used in this epoch has a cell for each byte as well.
    void word(const BlockState&, const ThreadState&, const MemoryAccess&, std::uint32_t place, SightingLog&);
    void byte(const BlockState&, const ThreadState&, const MemoryAccess&, std::uint32_t place, SightingLog&);

    void conflicts(const Cell&, const BlockState&, const ThreadState&, const MemoryAccess&, std::uint32_t place, SightingLog&);
    static void remember(Cell&, const BlockState&, const ThreadState&, const MemoryAccess&);

    std::vector<Cell> words_;
    std::vector<Cell> bytes_;                    // empty until a byte is used
    std::vector<std::uint32_t> byte_epochs_;     // of each word: when single bytes of it were used last
    Pending pending_;
};

}  // namespace halo::cpu
