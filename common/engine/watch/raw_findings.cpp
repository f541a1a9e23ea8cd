#include "engine/watch/raw_findings.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/memory/arena.hpp"
#include "engine/memory/device_copies.hpp"

namespace halo::engine {
namespace {

auto cause(const RawFinding& s) { return std::tie(s.kind, s.site, s.line, s.other_site, s.other_line, s.kernel, s.outside, s.unnamed, s.changed, s.from_race, s.after_race); }
/// What may be a consequence of a race in its block.
bool may_follow(const RawFinding& s)
{
    if (s.kernel == RawFinding::kHost) return false;
    return s.kind == FindingKind::out_of_bounds || s.kind == FindingKind::crash || s.kind == FindingKind::barrier || s.kind == FindingKind::endless;
}

constexpr std::uint64_t kFar = 1 << 16;   // bytes; an index that is wrong by itself is seldom off by more

/// The address is in no array that an index computed from threads and sizes would have left.
bool far_away(const RawFinding& s)
{
    if (s.outside == Outside::wild) return true;
    if (s.allocation == nullptr) return false;
    return s.where + kFar < s.allocation->base || s.where > s.allocation->base + s.allocation->bytes + kFar;
}

/// `value` may have been the index of this access, or its pointer.
bool explains(std::uint64_t value, const RawFinding& s)
{
    if (value == 0) return false;
    if (s.space == Space::global && s.where - value < kFar) return true;
    for (const std::uint64_t bytes : {1, 2, 4, 8, 12, 16}) {
        const std::uint64_t base = s.where - bytes * value;
        if (s.space == Space::global ? Arena::instance().find(base) != nullptr : base < kFar && s.where >= kFar) return true;
    }
    return false;
}

/// What the findings of a launch have in common; `at`: it, or one of its blocks.
template <class At>
RawFinding in_launch(FindingKind kind, const At& at)
{
    RawFinding s;
    s.kind = kind;
    s.kernel = at.kernel;
    s.launch = at.launch.serial;
    s.launch_file = at.launch.file;
    s.launch_line = at.launch.line;
    s.grid = at.grid;
    s.extent = at.extent;
    return s;
}

auto rank(const RawFinding& s) { return std::tuple(s.block_linear, s.thread, s.other_block + 1, s.other_thread, s.where); }   // own block first

}  // namespace

void RawFinding::swap_sides()
{
    std::swap(site, other_site);
    std::swap(access, other_access);
    std::swap(thread, other_thread);
    if (other_block == ~0ull) return;
    std::swap(block_linear, other_block);
}

bool named_before(const RawFinding& one, const RawFinding& other)
{
    return std::tuple(rank(one), one.site, one.other_site) < std::tuple(rank(other), other.site, other.other_site);
}

RawFinding raw_finding(FindingKind kind, const EndedLaunch& launch)
{
    RawFinding s = in_launch(kind, launch);
    s.file = launch.launch.file;
    s.line = launch.launch.line;
    s.blocks = launch.blocks();
    return s;
}

RawFinding raw_finding(FindingKind kind, const BlockState& block, unsigned thread)
{
    RawFinding s = in_launch(kind, block);
    s.dynamic = block.dynamic;
    s.dynamic_bytes = block.dynamic_bytes;
    s.block_linear = block.linear;
    s.epoch = block.epoch;
    s.thread = thread;
    return s;
}

RawFinding raw_finding(FindingKind kind, const BlockState& block, unsigned thread, const Request& request, unsigned lane)
{
    RawFinding s = raw_finding(kind, block, thread);
    s.site = request.site;
    s.access = request.kind;
    s.space = request.space;
    s.where = request.place(lane);
    s.last = {s.block_linear, s.thread, s.where};
    s.bytes = request.bytes;
    return s;
}

void RawFindingLog::add(const RawFinding& raw)
{
    if (raw.kind == FindingKind::race) note_reader(raw);
    if (may_follow(raw)) held_.push_back(raw);
    else group(raw);
}

void RawFindingLog::note_reader(const RawFinding& race)
{
    if (raced_.size() >= kMostRaced) return;
    if (race.access == Access::read) raced_.push_back({race.block_linear, race.thread, race.epoch, race.value});
    else if (race.other_access == Access::read)
        raced_.push_back({race.other_block == ~0ull ? race.block_linear : race.other_block, race.other_thread, race.epoch, race.value});
}

void RawFindingLog::settle_held()
{
    for (RawFinding& held : held_) {
        for (const Raced& read : raced_) {
            if (read.block != held.block_linear) continue;
            held.after_race |= read.epoch < held.epoch;
            if (held.kind == FindingKind::out_of_bounds && read.thread == held.thread && read.epoch <= held.epoch)
                held.from_race |= far_away(held) || (read.value && explains(*read.value, held));
        }
        group(held);
    }
    held_.clear();
    raced_.clear();
}

void RawFindingLog::group(const RawFinding& raw)
{
    for (RawFinding& known : all_) {
        if (cause(known) != cause(raw)) continue;
        const std::uint64_t count = known.count + raw.count;
        const bool across_warps = known.across_warps || raw.across_warps;
        const bool same_array = known.launch == raw.launch && known.allocation == raw.allocation;
        const Occurrence last = std::max(known.last, raw.last);
        if (rank(raw) < rank(known)) known = raw;
        if (same_array) known.last = last;
        known.count = count;
        known.across_warps = across_warps;
        return;
    }
    all_.push_back(raw);
}

void RawFindingLog::merge(const RawFindingLog& other)
{
    for (const RawFinding& raw : other.all_) group(raw);
    for (const auto& [kernel, line] : other.barriers_) note_barrier(kernel, line);
}

void RawFindingLog::name_host_memory()
{
    for (RawFinding& raw : all_) {
        if (raw.outside != Outside::host_pointer || raw.space != Space::host) continue;
        const NamedArray* const named = HostArrays::instance().near(raw.where);
        if (named != nullptr && named->holds(raw.where, raw.bytes)) raw.host_array = named->array;
        raw.device_copy = DeviceCopies::instance().of(raw.where, raw.bytes);
    }
}

void RawFindingLog::note_progress(std::uint64_t finished, std::uint64_t blocks)
{
    for (RawFinding& raw : all_) {
        if (raw.kind != FindingKind::endless) continue;
        raw.finished = finished;
        raw.blocks = blocks;
    }
}

void RawFindingLog::forget_uncounted()
{
    std::erase_if(all_, [](const RawFinding& raw) { return raw.count == 0; });
}

void RawFindingLog::forget_stored()
{
    std::vector<RawFinding> changed;
    for (const RawFinding& raw : all_)
        if (raw.changed) changed.push_back(raw);
    std::erase_if(all_, [](const RawFinding& raw) { return raw.changed; });
    for (RawFinding& raw : changed) {
        if (!Arena::instance().all_written(raw.where, 1)) continue;
        raw.changed = false;
        group(raw);
    }
}

void RawFindingLog::note_barrier(std::uint32_t kernel, int line)
{
    const std::pair barrier(kernel, line);
    if (std::find(barriers_.begin(), barriers_.end(), barrier) == barriers_.end()) barriers_.push_back(barrier);
}

int RawFindingLog::barrier_between(std::uint32_t kernel, int first, int last) const
{
    int best = 0;
    for (const auto& [of, line] : barriers_)
        if (of == kernel && first < line && line < last && (best == 0 || line < best)) best = line;
    return best;
}

}  // namespace halo::engine
