#include "engine/watch/global_words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/memory/arena.hpp"
#include "engine/memory/layout.hpp"
#include "engine/watch/first_missing.hpp"
#include "engine/watch/sites.hpp"

namespace halo::engine {
namespace {

// Bits of a shadow word, lowest first: initialised bytes 4, whole 4, kind 3, changed 1, stamp 10, site 10, thread 10, block 22. `whole` is
// 15; 0: the word is divided, its bytes have cells of their own, and the kind says only whether any was stored.
constexpr unsigned kWhole = 4, kKind = 8, kChanged = 11, kStamp = 12, kSite = 22, kThread = 32, kBlock = 42;
constexpr std::uint64_t kLastStamp = 1023, kLastBlock = (1u << 22) - 1;
constexpr std::uint64_t kUse = ~std::uint64_t(Arena::kWritten);   // everything that is reset at each launch

/// Equal for reads of one block at one stamp.
constexpr std::uint64_t kSameReaders = ~0ull << kBlock | ((1ull << 10) - 1) << kStamp | 7ull << kKind;

enum Kind : std::uint64_t {
    unused,
    read,               ///< by one thread
    read_by_threads,    ///< by several threads of one block; latest stamp, lowest thread
    read_by_blocks,     ///< by several blocks
    written,
    updated,            ///< atomically
    reported,           ///< a race on this word has been reported; if it is between blocks, the stamp is the former kind
    observed,           ///< read as a volatile word, which may be updated meanwhile
};

std::uint64_t field(std::uint64_t cell, unsigned shift, unsigned bits) { return cell >> shift & ((1ull << bits) - 1); }
Kind kind_of(std::uint64_t cell) { return Kind(field(cell, kKind, 3)); }
bool is_divided(std::uint64_t use) { return use != 0 && field(use, kWhole, 4) == 0; }
std::uint64_t stamp_of(std::uint64_t cell) { return field(cell, kStamp, 10); }
unsigned thread_of(std::uint64_t cell) { return unsigned(field(cell, kThread, 10)); }
std::uint64_t block_of(std::uint64_t cell) { return cell >> kBlock; }
bool same_block(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> kBlock == 0; }
bool same_thread(std::uint64_t a, std::uint64_t b) { return (a ^ b) >> kThread == 0; }
std::uint64_t with_kind(std::uint64_t cell, Kind kind) { return (cell & ~(7ull << kKind)) | kind << kKind; }
bool stores(Kind kind) { return kind == written || kind == updated; }
/// After two threads of a block have read: the lower one stays. Of reads, `changed` says that they were at different places.
std::uint64_t both_readers(std::uint64_t a, std::uint64_t b)
{
    const bool one_place = field(a, kSite, 10) == field(b, kSite, 10);
    return with_kind(std::min(a, b), read_by_threads) | ((a | b) & 1ull << kChanged) | std::uint64_t(!one_place) << kChanged;
}
/// `former`: the kind, if the race is between blocks; else `unused`.
std::uint64_t as_reported(std::uint64_t cell, Kind former)
{
    return with_kind((cell & ~(((1ull << 10) - 1) << kStamp)) | former << kStamp, reported);
}

std::atomic<std::uint32_t> serial{0};

/// Tells the processor that this thread only waits.
void pause_briefly()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/// A lock shared by a stripe of pages: only one host thread at a time may change a shadow word.
class PageLock {
public:
    PageLock(std::uintptr_t page, bool needed) : flag_(needed ? &flags_[page % kFlags] : nullptr)
    {
        while (flag_ != nullptr && flag_->test_and_set(std::memory_order_acquire)) pause_briefly();
    }
    ~PageLock()
    {
        if (flag_ != nullptr) flag_->clear(std::memory_order_release);
    }
    PageLock(const PageLock&) = delete;
    PageLock& operator=(const PageLock&) = delete;

private:
    static constexpr std::size_t kFlags = ByteCells::kStripes;
    struct alignas(64) Flag : std::atomic_flag {};
    static inline Flag flags_[kFlags];
    Flag* flag_;
};

}  // namespace

WordUse use_of(std::uint64_t cell)
{
    const Kind kind = kind_of(cell);
    return kind == unused ? WordUse::none : kind < written || kind == observed ? WordUse::loaded : WordUse::stored;
}

std::uint32_t next_serial() { return ++serial; }

/// One lane's access to one word, or to bytes of it.
struct GlobalWords::Touch {
    const BlockState& block;
    const Request& request;
    unsigned lane, thread;
    const Allocation& allocation;
    std::uintptr_t word, place;   // place: the word, or one of its bytes, if it is divided
    Cell mine;
    RawFindingLog& log;
};

GlobalWords::OfLaunch::OfLaunch(const LaunchState& launch) : recent_writes(launch.host_threads), other_readers(launch.host_threads)
{
    DeviceVariableWords::launch_begins();
}

void GlobalWords::launch_begins(const LaunchState& launch, OfLaunch& of_launch)
{
    serial_ = launch.serial;
    known_pages_ = {};
    alone_ = launch.host_threads == 1;
    of_launch_ = &of_launch;
    if (alone_) return;
    of_launch.recent_writes.join(*writes_);
    place_ = of_launch.other_readers.join();
}

void GlobalWords::block_begins(const BlockState& block)
{
    if (!alone_) of_launch_->other_readers.runs(place_, block.linear);
    readers_.clear();
}

void GlobalWords::barrier(const BlockState&, const std::vector<ThreadState>&, RawFindingLog&) { readers_.clear(); }

void GlobalWords::grid_barrier()
{
    serial_ = next_serial();
    DeviceVariableWords::launch_begins();
}

std::uint64_t* GlobalWords::shadow(std::uintptr_t address, const Allocation& allocation)
{
    if (allocation.base == 0) return DeviceVariableWords::at(address);
    Arena& arena = Arena::instance();
    ShadowPage& page = arena.page(address);
    if (page.launch != serial_) {
        page.launch = serial_;
        std::uint64_t* word = arena.shadow(address / Arena::kPage * Arena::kPage);
        for (std::uint64_t i = 0; i < Arena::kPage / 4; ++i) word[i] &= Arena::kWritten;
    }
    return arena.shadow(address);
}

void GlobalWords::global_access(const BlockState& block, const WarpAccess& access, RawFindingLog& log)
{
    const Request& r = access.request;
    const Pattern& p = access.pattern;
    const Allocation& allocation = *access.allocation;
    const unsigned warp = access.warp;
    const std::uint32_t racing = access.racing;
    if (r.kind == Access::write && !alone_) writes_->add(block.linear, r, p);   // before the shadow word names this block as the writer
    if (r.kind != Access::write && !allocation.initialised) check_initialised(block, warp, r, allocation, log);

    const WarpClocks& clocks = block.clocks[warp];
    const std::uint64_t stamp = std::min<std::uint64_t>(block.barrier_stamps[warp] + clocks.most(), kLastStamp);
    const Kind kind = r.kind == Access::read ? (r.strong ? observed : read) : r.strong ? updated : written;
    const Cell mine = std::min(block.linear, kLastBlock) << kBlock | std::uint64_t(Sites::number(r.site)) << kSite |
                      std::uint64_t(block.barrier_stamps[warp]) << kStamp | kind << kKind;
    const bool watched = block.linear < kLastBlock && stamp < kLastStamp;
    const bool stores = r.kind != Access::read;
    if (!watched && !(stores && !allocation.initialised)) return;

    if (r.bytes == 4 && r.where % 4 == 0 && p.shape.words && p.shape.run_count != 0 && watched && racing == r.lanes && clocks.quiet()) {
        for (const LaneRun& run : p.shape.runs()) run_of_words(block, warp, r, run, allocation, mine, log);
        return;
    }
    const bool one_page = (p.end - 1) / Arena::kPage == p.begin / Arena::kPage;
    for (std::uint32_t lanes = r.lanes; lanes != 0;) {
        // One lock covers the lanes that begin in one page. An access that reaches into the next page is rare; a race
        // there may be missed.
        const std::uintptr_t page = r.place(unsigned(std::countr_zero(lanes))) / Arena::kPage;
        const PageLock lock(page, !alone_);
        std::uint32_t rest = 0;
        for_each_lane(lanes, [&](unsigned lane) {
            if (!one_page && r.place(lane) / Arena::kPage != page)
                rest |= 1u << lane;
            else
                words_of_lane(block, warp, r, lane, allocation,
                              watched && (racing >> lane & 1) != 0 ? mine + (std::uint64_t(clocks.count(lane)) << kStamp) : 0, log);
        });
        lanes = rest;
    }
}

namespace {

/// Shadow words of neighbouring words of memory, at which the processor looks together.
constexpr unsigned kGroup = 4;
using Group [[gnu::vector_size(kGroup * 8)]] = std::uint64_t;

[[gnu::always_inline]] inline void put(std::uint64_t* cells, const Group& group) { std::memcpy(cells, &group, sizeof group); }
[[gnu::always_inline]] inline bool any(const Group& group)
{
    using Half [[gnu::vector_size(kGroup * 4)]] = std::uint64_t;
    Half halves[2];
    std::memcpy(halves, &group, sizeof group);
    const Half either = halves[0] | halves[1];
    return (either[0] | either[1]) != 0;
}

/// Which lanes of a group have changed their word, as bits of the shadow words.
constexpr std::array<Group, 1u << kGroup> kChangedBits = [] {
    std::array<Group, 1u << kGroup> bits{};
    for (std::uint64_t lanes = 0; lanes < bits.size(); ++lanes)
        bits[lanes] = Group{lanes & 1, lanes >> 1 & 1, lanes >> 2 & 1, lanes >> 3} << kChanged;
    return bits;
}();

}  // namespace

/// The common case: neighbouring lanes access neighbouring words. Mostly nobody has used them in this launch, or what is known of them
/// need not change, and both are seen for a group at once.
void GlobalWords::run_of_words(const BlockState& block, unsigned warp, const Request& r, const LaneRun& run,
                               const Allocation& allocation, Cell mine, RawFindingLog& log)
{
    constexpr Group kThreads = Group{0, 1, 2, 3} << kThread;
    const Cell first_thread = mine | 15ull << kWhole | std::uint64_t(warp * kWarp) << kThread;
    const Cell readers = with_kind(mine, read_by_threads);
    const std::uintptr_t first_word = r.place(run.lane);
    const auto word_of = [&](unsigned lane) { return first_word + (lane - run.lane) * 4; };
    const auto own = [&](unsigned lane) { return first_thread + (std::uint64_t(lane) << kThread); };
    const auto next = [&](Cell use, unsigned lane, Cell mine_here) { return after(use, {block, r, lane, warp * kWarp + lane, allocation, word_of(lane), word_of(lane), mine_here, log}); };
    const auto read = [&](std::uint64_t& cell, unsigned lane) {
        const std::uint64_t now = cell, use = now & kUse;
        if (((now ^ readers) & kSameReaders) == 0) return;     // nothing to update
        const bool second_reader = !r.strong && ((now ^ own(lane)) & kSameReaders) == 0 && !same_thread(now, own(lane));
        cell = (now & Arena::kWritten) | (second_reader ? both_readers(use, own(lane)) : next(use, lane, own(lane)));
    };
    const auto write = [&](std::uint64_t& cell, unsigned lane) {
        cell = next(cell & kUse, lane, own(lane) + (std::uint64_t(r.changed >> lane & 1) << kChanged)) | Arena::kWritten;
    };
    for (unsigned lane = run.lane, end = run.lane + run.lanes; lane < end;) {
        const PageLock lock(word_of(lane) / Arena::kPage, !alone_);
        std::uint64_t* cell = shadow(word_of(lane), allocation);
        const unsigned stop = std::min(end, lane + unsigned(Arena::kPage - word_of(lane) % Arena::kPage) / 4);
        if (r.kind == Access::read) {
            for (; stop - lane >= kGroup; lane += kGroup, cell += kGroup) {
                Group now;
                std::memcpy(&now, cell, sizeof now);
                if (!any((now ^ readers) & kSameReaders)) continue;
                if (any(now & kUse))
                    for (unsigned i = 0; i < kGroup; ++i) read(cell[i], lane + i);
                else
                    put(cell, now | (own(lane) + kThreads));
            }
            for (; lane < stop; ++lane, ++cell) read(*cell, lane);
        } else {
            for (; stop - lane >= kGroup; lane += kGroup, cell += kGroup) {
                Group now;
                std::memcpy(&now, cell, sizeof now);
                if (any(now & kUse))
                    for (unsigned i = 0; i < kGroup; ++i) write(cell[i], lane + i);
                else
                    put(cell, (own(lane) + kThreads) | kChangedBits[r.changed >> lane & 15] | Arena::kWritten);
            }
            for (; lane < stop; ++lane, ++cell) write(*cell, lane);
        }
    }
}

/// `mine` == 0: only records which bytes are initialised.
void GlobalWords::words_of_lane(const BlockState& block, unsigned warp, const Request& r, unsigned lane,
                                const Allocation& allocation, Cell mine, RawFindingLog& log)
{
    const std::uintptr_t begin = r.place(lane), end = begin + r.bytes;
    const unsigned thread = warp * kWarp + lane;
    for (std::uintptr_t byte = begin; byte < end;) {
        const std::uintptr_t next = std::min<std::uintptr_t>(end, (byte / 4 + 1) * 4);
        const std::uint64_t bytes = ((1u << (next - byte)) - 1u) << byte % 4;
        std::uint64_t* cell = shadow(byte, allocation);
        std::uint64_t now = *cell;
        if (mine != 0) {
            const std::uintptr_t word = byte / 4 * 4;
            const Cell own = mine | 15ull << kWhole | std::uint64_t(thread) << kThread | std::uint64_t(r.changed >> lane & 1) << kChanged;
            const Touch touch{block, r, lane, thread, allocation, word, word, own, log};
            now = (now & Arena::kWritten) | (bytes == 15 ? after(now & kUse, touch) : after_bytes(divide(now & kUse, word), touch, bytes));
        }
        if (r.kind != Access::read) now |= bytes;
        if (now != *cell) *cell = now;
        byte = next;
    }
}

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
    const bool nothing_new = field(earlier, kChanged, 1) == 0 && field(t.mine, kChanged, 1) == 0;
    if (!alone_ && !own_block && !nothing_new && kind_of(earlier) == written) {
        const auto theirs = of_launch_->recent_writes.find_elsewhere(*writes_, block_of(earlier), t.request.place(t.lane), t.request.bytes);
        if (theirs) return *theirs == t.request.value[t.lane];
    }
    const bool same_warp = own_block && thread_of(earlier) / kWarp == thread_of(t.mine) / kWarp;
    const bool mine_later = !same_warp || t.block.lane_rank[t.lane] > t.block.lane_rank[thread_of(earlier) % kWarp];
    return field(mine_later ? t.mine : earlier, kChanged, 1) == 0;
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
    if (before == updated && now == updated) return cell;
    if (conflict && (before == written || before == updated) && now == written && t.block.launch.excuse_same_value) conflict = !same_value(cell, t);
    if (conflict && before == read_by_blocks && same_block(cell, mine)) {
        const auto other = of_launch_->other_readers.of(t.place);
        return other && !ordered_by_fences(*other, t) ? race(with_kind(*other, read), t) : mine;
    }
    if (conflict) return race(cell, t);
    // A thread's own atomic does not replace its plain write, which can still race.
    return before == written && now == updated && same_thread(cell, mine) ? cell : mine;
}

/// The shadow word after a race has been reported. One between blocks keeps the lower block, see race_again().
GlobalWords::Cell GlobalWords::race(Cell cell, const Touch& t) const
{
    const Kind before = kind_of(cell), now = kind_of(t.mine);
    report(cell, before, t, 1);
    if (same_block(cell, t.mine)) return as_reported(cell, unused);
    return t.mine < cell ? as_reported(t.mine, now) : as_reported(cell, before);
}

/// Which blocks are seen to race for a word depends on which run at the same time, on several host threads. The lowest ones are reported,
/// which may come later; they do not count again.
GlobalWords::Cell GlobalWords::race_again(Cell cell, const Touch& t) const
{
    const auto before = Kind(stamp_of(cell)), now = kind_of(t.mine);
    if (before == unused || same_block(cell, t.mine)) return cell;
    if (!stores(before) && !stores(now)) return cell;
    report(cell, before, t, 0);
    return t.mine < cell ? as_reported(t.mine, now) : cell;
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
    if (!alone_ && first_time && (t.mine < cell || of_launch_->other_readers.is_running(block_of(cell))))
        of_launch_->other_readers.keep(t.place, std::max(cell, t.mine));
    return with_kind(std::min(cell, t.mine), read_by_blocks);
}

void GlobalWords::check_initialised(const BlockState& block, unsigned warp, const Request& r, const Allocation& allocation, RawFindingLog& log)
{
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::uintptr_t begin = r.place(lane);
        const std::uint64_t first = first_missing(begin, r.bytes, [&](std::uint64_t word) {
            const PageLock lock(word * 4 / Arena::kPage, !alone_);   // shadow() may reset the page for this launch
            return std::uint8_t(*shadow(word * 4, allocation) & Arena::kWritten);
        });
        if (first == begin + r.bytes) return;
        RawFinding s = raw_finding(FindingKind::uninitialised, block, warp * kWarp + lane, r, lane);
        s.where = first;
        s.allocation = &allocation;
        for (std::uintptr_t byte = first; byte < std::min<std::uintptr_t>(begin + r.bytes, (first / 4 + 1) * 4); ++byte) {
            const bool missing = (*shadow(byte, allocation) >> byte % 4 & 1) == 0;
            s.changed |= missing && *reinterpret_cast<const volatile unsigned char*>(byte) != std::uint8_t(Arena::fill_of(allocation) >> byte % 4 * 8);
        }
        log.add(s);
    });
}

namespace {

std::vector<std::uint64_t>& device_variable_words()
{
    const ArrayTable& table = Layout::instance().device_variables();
    static std::vector<std::uint64_t> words = [&] {
        std::uint64_t count = (table.end() - table.begin()) / 4 + 2;
        for (const Variable& variable : table.scattered()) count += variable.bytes / 4 + 2;
        return std::vector<std::uint64_t>(count);
    }();
    return words;
}

/// The scattered variables' words come behind the others.
std::size_t device_variable_word(std::uintptr_t address)
{
    const ArrayTable& table = Layout::instance().device_variables();
    if (address - table.begin() < table.end() - table.begin()) return address / 4 - table.begin() / 4;
    std::size_t word = (table.end() - table.begin()) / 4 + 2;
    for (const Variable& variable : table.scattered()) {
        if (address - variable.start < variable.bytes) return word + (address / 4 - variable.start / 4);
        word += variable.bytes / 4 + 2;
    }
    return word - 1;
}
std::atomic<bool> device_variables_used{false};

}  // namespace

void DeviceVariableWords::launch_begins()
{
    if (device_variables_used.exchange(false)) std::fill(device_variable_words().begin(), device_variable_words().end(), 0);
}

std::uint64_t* DeviceVariableWords::at(std::uintptr_t address)
{
    device_variables_used.store(true, std::memory_order_relaxed);
    return &device_variable_words()[device_variable_word(address)];
}

}  // namespace halo::engine
