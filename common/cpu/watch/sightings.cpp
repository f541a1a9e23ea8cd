#include "cpu/watch/sightings.hpp"

#include <tuple>

namespace halo::cpu {
namespace {

auto cause(const Sighting& s) { return std::tie(s.kind, s.site, s.line, s.other_site, s.other_line, s.kernel, s.outside); }
auto rank(const Sighting& s) { return std::tie(s.block_linear, s.thread, s.other_thread, s.where); }

}  // namespace

Sighting sighting_of(FindingKind kind, const BlockState& block, const ThreadState& thread)
{
    Sighting s;
    s.kind = kind;
    s.kernel = block.kernel;
    s.block_linear = block.linear;
    s.block = block.index;
    s.extent = block.extent;
    s.thread = thread.linear;
    return s;
}

Sighting sighting_of(FindingKind kind, const BlockState& block, const ThreadState& thread, const MemoryAccess& access)
{
    Sighting s = sighting_of(kind, block, thread);
    s.site = access.site;
    s.access = access.kind;
    s.space = access.space;
    s.where = access.space == Space::shared ? access.offset : access.address;
    s.bytes = access.bytes;
    s.allocation = access.allocation;
    return s;
}

void SightingLog::add(const Sighting& sighting)
{
    for (Sighting& known : all_) {
        if (cause(known) != cause(sighting)) continue;
        const std::uint64_t count = known.count + sighting.count;
        if (rank(sighting) < rank(known)) known = sighting;
        known.count = count;
        return;
    }
    all_.push_back(sighting);
}

void SightingLog::merge(const SightingLog& other)
{
    for (const Sighting& sighting : other.all_) add(sighting);
}

}  // namespace halo::cpu
