#pragma once
// Questions about shared memory: do two threads access one word, at least one of them writing, with nothing that orders
// the accesses? Does a thread read a word that no thread of its block has initialised?

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/watch/pattern.hpp"
#include "engine/watch/raw_findings.hpp"

namespace halo::engine {

/// Accesses are ordered by barriers and meetings, not by the order in which the engine ran the threads: a race is found
/// even if the values happen to be right. Two distinct readers are kept for each word, so that when one of them writes,
/// the other is still known. Two writes of the same value are excused, as by compute-sanitizer, unless
/// HALO_SAME_VALUE=report.
///
/// A volatile word may be a flag or a lock: loads of it don't race with an atomic access, nor with a store that announces what the
/// thread did before a fence. Any other store does, because warps that rely on volatile instead of __syncwarp() are wrong.
class SharedWords {
public:
    void block_begins(const BlockState& block);
    void shared_access(const BlockState&, const WarpAccess&, RawFindingLog&);

    /// The whole state belongs to one block.
    using OfBlock = SharedWords;
    void swap_block(OfBlock& other) { std::swap(*this, other); }

private:
    /// Which thread used a word, when and where: epoch 32 bits, meetings 11, a load of a volatile word 1, site 10, thread 10. 0: none.
    using Mark = std::uint64_t;

    enum class Stored : std::uint8_t { plainly, announcing, atomically };

    struct Cell {
        Mark write = 0, read[2] = {};
        std::uint32_t block = 0;        ///< first epoch of the block that wrote the word
        std::uint8_t written = 0;       ///< one bit per initialised byte
        Stored stored = Stored::plainly;
        bool changed = false;           ///< the write changed the value
        std::uint8_t pieces = 0;        ///< epoch modulo 255, plus 1, in which single bytes were last used
    };

    /// One lane's access to one word or byte.
    struct Touch {
        const BlockState& block;
        const Request& request;
        unsigned lane, thread;
        std::uint32_t place;
        Mark mine;
        RawFindingLog& log;
    };

    /// Neighbouring lanes that read neighbouring words.
    struct ReadRun {
        Mark first;                 ///< of the first lane
        std::uint32_t word, lanes;  ///< the word that it read, and how many they are
    };
    static constexpr std::size_t kMostReads = 1024;

    static void note_reader(Cell&, Mark own, std::uint32_t epoch);
    void note_reads(std::uint32_t epoch);
    bool settle(const BlockState&, std::uint32_t word, unsigned words);
    bool keep_reads(const BlockState&, const WarpAccess&, Mark mine);
    void read_words(const BlockState&, const WarpAccess&, Mark mine, RawFindingLog&);
    void write_words(const BlockState&, const WarpAccess&, Mark mine, RawFindingLog&);
    void touch(const Touch&);
    static bool announces(const Touch&);
    void conflicts(const Cell&, const Touch&) const;
    static void remember(Cell&, const Touch&);
    void note_store_before(const Cell&, const Touch&);
    void track_initialisation(const BlockState&, unsigned warp, const Request&, unsigned lane, RawFindingLog&);

    std::vector<Cell> words_;
    std::vector<std::uint32_t> settled_;   // for each word, the epoch in which it was initialised and no thread had written it
    // Reads of settled words. Who made them matters only to a write in the same epoch: they are noted in the cells when something else
    // than such a read follows.
    std::vector<ReadRun> reads_;
    std::uint32_t reads_epoch_ = 0;
    std::unordered_map<std::uint32_t, Cell> stores_;   // by word: the plain store before the update that its cell shows, in the same epoch
    std::vector<Cell> bytes_;   // empty until a single byte is used
};

}  // namespace halo::engine
