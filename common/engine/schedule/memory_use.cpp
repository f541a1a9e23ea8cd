// Memory that the engine itself uses.

#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "engine/schedule/worker.hpp"

namespace halo::engine {
namespace {

/// Bytes of the resident pages in [start, start + bytes).
std::uint64_t resident(const void* start, std::uint64_t bytes)
{
    constexpr std::uint64_t kPage = 4096;
    const auto begin = reinterpret_cast<std::uintptr_t>(start) / kPage * kPage;
    std::vector<unsigned char> pages((reinterpret_cast<std::uintptr_t>(start) + bytes - begin + kPage - 1) / kPage);
    if (bytes == 0 || mincore(reinterpret_cast<void*>(begin), pages.size() * kPage, pages.data()) != 0) return 0;
    return kPage * std::uint64_t(std::count_if(pages.begin(), pages.end(), [](unsigned char page) { return (page & 1) != 0; }));
}

}  // namespace

MemoryUse memory_use()
{
    const Arena& arena = Arena::instance();
    MemoryUse use;
    use.thread_bytes = kStateOfThread;
    use.host_thread_bytes = sizeof(Worker) + WarpLog::kCapacity * sizeof(LoggedRequest) + kDynamicRoom;
    use.device_bytes = arena.live_bytes();
    use.shadow_bytes = resident(arena.shadow(arena.base()), 2 * arena.mapped_bytes());
    use.page_table_bytes = resident(&arena.page(arena.base()), arena.mapped_bytes() / Arena::kPage * sizeof(ShadowPage));
    return use;
}

}  // namespace halo::engine
