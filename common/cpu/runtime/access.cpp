// What an access touches: the memory space, the array, or nothing that a kernel may use.

#include <sys/mman.h>

#include "cpu/runtime/worker.hpp"

namespace halo::cpu {

void Worker::access(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    if (stop_requested_) stop_endless(site);
    MemoryAccess access{.address = address, .bytes = bytes, .kind = kind, .site = site};
    busy_ = true;
    if (classify(access)) {
        race_.access(block_, *current_, access, log_);
        if (access.space != Space::constant) uninitialised_.access(block_, *current_, access, log_);
        if (kind != Access::read && access.space == Space::global) current_->stored = true;
        if (traffic_.access(*current_, access)) {
            race_.settle(log_);
            suspend(Stop::paused);
        }
    }
    busy_ = false;
}

/// Finds the memory space. False: nothing to watch (the thread's own stack), or already reported.
bool Worker::classify(MemoryAccess& access)
{
    if (arena_.contains(access.address)) {
        access.space = Space::global;
        access.allocation = arena_.find(access.address);
        if (access.allocation != nullptr && !access.allocation->freed &&
            access.address + access.bytes <= access.allocation->end())
            return true;
        return outside_in_arena(access);
    }
    if (const std::uint64_t offset = access.address - tls_base_; layout_.shared().contains(offset))
        return classify_shared(access, offset);
    if (layout_.constants().contains(access.address)) return classify_constant(access, layout_.constants());
    if (layout_.more_constants().contains(access.address)) return classify_constant(access, layout_.more_constants());
    if (fibers_.owns(access.address)) return false;
    return classify_elsewhere(access);
}

bool Worker::classify_shared(MemoryAccess& access, std::uint64_t offset)
{
    access.space = Space::shared;
    access.offset = static_cast<std::uint32_t>(offset);
    if (layout_.shared().usable(offset, access.bytes)) return true;
    if (layout_.is_guard(offset)) return false;
    const Variable* array = layout_.shared().near(offset);
    outside(access, array != nullptr && offset < array->start ? Outside::before_start : Outside::past_end);
}

bool Worker::classify_constant(MemoryAccess& access, const ArrayTable& table)
{
    access.space = Space::constant;
    if (access.kind != Access::read) outside(access, Outside::wild);
    if (table.usable(access.address, access.bytes)) return true;
    const Variable* array = table.near(access.address);
    outside(access, array != nullptr && access.address < array->start ? Outside::before_start : Outside::past_end);
}

bool Worker::classify_elsewhere(MemoryAccess& access)
{
    const auto dynamic = reinterpret_cast<std::uintptr_t>(dynamic_);
    if (const std::uint64_t offset = access.address - dynamic; offset < kDynamicRoom) {
        access.space = Space::shared;
        access.offset = static_cast<std::uint32_t>(dynamic_base_in_offsets_ + offset);
        if (offset + access.bytes <= grid_->shared_bytes) return true;
        outside(access, Outside::past_end);
    }
    if (layout_.device_variables().contains(access.address)) {
        static const Allocation device_variable{.base = 0, .bytes = 0, .name = {}, .at = {}, .freed = false, .initialised = true};
        access.space = Space::global;
        access.allocation = &device_variable;
        if (layout_.device_variables().usable(access.address, access.bytes)) return true;
        outside(access, Outside::past_end);
    }
    // String literals and constexpr tables: the compiler put them where it liked.
    if (access.kind == Access::read && layout_.is_read_only(access.address)) return false;
    classify_runaway(access);
    return false;
}

/// Where no memory of the device is: says what the address most likely was meant to be, and ends the thread.
void Worker::classify_runaway(MemoryAccess& access)
{
    constexpr std::uint64_t kNear = 64 * 1024;  // an index that ran away from its array
    const auto just_below = [&](std::uintptr_t place) { return place - access.address - 1 < kNear; };
    const auto just_behind = [&](std::uintptr_t place) { return access.address - place < kNear; };

    access.space = Space::global;
    if (access.address < kNear) outside(access, Outside::null_pointer);

    // An index below zero in unsigned arithmetic: 2³² elements too far.
    const std::uintptr_t unwrapped = access.address - (std::uintptr_t(access.bytes) << 32);
    if (arena_.contains(unwrapped)) {
        access.allocation = arena_.nearest(unwrapped);
        if (access.allocation != nullptr && unwrapped + kNear >= access.allocation->base &&
            unwrapped < access.allocation->end() + kNear)
            outside(access, Outside::past_end);
        access.allocation = nullptr;
    }

    access.space = Space::shared;
    if (just_below(tls_base_)) outside(access, Outside::before_start);
    if (just_below(reinterpret_cast<std::uintptr_t>(dynamic_))) {
        access.offset = static_cast<std::uint32_t>(dynamic_base_in_offsets_);
        outside(access, Outside::before_start);
    }
    if (just_behind(tls_base_ + layout_.shared().end())) {
        access.offset = static_cast<std::uint32_t>(access.address - tls_base_);
        outside(access, Outside::past_end);
    }

    // Close to the constants an index ran out of them; farther off only if nothing else is known to lie there.
    const std::uint64_t reach = layout_.variable_at(access.address) != nullptr ? 1024 : kNear;
    for (const ArrayTable* table : {&layout_.constants(), &layout_.more_constants(), &layout_.device_variables()}) {
        if (table->begin() == table->end()) continue;
        access.space = table == &layout_.device_variables() ? Space::global : Space::constant;
        if (access.address - table->end() < reach) outside(access, Outside::past_end);
        if (table->begin() - access.address - 1 < reach) outside(access, Outside::before_start);
    }
    access.space = Space::host;
    unsigned char resident = 0;
    const std::uintptr_t page = access.address / 4096 * 4096;
    const bool mapped = mincore(reinterpret_cast<void*>(page), 1, &resident) == 0;
    outside(access, mapped ? Outside::host_pointer : Outside::wild);
}

void Worker::outside(MemoryAccess& access, Outside why)
{
    Sighting s = sighting_of(FindingKind::out_of_bounds, block_, *current_, access);
    s.outside = why;
    end_thread(s);
}

/// A gap or a freed allocation: told, and carried out where there is memory, so that one run shows how many there are.
bool Worker::outside_in_arena(MemoryAccess& access)
{
    const bool freed = access.allocation != nullptr && access.allocation->freed;
    if (access.allocation == nullptr) access.allocation = arena_.nearest(access.address);
    if (access.allocation == nullptr) outside(access, Outside::wild);
    Sighting s = sighting_of(FindingKind::out_of_bounds, block_, *current_, access);
    s.outside = freed                                                   ? Outside::freed
                : access.address < access.allocation->base              ? Outside::before_start
                                                                        : Outside::past_end;
    if (!arena_.mapped(access.address, access.bytes)) end_thread(s);
    log_.add(s);
    return false;
}

}  // namespace halo::cpu
