#include "engine/watch/raw_findings.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace halo::engine {
namespace {

auto cause(const RawFinding& s) { return std::tie(s.kind, s.site, s.line, s.other_site, s.other_line, s.kernel, s.outside, s.unnamed); }
auto rank(const RawFinding& s) { return std::tie(s.block_linear, s.thread, s.other_thread, s.where); }

}  // namespace

void RawFinding::swap_sides()
{
    std::swap(site, other_site);
    std::swap(access, other_access);
    std::swap(thread, other_thread);
    if (other_block == ~0ull) return;
    std::swap(block_linear, other_block);
}

RawFinding raw_finding(FindingKind kind, const BlockState& block, unsigned thread)
{
    RawFinding s;
    s.kind = kind;
    s.kernel = block.kernel;
    s.launch = block.launch.serial;
    s.launch_file = block.launch.file;
    s.launch_line = block.launch.line;
    s.dynamic = block.dynamic;
    s.dynamic_bytes = block.dynamic_bytes;
    s.block_linear = block.linear;
    s.grid = block.grid;
    s.extent = block.extent;
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
    for (const RawFinding& raw : other.all_) add(raw);
    for (const auto& [kernel, line] : other.barriers_) note_barrier(kernel, line);
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
