// What the shadow word of a global word becomes after an access, and which races that shows.

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/watch/global_words.hpp"
#include "engine/watch/sites.hpp"
#include "engine/watch/warp_log.hpp"

namespace halo::engine {

bool GlobalWords::unordered(Cell earlier, Cell mine, const BlockState& block) const
{
    if (same_thread(earlier, mine)) return false;
    if (!same_block(earlier, mine)) return true;
    const unsigned warp = thread_of(earlier) / kWarp;
    if (stamp_of(earlier) < block.barrier_stamps[warp]) return false;
    return warp != thread_of(mine) / kWarp ||
           !block.clocks[warp].ordered(thread_of(earlier) % kWarp, std::uint32_t(stamp_of(earlier)) - block.barrier_stamps[warp], thread_of(mine) % kWarp);
}

bool GlobalWords::ordered_by_fences(Cell earlier, const Touch& t) const
{
    return t.block.order.ordered(block_of(earlier), thread_of(earlier), std::uint32_t(stamp_of(earlier)), t.thread);
}

/// The later store did not change the value that the earlier one had stored. A block on another host thread may have
/// stored at the same time: then neither saw the other's value, so the values themselves are compared.
bool GlobalWords::same_value(Cell earlier, const Touch& t) const
{
    const bool own_block = same_block(earlier, t.mine);
    const bool theirs_changed = field(earlier, kChanged, 1) != 0, mine_changed = field(t.mine, kChanged, 1) != 0;
    const bool nothing_new = !theirs_changed && !mine_changed;
    if (!alone_ && !own_block && !nothing_new) {
        const auto theirs = of_launch_->recent_writes.find_elsewhere(*writes_, block_of(earlier), t.request.place(t.lane), t.request.bytes);
        if (theirs) return *theirs == t.request.value[t.lane];
    }
    const bool same_warp = own_block && thread_of(earlier) / kWarp == thread_of(t.mine) / kWarp;
    const bool mine_decides = theirs_changed == mine_changed || !same_warp
                              || stored_later(t.request, t.lane, t.place, thread_of(earlier) % kWarp, t.block);
    return !(mine_decides ? mine_changed : theirs_changed);
}

/// The cells of a word's four bytes.
GlobalWords::Cell* GlobalWords::byte_cells(std::uintptr_t word)
{
    const std::uintptr_t page = word / Arena::kPage;
    KnownPage& known = known_pages_[page % known_pages_.size()];
    if (known.cells == nullptr || known.page != page) known = {page, of_launch_->byte_cells.of_page(page)};
    return known.cells + word % Arena::kPage;
}

/// Gives each byte of the word a cell. Returns the word's own.
GlobalWords::Cell GlobalWords::divide(Cell cell, std::uintptr_t word)
{
    if (is_divided(cell)) return cell;
    std::fill_n(byte_cells(word), 4, cell);
    return kLastBlock << kBlock | (stores(kind_of(cell)) ? written : read) << kKind;   // of a block that no watched one is
}

/// The divided word's cell after an access to these bytes. A race is reported for the first of them.
GlobalWords::Cell GlobalWords::after_bytes(Cell cell, const Touch& t, std::uint64_t bytes)
{
    const bool whole = bytes == 15;
    Cell* const cells = byte_cells(t.word);
    const Cell readers = with_kind(t.mine, read_by_threads);
    const bool reads = kind_of(t.mine) == read;
    Touch one = t;
    for (; bytes != 0; bytes &= bytes - 1) {
        const auto byte = unsigned(std::countr_zero(bytes));
        Cell& known = cells[byte];
        if (reads && ((known ^ readers) & kSameReaders) == 0) continue;     // nothing to update
        const Kind before = kind_of(known);
        one.place = t.word + byte;
        known = before == unused ? t.mine : after_of_undivided(known, one);
        if (before != reported && kind_of(known) == reported) break;
    }
    const bool same = whole && std::all_of(cells, cells + 4, [&](Cell other) { return other == cells[0]; });
    if (same) return cells[0];
    return stores(kind_of(t.mine)) ? with_kind(cell, written) : cell;
}

/// The shadow word after this access.
GlobalWords::Cell GlobalWords::after(Cell cell, const Touch& t) { return is_divided(cell) ? after_bytes(cell, t, 15) : after_of_undivided(cell, t); }

/// Likewise of a word, or of a byte of a divided one.
GlobalWords::Cell GlobalWords::after_of_undivided(Cell cell, const Touch& t)
{
    const Cell mine = t.mine;
    const Kind before = kind_of(cell), now = kind_of(mine);
    if (before == unused) return mine;
    if (before == reported) return race_again(cell, t);

    if (before == updated && !stores_.empty()) {
        const auto stored = stores_.find(t.place);
        if (stored != stores_.end() && unordered(stored->second, mine, t.block) && !ordered_by_fences(stored->second, t)) return race(stored->second, t);
    }
    const bool unsynchronised = unordered(cell, mine, t.block) && !ordered_by_fences(cell, t) &&
                                !(before == updated && t.block.order.has_updated(t.word));
    if (now == observed) {
        if (before != written || !unsynchronised) return before == observed ? mine : cell;
        return race(cell, t);
    }
    if (now == read) {
        switch (before) {
        case observed: return mine;
        case read:
        case read_by_threads:
            if (!same_block(cell, mine)) return read_by_another_block(cell, t);
            if (stamp_of(cell) != stamp_of(mine)) return mine;
            return before == read && same_thread(cell, mine) ? cell : both_readers(cell, mine);
        case written:
        case updated:
            if (unsynchronised) return race(cell, t);
            // Ordered within this block: the writer stays recorded, for other blocks; the reader is recorded separately.
            if (same_block(cell, mine) && !same_thread(cell, mine)) readers_[t.place] = mine;
            return cell;
        default: return cell;
        }
    }
    if (!readers_.empty()) {
        const auto reader = readers_.find(t.place);
        if (reader != readers_.end() && unordered(reader->second, mine, t.block) && !ordered_by_fences(reader->second, t)) {
            race(reader->second, t);
            return as_reported(cell, unused);
        }
    }
    const bool several = before == read_by_blocks || (before == read_by_threads && same_block(cell, mine) &&
                                                      stamp_of(cell) == stamp_of(mine));
    bool conflict = (unsynchronised && !(before == observed && now == updated)) || (several && !ordered_by_fences(cell, t));
    if (before == updated && now == updated) return after_updates(cell, t);
    if (conflict && before == written && now == written && t.block.launch.excuse_same_value) conflict = !same_value(cell, t);
    if (conflict && before == read_by_blocks && same_block(cell, mine)) {
        const auto other = of_launch_->other_readers.of(t.place);
        return other && !ordered_by_fences(*other, t) ? race(with_kind(*other, read), t) : mine;
    }
    if (conflict) return race(cell, t);
    // An atomic does not replace a plain write that comes before it: others can still race with that. A thread's own write stays.
    if (before != written || now != updated) return mine;
    if (same_thread(cell, mine)) return cell;
    stores_[t.place] = cell;
    return mine;
}

/// An update that is atomic for its block alone races with those of other blocks, so it is the one that is kept.
GlobalWords::Cell GlobalWords::after_updates(Cell cell, const Touch& t) const
{
    const bool theirs = field(cell, kChanged, 1) != 0, mine = field(t.mine, kChanged, 1) != 0;
    if ((theirs || mine) && !same_block(cell, t.mine) && !ordered_by_fences(cell, t)) return race(cell, t);
    return mine && !theirs ? t.mine : cell;
}

/// The shadow word after a race has been reported. One between blocks keeps the first of them, see race_again().
GlobalWords::Cell GlobalWords::race(Cell cell, const Touch& t) const
{
    const Kind before = kind_of(cell);
    report(cell, before, t, 1);
    return as_reported(cell, same_block(cell, t.mine) ? unused : before);
}

/// Which thread of a block is the first to race with another block depends on the order of threads. The lowest is named, which may come later; it
/// does not count again.
GlobalWords::Cell GlobalWords::race_again(Cell cell, const Touch& t) const
{
    const auto before = Kind(stamp_of(cell)), now = kind_of(t.mine);
    if (before == unused || same_block(cell, t.mine)) return cell;
    if (!stores(before) && !stores(now)) return cell;
    report(cell, before, t, 0);
    return cell;
}

/// `kind`: of the earlier access.
void GlobalWords::report(Cell cell, std::uint64_t kind, const Touch& t, std::uint64_t count) const
{
    RawFinding s = raw_finding(FindingKind::race, t.block, t.thread, t.request, t.lane);
    s.count = count;
    s.has_atomics = t.block.order.has_atomics();
    s.where = t.word;
    if (t.request.bytes < 4) s.where = t.request.place(t.lane);
    s.allocation = &t.allocation;
    s.other_site = Sites::site(std::uint32_t(field(cell, kSite, 10)));
    const bool other_place = kind == read_by_threads && same_thread(cell, t.mine) && field(cell, kChanged, 1) != 0;
    if (other_place) s.other_site = 0;       // the other thread read elsewhere
    s.other_access = kind == written ? Access::write : kind == updated ? Access::atomic : Access::read;
    s.other_thread = thread_of(cell);
    s.other_block = block_of(cell);
    if (s.access == Access::read) s.value = value_read(t.request, t.lane);
    s.across_warps = !same_block(cell, t.mine) || thread_of(cell) / kWarp != t.thread / kWarp;
    // Reported from the writer's side; of two writers, the one first in the program, then the one in the lower block.
    const bool swap = s.access == Access::read ||
                      (s.other_access != Access::read &&
                       std::pair(s.other_site, s.other_block) < std::pair(s.site, s.block_linear));
    if (swap) s.swap_sides();
    t.log.add(s);
}

/// The shadow word of a word that one block has read, and now another.
GlobalWords::Cell GlobalWords::read_by_another_block(Cell cell, const Touch& t) const
{
    const bool first_time = kind_of(cell) != read_by_blocks;
    if (!alone_ && first_time && of_launch_->other_readers.is_running(block_of(cell))) of_launch_->other_readers.keep(t.place, t.mine);
    return with_kind(cell, read_by_blocks);
}

}  // namespace halo::engine
