#include "engine/watch/observer.hpp"

namespace halo::engine {
namespace {

/// The same request for some of its lanes.
Request part_of(const Request& request, std::uint32_t lanes)
{
    Request part = request;
    part.lanes = lanes;
    return part;
}

/// Lanes whose access can race. A load that begins a compare-and-swap loop may safely see an old value: the swap then
/// fails.
std::uint32_t racing_lanes(const Request& r, const WarpLog& warp_log)
{
    std::uint32_t racing = r.lanes;
    warp_log.look([&](const Request& other) {
        if (other.kind != Access::atomic || other.space != r.space) return;
        for_each_lane(other.lanes & racing, [&](unsigned lane) {
            if (other.place(lane) == r.place(lane)) racing &= ~(1u << lane);
        });
    }, &r);
    return racing;
}

}  // namespace

void Observer::warp_stopped(const BlockState& block, unsigned warp, WarpLog& warp_log)
{
    warp_log.complete();
    bool has_atomics = false;
    warp_log.look([&](const Request& r) { has_atomics |= r.kind == Access::atomic; });
    warp_log.take([&](Request& r) {
        const bool may_open_swap = has_atomics && r.kind == Access::read && r.space != Space::constant;
        const std::uint32_t racing = may_open_swap ? racing_lanes(r, warp_log) : r.lanes;
        if (r.space == Space::global) return global_memory(block, warp, r, racing);
        const Pattern pattern = shapes_.of(r);
        if (r.space == Space::shared) watchers.shared_access(block, WarpAccess{warp, r, pattern, racing, nullptr}, log);
        count(block, warp, r, pattern);
    });
    watchers.warp_stopped(block, warp);
}

void Observer::count(const BlockState& block, unsigned warp, const Request& r, const Pattern& pattern)
{
    if (r.step == r.bytes) return watchers.instruction(block, warp, r, pattern);
    Request step = r;
    step.bytes = r.step;
    for (std::uint32_t done = 0; done < r.bytes; done += r.step, step.where += r.step)
        watchers.instruction(block, warp, step, shapes_.of(step));
}

void Observer::global_memory(const BlockState& block, unsigned warp, Request& r, std::uint32_t racing)
{
    const Pattern pattern = shapes_.of(r);
    if (const Allocation* allocation_of_all = map_.allocation_of(pattern.begin, pattern.end)) {
        watchers.global_access(block, WarpAccess{warp, r, pattern, racing, allocation_of_all}, log);
        return count(block, warp, r, pattern);
    }
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::uintptr_t place = r.place(lane);
        const Allocation* allocation = map_.allocation_of(place, place + r.bytes);
        if (allocation == nullptr) {
            outside_allocations(block, warp, r, lane);
            r.lanes &= ~(1u << lane);
            return;
        }
        const Request one = part_of(r, 1u << lane);
        watchers.global_access(block, WarpAccess{warp, one, shapes_.of(one), racing, allocation}, log);
    });
    if (r.lanes != 0) count(block, warp, r, shapes_.of(r));
}

/// The access has been carried out, so that one run counts all of them.
void Observer::outside_allocations(const BlockState& block, unsigned warp, const Request& r, unsigned lane)
{
    const InvalidAccess invalid = map_.outside_allocations(r.place(lane));
    RawFinding s = raw_finding(FindingKind::out_of_bounds, block, warp * kWarp + lane, r, lane);
    s.allocation = invalid.allocation;
    s.outside = invalid.why;
    log.add(s);
}

}  // namespace halo::engine
