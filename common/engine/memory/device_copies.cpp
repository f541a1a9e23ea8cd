#include "engine/memory/device_copies.hpp"

#include <algorithm>
#include <cstring>

#include "engine/memory/arena.hpp"

namespace halo::engine {
namespace {

bool is_freed(std::uintptr_t device)
{
    const Arena& arena = Arena::instance();
    if (!arena.contains(device)) return false;      // a variable of the program
    const Allocation* allocation = arena.find(device);
    return allocation == nullptr || allocation->freed;
}

}  // namespace

DeviceCopies& DeviceCopies::instance()
{
    static DeviceCopies* copies = new DeviceCopies;
    return *copies;
}

void DeviceCopies::add(std::uintptr_t host, std::uintptr_t device, std::size_t bytes) { copies_[added_++ % kRemembered] = {host, device, bytes}; }

std::uintptr_t DeviceCopies::of(std::uintptr_t host, std::size_t bytes) const
{
    for (std::size_t back = 1; back <= std::min(added_, kRemembered); ++back) {
        const Copy& copy = copies_[(added_ - back) % kRemembered];
        if (host < copy.host || host - copy.host >= copy.bytes || bytes > copy.bytes - (host - copy.host)) continue;
        const std::uintptr_t device = copy.device + (host - copy.host);
        const bool same = !is_freed(device) && std::memcmp(reinterpret_cast<const void*>(host), reinterpret_cast<const void*>(device), bytes) == 0;
        return same ? device : 0;
    }
    return 0;
}

}  // namespace halo::engine
