// What the watchers are told when all lanes of a warp have stopped.

#include "engine/schedule/worker.hpp"

namespace halo::engine {
namespace {

/// A request with fewer lanes.
Request part_of(const Request& request, std::uint32_t lanes)
{
    Request part = request;
    part.lanes = lanes;
    return part;
}

}  // namespace

void Worker::analyse_warp(unsigned warp)
{
    bool has_atomics = false;
    warp_log_.look([&](const Request& r) { has_atomics |= r.kind == Access::atomic; });
    warp_log_.take([&](Request& r) { analyse(r, warp, has_atomics); });
}

void Worker::analyse(Request& r, unsigned warp, bool has_atomics)
{
    // A load that opens a compare-and-swap loop may see an old value: the swap then fails, and no harm is done.
    std::uint32_t racing = r.lanes;
    if (has_atomics && r.kind == Access::read && r.space != Space::constant)
        warp_log_.look([&](const Request& other) {
            if (other.kind != Access::atomic || other.space != r.space) return;
            for_each_lane(other.lanes & racing, [&](unsigned lane) {
                if (other.place(lane) == r.place(lane)) racing &= ~(1u << lane);
            });
        }, &r);
    if (r.space == Space::global) return analyse_global(r, warp, racing);
    const Pattern pattern = shapes_.of(r);
    if (r.space == Space::shared) shared_words_.request(block_, warp, r, pattern.shape, racing, log_);
    count(r, pattern);
}

void Worker::count(const Request& r, const Pattern& pattern)
{
    if (r.step == r.bytes) return traffic_.request(r, pattern);
    Request step = r;
    step.bytes = r.step;
    for (std::uint32_t done = 0; done < r.bytes; done += r.step, step.where += r.step) traffic_.request(step, shapes_.of(step));
}

void Worker::analyse_global(Request& r, unsigned warp, std::uint32_t racing)
{
    const Pattern pattern = shapes_.of(r);
    if (const Allocation* all_in = allocation_of(pattern.begin, pattern.end)) {
        global_words_.request(block_, warp, r, pattern, *all_in, racing, log_);
        count(r, pattern);
    } else {
        for_each_lane(r.lanes, [&](unsigned lane) {
            const std::uintptr_t place = r.place(lane);
            const Allocation* allocation = allocation_of(place, place + r.bytes);
            if (allocation == nullptr) {
                outside_allocation(r, lane, warp);
                r.lanes &= ~(1u << lane);
                return;
            }
            const Request one = part_of(r, 1u << lane);
            global_words_.request(block_, warp, one, shapes_.of(one), *allocation, racing, log_);
        });
        if (r.lanes != 0) count(r, shapes_.of(r));
    }
    if (r.kind != Access::read) stored_[warp] |= r.lanes;
}

/// The living allocation that holds all of [begin, end).
const Allocation* Worker::allocation_of(std::uintptr_t begin, std::uintptr_t end)
{
    if (last_allocation_ != nullptr && begin >= last_allocation_->base && end <= last_allocation_->end()) return last_allocation_;
    if (layout_.device_variables().contains(begin)) return &DeviceVariableWords::allocation();
    const Allocation* found = arena_.find(begin);
    if (found == nullptr || found->freed || end > found->end()) return nullptr;
    return last_allocation_ = found;
}

/// A gap or a freed allocation. The access was carried out, so that one run shows how many there are.
void Worker::outside_allocation(const Request& r, unsigned lane, unsigned warp)
{
    const Allocation* allocation = arena_.find(r.place(lane));
    if (allocation == nullptr) allocation = arena_.nearest(r.place(lane));
    Sighting s = sighting_of(FindingKind::out_of_bounds, block_, warp * kWarp + lane, r, lane);
    s.allocation = allocation;
    s.outside = allocation == nullptr                 ? Outside::wild
                : allocation->freed                   ? Outside::freed
                : r.place(lane) < allocation->base    ? Outside::before_start
                                                      : Outside::past_end;
    log_.add(s);
}

}  // namespace halo::engine
