// What an access touches: the memory space, the array, or nothing that a kernel may use.

#include <sys/mman.h>

#include <algorithm>

#include "engine/session/session.hpp"
#include "engine/schedule/worker.hpp"

namespace halo::engine {

/// The last store left what it did; whether that is another value than it found can be seen now.
void Worker::settle_store()
{
    const auto* now = reinterpret_cast<const unsigned char*>(store_.address);
    if (std::memcmp(store_.before, now, store_.bytes) != 0) store_.request->changed |= 1u << lane();
    std::uint32_t hash = 0x811c9dc5u;
    for (std::uint32_t i = 0; i < store_.bytes; ++i) hash = (hash ^ now[i]) * 0x01000193u;
    store_.request->stored[lane()] = hash;
    store_.bytes = 0;
}

void Worker::touch_slowly(std::uintptr_t address, std::uint32_t bytes, std::uint32_t step, Access kind, std::uintptr_t site)
{
    if (stop_requested_) stop_endless(site);
    Located at{Space::global, address, true, {arena_base_, arena_base_ + arena_bytes_}};
    if (address - arena_base_ >= arena_bytes_) at = locate(address, bytes, kind, site);
    if (!at.watched) return;
    busy_ = true;
    Request wanted;
    wanted.key = key_of(site, halo_now.loop_path);
    wanted.where = at.where;
    wanted.site = site;
    wanted.bytes = bytes;
    wanted.step = step;
    wanted.path = halo_now.loop_path;
    wanted.address = address;
    constexpr std::uintptr_t kFar = 0x7fffffff;   // so that distances go into 32 bits
    wanted.below = static_cast<std::uint32_t>(std::min(address - at.array.begin, kFar));
    const std::uintptr_t room = at.array.end - address;
    wanted.span = wanted.below + static_cast<std::uint32_t>(std::min(room - std::min<std::uintptr_t>(room, bytes), kFar));
    wanted.kind = kind;
    wanted.space = at.space;
    LoggedRequest* request = nullptr;
    while ((request = warp_log_.find_or_add(wanted)) == nullptr) {
        suspend(Stop::paused);
        busy_ = true;   // what note_store copies is no access of the kernel
    }
    if (kind == Access::write) note_store(address, bytes, request);
    busy_ = false;
}

/// A card refuses this, whatever memory it is.
void Worker::touch_misaligned(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    const bool in_arena = address - arena_base_ < arena_bytes_;
    const Located at = in_arena ? Located{Space::global, address, true, {}} : locate(address, bytes, kind, site);
    if (!at.watched) return;
    outside(address, bytes, kind, site, at.space, Outside::misaligned, in_arena ? arena_.nearest(address) : nullptr);
}

Worker::Located Worker::locate(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    if (const std::uintptr_t offset = address - tls_base_; layout_.shared().contains(offset)) {
        const Variable* array = layout_.shared().at(offset);
        const bool elsewhere = array != nullptr && belongs_elsewhere(*array, kernel_);
        if (layout_.shared().usable(offset, bytes) && !elsewhere)
            return {Space::shared, offset, true, layout_.shared().around(offset).moved(tls_base_)};
        if (layout_.is_guard(offset)) return {};
        array = layout_.shared().near(offset, kernel_);
        outside(address, bytes, kind, site, Space::shared,
                array != nullptr && offset < array->start ? Outside::before_start : Outside::past_end);
    }
    for (const ArrayTable* table : {&layout_.constants(), &layout_.more_constants()}) {
        if (!table->contains(address)) continue;
        if (kind != Access::read) outside(address, bytes, kind, site, Space::constant, Outside::wild);
        const Variable* array = table->near(address);
        if (!table->usable(address, bytes))
            outside(address, bytes, kind, site, Space::constant,
                    array != nullptr && address < array->start ? Outside::before_start : Outside::past_end);
        return {Space::constant, address, true, table->around(address)};
    }
    if (stacks_.owns(address)) return {};
    if (const std::uintptr_t offset = address - dynamic_base_; offset < kDynamicRoom) {
        if (offset + bytes <= dynamic_bytes_)
            return {Space::shared, first_dynamic_ + offset, true, {dynamic_base_, dynamic_base_ + dynamic_bytes_}};
        outside(address, bytes, kind, site, Space::shared, Outside::past_end);
    }
    if (layout_.device_variables().contains(address)) {
        if (layout_.device_variables().usable(address, bytes))
            return {Space::global, address, true, layout_.device_variables().around(address)};
        outside(address, bytes, kind, site, Space::global, Outside::past_end, &DeviceVariableWords::allocation());
    }
    // String literals and constexpr tables: the compiler put them where it liked.
    if (kind == Access::read && layout_.is_read_only(address)) return {};
    if (arena_.contains(address) && arena_.mapped(address, bytes))
        return {Space::global, address, true, {address, address + bytes}};  // allocated since the launch began
    runaway(address, bytes, kind, site);
}

/// Where no memory of the device is: says what the address most likely was meant to be, and ends the thread.
void Worker::runaway(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    constexpr std::uint64_t kNear = 64 * 1024;  // an index that ran away from its array
    const auto just_below = [&](std::uintptr_t place) { return place - address - 1 < kNear; };
    const auto just_behind = [&](std::uintptr_t place) { return address - place < kNear; };
    const auto told = [&](Space space, Outside why, const Allocation* allocation = nullptr) {
        outside(address, bytes, kind, site, space, why, allocation);
    };

    if (address < kNear) told(Space::global, Outside::null_pointer);
    if (arena_.contains(address)) {
        const Allocation* allocation = arena_.nearest(address);
        told(Space::global, allocation == nullptr ? Outside::wild
                            : address < allocation->base ? Outside::before_start
                                                         : Outside::past_end, allocation);
    }
    if (arena_.is_shadow(address)) {
        const Allocation* allocation = arena_.nearest(address);
        told(Space::global, allocation == nullptr ? Outside::wild : address < arena_base_ ? Outside::before_start : Outside::past_end,
             allocation);
    }
    // An index below zero in unsigned arithmetic: 2³² elements too far.
    const std::uintptr_t unwrapped = address - (std::uintptr_t(bytes) << 32);
    if (arena_.contains(unwrapped)) {
        const Allocation* allocation = arena_.nearest(unwrapped);
        if (allocation != nullptr && unwrapped + kNear >= allocation->base && unwrapped < allocation->end() + kNear)
            told(Space::global, Outside::past_end, allocation);
    }
    if (just_below(tls_base_) || just_below(dynamic_base_)) told(Space::shared, Outside::before_start);
    if (just_behind(tls_base_ + layout_.shared().end())) told(Space::shared, Outside::past_end);

    // Close to the constants an index ran out of them; farther off only if nothing else is known to lie there.
    const std::uint64_t reach = layout_.variable_at(address) != nullptr ? 1024 : kNear;
    for (const ArrayTable* table : {&layout_.constants(), &layout_.more_constants(), &layout_.device_variables()}) {
        if (table->begin() == table->end()) continue;
        const Space space = table == &layout_.device_variables() ? Space::global : Space::constant;
        if (address - table->end() < reach) told(space, Outside::past_end);
        if (table->begin() - address - 1 < reach) told(space, Outside::before_start);
    }
    unsigned char resident = 0;
    const std::uintptr_t page = address / 4096 * 4096;
    const bool mapped = mincore(reinterpret_cast<void*>(page), 1, &resident) == 0;
    told(Space::host, mapped ? Outside::host_pointer : Outside::wild);
    __builtin_unreachable();
}

void Worker::outside(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site, Space space, Outside why,
                     const Allocation* allocation)
{
    busy_ = true;
    Sighting s = sighting_of(FindingKind::out_of_bounds, block_, thread_number());
    s.site = site;
    s.access = kind;
    s.space = space;
    s.where = address;
    if (space == Space::shared) {
        const bool dynamic = address - dynamic_base_ < kDynamicRoom || dynamic_base_ - address - 1 < 64 * 1024;
        s.where = dynamic ? (address < dynamic_base_ ? first_dynamic_ : first_dynamic_ + (address - dynamic_base_))
                          : address - tls_base_;
    }
    s.bytes = bytes;
    s.allocation = allocation;
    s.outside = why;
    end_thread(s);
}

}  // namespace halo::engine
