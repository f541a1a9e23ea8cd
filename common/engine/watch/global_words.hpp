#pragma once
// Questions about global memory: do two threads access one word, at least one of them writing, with nothing that orders
// the accesses? Does a thread read a word that was never initialised?

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/watch/byte_cells.hpp"
#include "engine/watch/global_cell.hpp"
#include "engine/watch/other_readers.hpp"
#include "engine/watch/pattern.hpp"
#include "engine/watch/recent_writes.hpp"
#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

/// What a launch did with a word.
enum class WordUse { none, loaded, stored };
WordUse use_of(std::uint64_t shadow_word);

/// A new number for each launch, and for each part of a launch between two grid barriers. Never 0.
std::uint32_t next_serial();

/// Blocks of a launch are ordered only by fences and atomics, see BlockOrder; threads of a block as in shared memory. A shadow word of
/// 8 bytes records who used a word last in this launch, so the shadow takes twice the memory that a kernel uses.
///
/// A word of which a piece is used has a cell for each byte from then on, until the whole word is used.
///
/// Limits, which miss races rather than invent them: blocks from number 2^22 on, and accesses after a block's 1023rd barrier or fence, are
/// not checked.
class GlobalWords : GlobalCell {
public:
    /// State shared by the host threads that run one launch.
    struct OfLaunch {
        explicit OfLaunch(const LaunchState&);
        RecentWrites recent_writes;
        OtherReaders other_readers;
        ByteCells byte_cells;
    };

    void launch_begins(const LaunchState&, OfLaunch&);
    void block_begins(const BlockState&);
    void block_resumes(const BlockState& block) { block_begins(block); }
    void barrier(const BlockState&, const std::vector<ThreadState>&, RawFindingLog&);
    /// All blocks have met: everything before is ordered against everything after.
    void grid_barrier();
    void global_access(const BlockState&, const WarpAccess&, RawFindingLog&);

private:
    using Cell = std::uint64_t;
    /// One lane's access to one word, or to bytes of it.
    struct Touch {
        const BlockState& block;
        const Request& request;
        unsigned lane, thread;
        const Allocation& allocation;
        std::uintptr_t word, place;   // place: the word, or one of its bytes, if it is divided
        Cell mine;
        RawFindingLog& log;
    };

    // global_words.cpp: the words of an access
    void run_of_words(const BlockState&, unsigned warp, const Request&, const LaneRun&, const Allocation&, Cell mine, RawFindingLog&);
    void words_of_lane(const BlockState&, unsigned warp, const Request&, unsigned lane, std::uintptr_t page, const Allocation&, Cell mine, RawFindingLog&);
    std::uint64_t* shadow(std::uintptr_t address, const Allocation&);
    void check_initialised(const BlockState&, unsigned warp, const Request&, const Allocation&, RawFindingLog&);
    // global_races.cpp: what becomes of a word's cell
    bool unordered(Cell earlier, Cell mine, const BlockState&) const;
    Cell after(Cell, const Touch&);
    Cell after_of_undivided(Cell, const Touch&);
    Cell after_updates(Cell, const Touch&) const;
    Cell after_bytes(Cell, const Touch&, std::uint64_t bytes);
    Cell divide(Cell, std::uintptr_t word);
    Cell* byte_cells(std::uintptr_t word);
    Cell race(Cell, const Touch&) const;
    Cell race_again(Cell, const Touch&) const;
    void report(Cell, std::uint64_t kind, const Touch&, std::uint64_t count) const;
    Cell read_by_another_block(Cell, const Touch&) const;
    bool ordered_by_fences(Cell, const Touch&) const;
    bool same_value(Cell, const Touch&) const;

    std::uint32_t serial_ = 0;
    bool alone_ = true;
    SavedMemory* saved_ = nullptr;
    unsigned place_ = 0;   // of this host thread in OtherReaders
    OfLaunch* of_launch_ = nullptr;
    std::unique_ptr<WriteLog> writes_ = std::make_unique<WriteLog>();   // used with several host threads only

    std::unordered_map<std::uintptr_t, Cell> stores_;    // by word, or byte of a divided one: the plain store before the update that its cell shows
    std::unordered_map<std::uintptr_t, Cell> readers_;   // by word, or byte of a divided one: readers in this block of what this block has written

    struct KnownPage {
        std::uintptr_t page = 0;
        Cell* cells = nullptr;
    };
    std::array<KnownPage, 8> known_pages_{};             // of the launch's byte cells, the latest
};

}  // namespace halo::engine
