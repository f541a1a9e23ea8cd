#include "engine/memory/address_map.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/memory/host_memory.hpp"
#include "engine/memory/registered.hpp"

namespace halo::engine {
namespace {

constexpr std::uint64_t kStillItsArray = 64 * 1024;  // an index this far off still points to its array
constexpr std::uint64_t kStillRegistered = 1024;     // … to registered memory, which other memory of the host surrounds

/// On which side of the nearest array `address` is.
Outside side_of(std::uintptr_t address, const Variable* array)
{
    return array != nullptr && address < array->start ? Outside::before_start : Outside::past_end;
}

Outside side_of(std::uintptr_t address, const Allocation* allocation)
{
    return allocation == nullptr ? Outside::wild : address < allocation->base ? Outside::before_start : Outside::past_end;
}

}  // namespace

std::uint64_t first_dynamic_offset() { return (Layout::instance().shared().end() + 1023) / 1024 * 1024; }

const Allocation& device_variables_allocation()
{
    static const Allocation all{.base = 0, .bytes = 0, .label = {}, .at = {}, .freed = false, .initialised = true};
    return all;
}

AddressMap::AddressMap() : layout_(Layout::instance()), arena_(Arena::instance())
{
    dynamic_memory_.reset(static_cast<char*>(std::calloc(kDynamicRoom + 1024, 1)));     // most launches touch none of its pages
    if (dynamic_memory_ == nullptr) throw std::bad_alloc();
    dynamic_base_ = (reinterpret_cast<std::uintptr_t>(dynamic_memory_.get()) + 1023) / 1024 * 1024;
    first_dynamic_ = first_dynamic_offset();
}

void AddressMap::launch_begins(std::uint32_t kernel, std::size_t dynamic_bytes)
{
    kernel_ = kernel;
    tls_base_ = layout_.thread_local_base();
    arena_base_ = arena_.base();
    arena_bytes_ = arena_.mapped_bytes();
    dynamic_bytes_ = dynamic_bytes;
    last_allocation_ = nullptr;
}

Located AddressMap::locate(std::uintptr_t address, std::uint32_t bytes, Access kind) const
{
    const auto refused = [&](Space space, Outside why, const Allocation* allocation = nullptr) {
        return Located{space, address, true, {}, {space, why, allocation}};
    };
    if (const std::uintptr_t offset = address - tls_base_; layout_.shared().contains(offset) && layout_.has_shared()) {
        const Variable* array = layout_.shared().at(offset);
        const bool elsewhere = array != nullptr && belongs_elsewhere(*array, kernel_);
        if (layout_.shared().usable(offset, bytes) && !elsewhere)
            return {Space::shared, offset, true, layout_.shared().around(offset).moved(tls_base_), {}};
        if (layout_.is_guard(offset)) return {};
        return refused(Space::shared, side_of(offset, layout_.shared().near(offset, kernel_)));
    }
    for (const ArrayTable* table : {&layout_.constants(), &layout_.more_constants()}) {
        if (!table->contains(address)) continue;
        if (kind != Access::read) return refused(Space::constant, Outside::wild);
        if (!table->usable(address, bytes)) return refused(Space::constant, side_of(address, table->near(address)));
        return {Space::constant, address, true, table->around(address), {}};
    }
    if (const std::uintptr_t offset = address - dynamic_base_; offset < kDynamicRoom) {
        if (offset + bytes > dynamic_bytes_) return refused(Space::shared, Outside::past_end);
        return {Space::shared, first_dynamic_ + offset, true, {dynamic_base_, dynamic_base_ + dynamic_bytes_}, {}};
    }
    if (layout_.device_variables().contains(address)) {
        if (!layout_.device_variables().usable(address, bytes))
            return refused(Space::global, Outside::past_end, &device_variables_allocation());
        return {Space::global, address, true, layout_.device_variables().around(address), {}};
    }
    // String literals and constexpr tables may be anywhere in the program's read-only data.
    if (kind == Access::read && layout_.is_read_only(address)) return {};
    if (arena_.contains(address) && arena_.mapped(address, bytes))
        return {Space::global, address, true, {address, address + bytes}, {}};  // allocated since the launch began
    if (registered_memory(address, bytes) != nullptr)
        return {Space::global, address, true, {address, address + bytes}, {}, true};
    const InvalidAccess invalid = runaway(address, bytes);
    return refused(invalid.space, invalid.why, invalid.allocation);
}

/// For an address outside all memory of the device: what it was most likely meant to be.
InvalidAccess AddressMap::runaway(std::uintptr_t address, std::uint32_t bytes) const
{
    const auto just_below = [&](std::uintptr_t place) { return place - address - 1 < kStillItsArray; };
    const auto just_after = [&](std::uintptr_t place) { return address - place < kStillItsArray; };

    if (address < kStillItsArray) return {Space::global, Outside::null_pointer, nullptr};
    if (arena_.contains(address)) {
        const Allocation* allocation = arena_.nearest(address);
        return {Space::global, side_of(address, allocation), allocation};
    }
    if (arena_.is_shadow(address)) {
        const Allocation* allocation = arena_.nearest(address);
        const Outside side = address < arena_base_ ? Outside::before_start : Outside::past_end;
        return {Space::global, allocation == nullptr ? Outside::wild : side, allocation};
    }
    // A negative index in unsigned arithmetic lands 2³² elements too far.
    const std::uintptr_t unwrapped = address - (std::uintptr_t(bytes) << 32);
    if (arena_.contains(unwrapped)) {
        const Allocation* allocation = arena_.nearest(unwrapped);
        if (allocation != nullptr && unwrapped + kStillItsArray >= allocation->base && unwrapped < allocation->end() + kStillItsArray)
            return {Space::global, Outside::past_end, allocation};
    }
    if (const Registered::Range* range = Registered::instance().near(address, kStillRegistered); range != nullptr)
        return {Space::global, Outside::past_end, &range->memory};
    if (just_below(tls_base_) || just_below(dynamic_base_)) return {Space::shared, Outside::before_start, nullptr};
    if (just_after(tls_base_ + layout_.shared().end())) return {Space::shared, Outside::past_end, nullptr};

    // Near the constants, an index overran them; farther away, only if no other variable is known at that address.
    const std::uint64_t reach = layout_.variable_at(address) != nullptr ? 1024 : kStillItsArray;
    const std::array tables = {&layout_.constants(), &layout_.more_constants(), &layout_.device_variables()};
    const auto space_of = [&](const ArrayTable* table) { return table == &layout_.device_variables() ? Space::global : Space::constant; };
    for (const ArrayTable* table : tables)
        if (const Variable* left = table->scattered_near(address)) return {space_of(table), side_of(address, left), nullptr};
    for (const ArrayTable* table : tables) {
        const Space space = space_of(table);
        if (table->begin() == table->end()) continue;
        if (address - table->end() < reach) return {space, Outside::past_end, nullptr};
        if (table->begin() - address - 1 < reach) return {space, Outside::before_start, nullptr};
    }
    unsigned char resident = 0;
    const std::uintptr_t page = address / 4096 * 4096;
    const bool mapped = mincore(reinterpret_cast<void*>(page), 1, &resident) == 0;
    return {Space::host, mapped ? Outside::host_pointer : Outside::wild, nullptr};
}

std::uint64_t AddressMap::where(Space space, std::uintptr_t address) const
{
    if (space != Space::shared) return address;
    const bool dynamic = address - dynamic_base_ < kDynamicRoom || dynamic_base_ - address - 1 < kStillItsArray;
    if (!dynamic) return address - tls_base_;
    return address < dynamic_base_ ? first_dynamic_ : first_dynamic_ + (address - dynamic_base_);
}

const Allocation* AddressMap::look_up(std::uintptr_t begin, std::uintptr_t end)
{
    if (layout_.device_variables().contains(begin)) return &device_variables_allocation();
    const Allocation* found = arena_.contains(begin) ? arena_.find(begin) : registered_memory(begin, end - begin);
    if (found == nullptr || found->freed || end > found->end()) return nullptr;
    return last_allocation_ = found;
}

/// A gap or a freed allocation.
InvalidAccess AddressMap::outside_allocations(std::uintptr_t place) const
{
    const Allocation* allocation = arena_.find(place);
    if (allocation == nullptr) allocation = arena_.nearest(place);
    const bool freed = allocation != nullptr && allocation->freed;
    return {Space::global, freed ? Outside::freed : side_of(place, allocation), allocation};
}

AddressMap::SharedContents AddressMap::save_shared() const
{
    SharedContents contents;
    for (const Variable& array : layout_.shared().arrays()) {
        const auto* start = reinterpret_cast<const char*>(tls_base_ + array.start);
        contents.arrays.emplace_back(start, start + array.bytes);
    }
    contents.dynamic.assign(dynamic_memory(), dynamic_memory() + dynamic_bytes_);
    return contents;
}

void AddressMap::restore_shared(const SharedContents& contents) const
{
    const auto& arrays = layout_.shared().arrays();
    for (std::size_t i = 0; i < arrays.size(); ++i)
        std::memcpy(reinterpret_cast<void*>(tls_base_ + arrays[i].start), contents.arrays[i].data(), arrays[i].bytes);
    std::copy(contents.dynamic.begin(), contents.dynamic.end(), dynamic_memory());
}

}  // namespace halo::engine
