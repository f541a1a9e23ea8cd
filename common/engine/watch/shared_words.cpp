#include "engine/watch/shared_words.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/watch/first_missing.hpp"
#include "engine/watch/sites.hpp"
#include "engine/watch/warp_log.hpp"

namespace halo::engine {
namespace {

constexpr std::uint64_t kThread = 0x3ff, kWarpBits = 0x3e0;

constexpr std::uint64_t kVolatile = 1 << 20;

/// The mark of a warp's lanes without meetings since the last barrier; the thread's number is added later.
std::uint64_t mark(const BlockState& block, const Request& r)
{
    return std::uint64_t(block.epoch) << 32 | (r.strong && r.kind == Access::read ? kVolatile : 0) | std::uint64_t(Sites::number(r.site)) << 10;
}
std::uint64_t mark_of_lane(std::uint64_t mark, const BlockState& block, unsigned thread)
{
    return mark | std::uint64_t(block.clocks[thread / kWarp].count(thread % kWarp)) << 21 | thread;
}
unsigned thread_of(std::uint64_t mark) { return unsigned(mark & kThread); }
std::uintptr_t site_of(std::uint64_t mark) { return Sites::site(mark >> 10 & 0x3ff); }
std::uint32_t epoch_of(std::uint64_t mark) { return static_cast<std::uint32_t>(mark >> 32); }
bool same_epoch(std::uint64_t a, std::uint64_t b) { return epoch_of(a) == epoch_of(b); }
bool same_thread(std::uint64_t a, std::uint64_t b) { return ((a ^ b) & kThread) == 0; }
bool same_warp(std::uint64_t a, std::uint64_t b) { return ((a ^ b) & kWarpBits) == 0; }
/// The two threads are in one warp and have met in between.
bool met_since(std::uint64_t earlier, std::uint64_t mine, const BlockState& block)
{
    return same_warp(earlier, mine) && block.clocks[thread_of(mine) / kWarp].ordered(
        thread_of(earlier) % kWarp, std::uint32_t(earlier >> 21 & 0x7ff), thread_of(mine) % kWarp);
}

bool fenced_since(std::uint64_t earlier, std::uint64_t mine, const BlockState& block)
{
    const unsigned thread = thread_of(earlier);
    return block.order.ordered(block.linear, thread, block.barrier_stamps[thread / kWarp] + std::uint32_t(earlier >> 21 & 0x7ff), thread_of(mine));
}

/// By different threads, with no barrier, meeting or fence in between.
bool unordered(std::uint64_t earlier, std::uint64_t mine, const BlockState& block)
{
    return same_epoch(earlier, mine) && !same_thread(earlier, mine) && !met_since(earlier, mine, block) && !fenced_since(earlier, mine, block);
}

/// Whether each of four words has this value.
[[gnu::always_inline]] inline bool all_four(const std::uint32_t* words, std::uint32_t value)
{
    std::uint64_t first, second;
    std::memcpy(&first, words, 8);
    std::memcpy(&second, words + 2, 8);
    const std::uint64_t both = std::uint64_t(value) << 32 | value;
    return ((first ^ both) | (second ^ both)) == 0;
}

std::uint8_t pieces_stamp(const BlockState& block) { return static_cast<std::uint8_t>(block.epoch % 255 + 1); }

}  // namespace

void SharedWords::block_begins(const BlockState& block)
{
    if (words_.size() < block.shared_words) {
        words_.resize(block.shared_words);
        settled_.resize(block.shared_words);
    }
    stores_.clear();
    if (!bytes_.empty()) bytes_.resize(words_.size() * 4);
    // The short stamp of single bytes repeats after 255 epochs.
    if (!bytes_.empty() && block.epoch % 255 == 0)
        for (Cell& cell : words_) cell.pieces = 0;
}

void SharedWords::shared_access(const BlockState& block, const WarpAccess& access, RawFindingLog& log)
{
    const Request& r = access.request;
    const unsigned warp = access.warp;
    const std::uint32_t racing = access.racing;
    const std::uint64_t mine = mark(block, r);
    // Most accesses are to one aligned word each. Without meetings and single bytes there is less to check.
    const bool plain = r.bytes == 4 && r.where % 4 == 0 && access.pattern.shape.words && racing == r.lanes && bytes_.empty() && block.clocks[warp].quiet();
    if (plain && r.kind == Access::read) return read_words(block, access, mine, log);
    if (!reads_.empty()) note_reads(block.epoch);
    if (plain && r.kind == Access::write) return write_words(block, access, mine, log);
    for_each_lane(r.lanes, [&](unsigned lane) {
        if (!access.held) track_initialisation(block, warp, r, lane, log);
        if ((racing >> lane & 1) == 0) return;
        const auto begin = static_cast<std::uint32_t>(r.place(lane)), end = begin + r.bytes;
        const unsigned thread = warp * kWarp + lane;
        for (std::uint32_t place = begin; place < end;) {
            touch({block, r, lane, thread, place, mark_of_lane(mine, block, thread), log});
            place += place % 4 == 0 && end - place >= 4 ? 4 : 1;
        }
    });
}

/// Two distinct readers of this epoch are kept.
[[gnu::always_inline]] inline void SharedWords::note_reader(Cell& cell, Mark own, std::uint32_t epoch)
{
    if (epoch_of(cell.read[0]) != epoch)
        cell.read[0] = own;
    else if (epoch_of(cell.read[1]) != epoch && !same_thread(cell.read[0], own))
        cell.read[1] = own;
}

void SharedWords::note_reads(std::uint32_t epoch)
{
    if (reads_epoch_ == epoch)
        for (const ReadRun& run : reads_)
            for (unsigned i = 0; i < run.lanes; ++i) note_reader(words_[run.word + i], run.first + i, epoch);
    reads_.clear();
}

/// True if all of these words are initialised, and no thread has written them in this epoch.
[[gnu::always_inline]] inline bool SharedWords::settle(const BlockState& block, std::uint32_t word, unsigned words)
{
    const std::uint32_t epoch = block.epoch, first_epoch = block.first_epoch;
    const Cell* cell = &words_[word];
    std::uint32_t* settled = &settled_[word];
    for (const std::uint32_t* const end = settled + words; settled != end;) {
        const unsigned count = end - settled >= 4 ? 4 : 1;
        if (count == 4 ? all_four(settled, epoch) : *settled == epoch) {
            settled += count;
            cell += count;
            continue;
        }
        for (unsigned i = 0; i < count; ++i, ++cell, ++settled) {
            if (cell->block != first_epoch || cell->written != 0x0f || epoch_of(cell->write) == epoch) return false;
            *settled = epoch;
        }
    }
    return true;
}

/// False, and nothing is kept, if each lane must be looked at.
bool SharedWords::keep_reads(const BlockState& block, const WarpAccess& access, Mark mine)
{
    const Request& r = access.request;
    const Shape& shape = access.pattern.shape;
    const Mark first_thread = mine | access.warp * kWarp;
    if (std::exchange(reads_epoch_, block.epoch) != block.epoch) reads_.clear();
    if (reads_.size() >= kMostReads) note_reads(block.epoch);
    const std::size_t before = reads_.size();
    if (shape.same) {
        const auto word = static_cast<std::uint32_t>(access.pattern.begin / 4);
        if (!settle(block, word, 1)) return false;
        const std::uint32_t others = r.lanes & (r.lanes - 1);   // without the first; of two readers, both are kept, and more are of no interest
        reads_.push_back({first_thread + unsigned(std::countr_zero(r.lanes)), word, 1});
        if (others != 0) reads_.push_back({first_thread + unsigned(std::countr_zero(others)), word, 1});
        return true;
    }
    for (const LaneRun& run : shape.runs()) {
        const auto word = static_cast<std::uint32_t>(r.place(run.lane) / 4);
        if (!settle(block, word, run.lanes)) {
            reads_.resize(before);
            return false;
        }
        reads_.push_back({first_thread + run.lane, word, run.lanes});
    }
    return shape.run_count != 0;
}

void SharedWords::read_words(const BlockState& block, const WarpAccess& access, Mark mine, RawFindingLog& log)
{
    const Request& r = access.request;
    if (keep_reads(block, access, mine)) return;
    note_reads(block.epoch);
    const Mark first_thread = mine | access.warp * kWarp;
    const std::uint32_t epoch = block.epoch, first_epoch = block.first_epoch;
    for_each_lane(r.lanes, [&](unsigned lane) {
        const auto word = static_cast<std::uint32_t>(r.place(lane) / 4);
        const Mark own = first_thread + lane;
        Cell& cell = words_[word];
        if (cell.block != first_epoch || cell.written != 0x0f || epoch_of(cell.write) == epoch) [[unlikely]] {
            track_initialisation(block, access.warp, r, lane, log);
            conflicts(cell, {block, r, lane, thread_of(own), word * 4, own, log});
        }
        note_reader(cell, own, epoch);
    });
}

void SharedWords::write_words(const BlockState& block, const WarpAccess& access, Mark mine, RawFindingLog& log)
{
    const Request& r = access.request;
    Cell* const cells = words_.data();
    const std::uint32_t epoch = block.epoch, first_epoch = block.first_epoch, changed = r.changed;
    const Mark first_thread = mine | access.warp * kWarp;
    const auto write = [&, cells, epoch, first_epoch, changed, first_thread ](unsigned lane, std::uint32_t word) __attribute__((always_inline))
    {
        const Mark own = first_thread + lane;
        Cell& cell = cells[word];
        if (epoch_of(cell.write) == epoch || epoch_of(cell.read[0]) == epoch) [[unlikely]] {
            conflicts(cell, {block, r, lane, thread_of(own), word * 4, own, log});
            settled_[word] = 0;
        }
        cell.block = first_epoch;
        cell.written = 0x0f;
        cell.write = own;
        cell.stored = Stored::plainly;
        cell.changed = static_cast<bool>(changed >> lane & 1);
    };
    const auto word_of = [&](unsigned lane) { return static_cast<std::uint32_t>(r.place(lane) / 4); };
    if (access.pattern.shape.run_count == 0) return for_each_lane(r.lanes, [&](unsigned lane) { write(lane, word_of(lane)); });
    for (const LaneRun& run : access.pattern.shape.runs()) {
        std::uint32_t word = word_of(run.lane);
        for (unsigned lane = run.lane, end = run.lane + run.lanes; lane < end; ++lane, ++word) write(lane, word);
    }
}

/// Most accesses are to whole words. A word whose single bytes were used in this epoch also has a cell for each byte.
void SharedWords::touch(const Touch& t)
{
    const bool whole = t.place % 4 == 0 && t.request.place(t.lane) + t.request.bytes - t.place >= 4;
    Cell& word = words_[t.place / 4];
    if (t.request.kind != Access::read) settled_[t.place / 4] = 0;
    conflicts(word, t);
    if (whole) {
        if (!bytes_.empty() && word.pieces == pieces_stamp(t.block))
            for (std::uint32_t i = 0; i < 4; ++i) {
                Touch piece = t;
                piece.place += i;
                conflicts(bytes_[piece.place], piece);
            }
        if (t.request.kind == Access::atomic) note_store_before(word, t);
        remember(word, t);
        return;
    }
    if (bytes_.empty()) bytes_.resize(words_.size() * 4);
    conflicts(bytes_[t.place], t);
    word.pieces = pieces_stamp(t.block);
    remember(bytes_[t.place], t);
}

bool SharedWords::announces(const Touch& t) { return (t.request.announcing >> t.lane & 1) != 0; }

void SharedWords::conflicts(const Cell& cell, const Touch& t) const
{
    const Access kind = t.request.kind;
    const bool written = unordered(cell.write, t.mine, t.block);
    const Access write_kind = cell.stored == Stored::atomically ? Access::atomic : Access::write;
    const bool writes_like_atomic = t.request.kind == Access::atomic || announces(t), written_like_atomic = cell.stored != Stored::plainly;
    const auto finding = [&] {
        RawFinding s = raw_finding(FindingKind::race, t.block, t.thread, t.request, t.lane);
        s.where = t.place;
        return s;
    };

    if (kind == Access::read) {
        if (!written || (t.request.strong && written_like_atomic)) return;
        // Reported from the writer's side, whichever came first.
        RawFinding s = finding();
        s.other_site = s.site;
        s.other_access = s.access;
        s.other_thread = s.thread;
        s.site = site_of(cell.write);
        s.access = write_kind;
        s.thread = thread_of(cell.write);
        s.across_warps = !same_warp(cell.write, t.mine);
        s.value = value_read(t.request, t.lane);
        t.log.add(s);
        return;
    }
    for (const Mark reader : cell.read) {
        if (!unordered(reader, t.mine, t.block) || (writes_like_atomic && (reader & kVolatile) != 0)) continue;
        RawFinding s = finding();
        s.other_site = site_of(reader);
        s.other_access = Access::read;
        s.other_thread = thread_of(reader);
        s.across_warps = !same_warp(reader, t.mine);
        t.log.add(s);
        break;
    }
    if (!written || (writes_like_atomic && written_like_atomic)) return;
    if (kind == Access::write && cell.stored != Stored::atomically && t.block.launch.excuse_same_value) {
        // "Same value" means that the later store found its value already there.
        const bool changed = (t.request.changed >> t.lane & 1) != 0;
        const bool mine_decides = changed == cell.changed || !same_warp(cell.write, t.mine)
                                  || stored_later(t.request, t.lane, t.place, thread_of(cell.write) % kWarp, t.block);
        if (!(mine_decides ? changed : cell.changed)) return;
    }
    RawFinding s = finding();
    s.other_site = site_of(cell.write);
    s.other_access = write_kind;
    s.other_thread = thread_of(cell.write);
    s.across_warps = !same_warp(cell.write, t.mine);
    if (s.other_site < s.site) {  // so that a pair is reported alike in every thread order
        std::swap(s.site, s.other_site);
        std::swap(s.access, s.other_access);
        std::swap(s.thread, s.other_thread);
    }
    t.log.add(s);
}

/// A plain store that comes before an atomic access, by a meeting or a fence, may still race with those of others.
void SharedWords::note_store_before(const Cell& cell, const Touch& t)
{
    if (const auto before = stores_.find(t.place / 4); before != stores_.end()) conflicts(before->second, t);
    if (cell.stored != Stored::plainly || !same_epoch(cell.write, t.mine) || same_thread(cell.write, t.mine) || unordered(cell.write, t.mine, t.block)) return;
    Cell store;
    store.write = cell.write;
    store.changed = cell.changed;
    stores_[t.place / 4] = store;
}

void SharedWords::remember(Cell& cell, const Touch& t)
{
    if (t.request.kind == Access::read) {
        Mark& first = cell.read[0];
        Mark& second = cell.read[1];
        if (!same_epoch(first, t.mine)) {
            first = t.mine;
        } else if (same_thread(first, t.mine) || met_since(first, t.mine, t.block) || fenced_since(first, t.mine, t.block)) {
            first = t.mine;
        } else if (!same_epoch(second, t.mine) || met_since(second, t.mine, t.block)) {
            second = t.mine;
        }
        return;
    }
    // A thread's own atomic does not replace its plain write, with which other threads' atomics still race.
    const bool atomic = t.request.kind == Access::atomic;
    if (atomic && same_epoch(cell.write, t.mine) && same_thread(cell.write, t.mine) && cell.stored == Stored::plainly) return;
    cell.write = t.mine;
    cell.stored = atomic ? Stored::atomically : announces(t) ? Stored::announcing : Stored::plainly;
    cell.changed = (t.request.changed >> t.lane & 1) != 0;
}

void SharedWords::track_initialisation(const BlockState& block, unsigned warp, const Request& r, unsigned lane, RawFindingLog& log)
{
    const auto begin = static_cast<std::uint32_t>(r.place(lane)), end = begin + r.bytes;
    if (r.kind != Access::write && (r.unread >> lane & 1) == 0) {
        const std::uint64_t missing = first_missing(begin, r.bytes, [&](std::uint64_t word) {
            return words_[word].block == block.first_epoch ? words_[word].written : std::uint8_t(0);
        });
        if (missing != end) {
            RawFinding s = raw_finding(FindingKind::uninitialised, block, warp * kWarp + lane, r, lane);
            s.where = missing;
            log.add(s);
        }
    }
    if (r.kind == Access::read) return;
    for (std::uint32_t byte = begin; byte < end;) {
        const std::uint32_t next = std::min(end, (byte / 4 + 1) * 4);
        Cell& cell = words_[byte / 4];
        if (cell.block != block.first_epoch) {
            cell.block = block.first_epoch;
            cell.written = 0;
        }
        cell.written = static_cast<std::uint8_t>(cell.written | ((1u << (next - byte)) - 1u) << byte % 4);
        byte = next;
    }
}

}  // namespace halo::engine
