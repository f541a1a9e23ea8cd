#include "engine/memory/host_memory.hpp"

#include <cstring>

#include "engine/memory/boxes.hpp"
#include "engine/memory/registered.hpp"

namespace halo::engine {
namespace {

constexpr std::uint32_t kFresh = 0xffffffff;  // the arena fills new memory with this

bool fresh(std::uintptr_t word)
{
    std::uint32_t value;
    std::memcpy(&value, reinterpret_cast<const void*>(word), sizeof value);
    return value == kFresh;
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
    Arena& arena = Arena::instance();
    const Allocation* allocation = arena.find(address);
    if (allocation == nullptr || !allocation->host_access()) return;
    for (std::uintptr_t word = address / 4 * 4; word + 4 <= address + bytes; word += 4)
        if (!fresh(word)) arena.mark_written(word, 4);
}

const Allocation* registered_memory(std::uintptr_t address, std::uint64_t bytes)
{
    return Registered::instance().find(address, bytes);
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
