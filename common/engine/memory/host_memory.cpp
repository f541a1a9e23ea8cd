#include "engine/memory/host_memory.hpp"

#include <cstring>

#include "engine/memory/boxes.hpp"
#include "engine/memory/registered.hpp"

namespace halo::engine {
namespace {

/// Looking for stores in an array that is never wholly initialised must not take long in a program of many launches.
constexpr std::uint64_t kMostLookedThrough = 1024 * 1024 * 1024;

/// Marks the words of [address, address + bytes) that have changed. True: no word is left that is not initialised.
bool note_changed_words(const Allocation& allocation, std::uintptr_t address, std::uint64_t bytes)
{
    const std::uint32_t fresh = Arena::fill_of(allocation);
    const auto* word = reinterpret_cast<const volatile std::uint32_t*>(address / 4 * 4);
    const auto* const end = reinterpret_cast<const volatile std::uint32_t*>((address + bytes + 3) / 4 * 4);
    bool all = true;
    for (std::uint64_t* cell = Arena::instance().shadow(address); word != end; ++word, ++cell) {
        if (*word != fresh) *cell |= Arena::kWritten;
        else if (all) all = (*cell & Arena::kWritten) == Arena::kWritten;
    }
    return all;
}

}  // namespace

bool host_may_touch(std::uintptr_t address, std::uint64_t bytes, Access kind)
{
    Arena& arena = Arena::instance();
    const Allocation* allocation = arena.find(address);
    if (allocation == nullptr || allocation->freed || !allocation->host_access()) return false;
    if (address + bytes > allocation->end()) return false;
    if (kind != Access::read) arena.mark_written(address, bytes);
    return true;
}

void notice_host_writes(std::uintptr_t address, std::uint64_t bytes)
{
    const Allocation* allocation = Arena::instance().find(address);
    if (allocation != nullptr && allocation->host_access() && !allocation->initialised) note_changed_words(*allocation, address, bytes);
}

void notice_host_writes()
{
    Arena& arena = Arena::instance();
    for (const Allocation* allocation : arena.unset_host_memory()) {
        const bool all = note_changed_words(*allocation, allocation->base, allocation->bytes);
        allocation->looked_through += allocation->bytes;
        if (all || allocation->looked_through > kMostLookedThrough) arena.mark_written(allocation->base, allocation->bytes);
    }
}

const Allocation* registered_memory(std::uintptr_t address, std::uint64_t bytes)
{
    const Registered::Range* const range = Registered::instance().find(address, bytes);
    return range == nullptr ? nullptr : &range->memory;
}

void copy_initialisation(void* target, const void* source, std::uint64_t bytes)
{
    Arena& arena = Arena::instance();
    if (!arena.contains(address_of(target))) return;
    if (!arena.contains(address_of(source))) {
        arena.mark_written(address_of(target), bytes);
        return;
    }
    notice_host_writes(address_of(source), bytes);
    arena.copy_written(address_of(target), address_of(source), bytes);
}

bool all_initialised(std::uintptr_t address, std::uint64_t bytes)
{
    if (Arena::instance().all_written(address, bytes)) return true;
    notice_host_writes(address, bytes);
    return Arena::instance().all_written(address, bytes);
}

}  // namespace halo::engine
