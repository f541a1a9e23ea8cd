#include "cpu/runtime/fibers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace halo::cpu {

using boost::context::detail::make_fcontext;

FiberPool::~FiberPool()
{
    for (Fiber* fiber : idle_) delete fiber;
    for (char* group : groups_) munmap(group, kGroup * kStackBytes);
}

void FiberPool::map_group()
{
    void* memory = mmap(nullptr, kGroup * kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    char* start = static_cast<char*>(memory);
    groups_.push_back(start);
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    lowest_ = std::min(lowest_, address);
    highest_ = std::max(highest_, address + kGroup * kStackBytes);
    for (unsigned i = 0; i < kGroup; ++i) {
        char* stack = start + i * kStackBytes;
        mprotect(stack, 4096, PROT_NONE);  // running over the end stops here, not in a neighbour
        // Tops at different offsets: equal ones would compete for the same cache sets.
        const std::size_t skew = (made_++ % 64) * 64;
        idle_.push_back(new Fiber{nullptr, stack + kStackBytes - skew, kStackBytes - 4096 - skew});
    }
    std::reverse(idle_.end() - kGroup, idle_.end());
}

Fiber* FiberPool::take(void (*entry)(boost::context::detail::transfer_t))
{
    if (idle_.empty()) map_group();
    Fiber* fiber = idle_.back();
    idle_.pop_back();
    if (fiber->context == nullptr) fiber->context = make_fcontext(fiber->top, fiber->bytes, entry);
    return fiber;
}

void FiberPool::abandon(Fiber* fiber)
{
    fiber->context = nullptr;
    idle_.push_back(fiber);
}

}  // namespace halo::cpu
