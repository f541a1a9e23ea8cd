#include "engine/watch/global_words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/memory/arena.hpp"
#include "engine/memory/registered.hpp"
#include "engine/memory/saved_memory.hpp"
#include "engine/watch/device_variable_words.hpp"
#include "engine/watch/first_missing.hpp"
#include "engine/watch/page_lock.hpp"
#include "engine/watch/sites.hpp"

namespace halo::engine {

WordUse use_of(std::uint64_t cell)
{
    const auto kind = GlobalCell::kind_of(cell);
    if (kind == GlobalCell::unused) return WordUse::none;
    return kind < GlobalCell::written || kind == GlobalCell::observed ? WordUse::loaded : WordUse::stored;
}

std::uint32_t next_serial()
{
    static std::atomic<std::uint32_t> serial{0};
    return ++serial;
}

namespace {

/// In the arena, each page is reset when it is first used.
void forget_uses_outside_arena()
{
    DeviceVariableWords::launch_begins();
    Registered::instance().launch_begins();
}

}  // namespace

GlobalWords::OfLaunch::OfLaunch(const LaunchState& launch) : recent_writes(launch.host_threads), other_readers(launch.host_threads)
{
    forget_uses_outside_arena();
}

void GlobalWords::launch_begins(const LaunchState& launch, OfLaunch& of_launch)
{
    serial_ = launch.serial;
    known_pages_ = {};
    stores_.clear();
    alone_ = launch.host_threads == 1;
    saved_ = launch.saved;
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
    stores_.clear();
    forget_uses_outside_arena();
}

std::uint64_t* GlobalWords::shadow(std::uintptr_t address, const Allocation& allocation)
{
    Arena& arena = Arena::instance();
    if (!arena.contains(address)) return allocation.base == 0 ? DeviceVariableWords::at(address) : Registered::instance().shadow(address);
    ShadowPage& page = arena.page(address);
    if (page.launch != serial_) {
        page.launch = serial_;
        if (saved_ != nullptr && !allocation.initialised) saved_->before_marking(address);
        std::uint64_t* word = arena.shadow(address / Arena::kPage * Arena::kPage);
        for (std::uint64_t i = 0; i < Arena::kPage / 4; ++i) word[i] &= Arena::kWritten;
    }
    return arena.shadow(address);
}

namespace {

/// Lanes whose cells get the bit `changed`.
std::uint32_t changed_by(const Request& r) { return r.strong ? 0u - std::uint32_t(r.only_block) : r.changed; }

}  // namespace

void GlobalWords::global_access(const BlockState& block, const WarpAccess& access, RawFindingLog& log)
{
    const Request& r = access.request;
    const Pattern& p = access.pattern;
    const Allocation& allocation = *access.allocation;
    const unsigned warp = access.warp;
    const std::uint32_t racing = access.racing;
    if (r.kind == Access::write && !alone_) writes_->add(block.linear, r, p);   // before the shadow word names this block as the writer
    if (r.kind != Access::write && !allocation.initialised && !access.held) check_initialised(block, warp, r, allocation, log);

    const WarpClocks& clocks = block.clocks[warp];
    const std::uint64_t stamp = std::min<std::uint64_t>(block.barrier_stamps[warp] + clocks.most(), kLastStamp);
    const Kind kind = r.kind == Access::read ? (r.strong ? observed : read) : r.strong ? updated : written;
    const Cell mine = std::min(block.linear, kLastBlock) << kBlock | std::uint64_t(Sites::number(r.site)) << kSite |
                      std::uint64_t(block.barrier_stamps[warp]) << kStamp | kind << kKind;
    const bool watched = block.linear < kLastBlock && stamp < kLastStamp;
    const bool stores = r.kind != Access::read;
    if (!watched && !(stores && !allocation.initialised)) return;
    if (!stores && racing == 0) return;

    if (r.bytes == 4 && r.where % 4 == 0 && p.shape.words && p.shape.run_count != 0 && watched && racing == r.lanes && clocks.quiet()) {
        for (const LaneRun& run : p.shape.runs()) run_of_words(block, warp, r, run, allocation, mine, log);
        return;
    }
    // One lock covers the lanes that begin in one page, and another what they access beyond it.
    const bool one_page = (p.end - 1) / Arena::kPage == p.begin / Arena::kPage;
    const auto words_in_page = [&](unsigned lane, std::uintptr_t page) {
        const Cell racing_cell = mine + (std::uint64_t(clocks.count(lane)) << kStamp);
        words_of_lane(block, warp, r, lane, page, allocation, watched && (racing >> lane & 1) != 0 ? racing_cell : 0, log);
    };
    const auto last_page = [&](unsigned lane) { return (r.place(lane) + r.bytes - 1) / Arena::kPage; };
    for (std::uint32_t lanes = r.lanes; lanes != 0;) {
        const std::uintptr_t page = r.place(unsigned(std::countr_zero(lanes))) / Arena::kPage;
        std::uint32_t elsewhere = 0, longer = 0;
        {
            const PageLock lock(page, !alone_);
            for_each_lane(lanes, [&](unsigned lane) {
                if (!one_page && r.place(lane) / Arena::kPage != page) {
                    elsewhere |= 1u << lane;
                    return;
                }
                words_in_page(lane, page);
                if (!one_page && last_page(lane) != page) longer |= 1u << lane;
            });
        }
        for_each_lane(longer, [&](unsigned lane) {
            for (std::uintptr_t next = page + 1; next <= last_page(lane); ++next) {
                const PageLock lock(next, !alone_);
                words_in_page(lane, next);
            }
        });
        lanes = elsewhere;
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
        bits[lanes] = Group{lanes & 1, lanes >> 1 & 1, lanes >> 2 & 1, lanes >> 3} << GlobalCell::kChanged;
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
        cell = next(cell & kUse, lane, own(lane) + (std::uint64_t(changed_by(r) >> lane & 1) << kChanged)) | Arena::kWritten;
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
                    put(cell, (own(lane) + kThreads) | kChangedBits[changed_by(r) >> lane & 15] | Arena::kWritten);
            }
            for (; lane < stop; ++lane, ++cell) write(*cell, lane);
        }
    }
}

/// Those in this page. `mine` == 0: only records which bytes are initialised.
void GlobalWords::words_of_lane(const BlockState& block, unsigned warp, const Request& r, unsigned lane, std::uintptr_t page,
                                const Allocation& allocation, Cell mine, RawFindingLog& log)
{
    const std::uintptr_t begin = std::max(r.place(lane), page * Arena::kPage);
    const std::uintptr_t end = std::min(r.place(lane) + r.bytes, (page + 1) * Arena::kPage);
    const unsigned thread = warp * kWarp + lane;
    for (std::uintptr_t byte = begin; byte < end;) {
        const std::uintptr_t next = std::min<std::uintptr_t>(end, (byte / 4 + 1) * 4);
        const std::uint64_t bytes = ((1u << (next - byte)) - 1u) << byte % 4;
        std::uint64_t* cell = shadow(byte, allocation);
        std::uint64_t now = *cell;
        if (mine != 0) {
            const std::uintptr_t word = byte / 4 * 4;
            const Cell own = mine | 15ull << kWhole | std::uint64_t(thread) << kThread | std::uint64_t(changed_by(r) >> lane & 1) << kChanged;
            const Touch touch{block, r, lane, thread, allocation, word, word, own, log};
            now = (now & Arena::kWritten) | (bytes == 15 ? after(now & kUse, touch) : after_bytes(divide(now & kUse, word), touch, bytes));
        }
        if (r.kind != Access::read) now |= bytes;
        if (now != *cell) *cell = now;
        byte = next;
    }
}

void GlobalWords::check_initialised(const BlockState& block, unsigned warp, const Request& r, const Allocation& allocation, RawFindingLog& log)
{
    for_each_lane(r.lanes & ~r.unread, [&](unsigned lane) {
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

}  // namespace halo::engine
