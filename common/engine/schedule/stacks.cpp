#include "engine/schedule/stacks.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <mutex>
#include <set>

#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

// For every program linked with the engine: no fake stacks, which would have to be switched too, and no signal stack,
// because the engine sets up its own.
extern "C" const char* __asan_default_options() { return "detect_stack_use_after_return=0:use_sigaltstack=0"; }
#endif

namespace halo::engine {

namespace {

#if defined(__x86_64__)
/// A stack that switch_stacks enters at `entry`, as if it had been called.
Context make_context(char* top, std::size_t, void (*entry)())
{
    auto** slot = reinterpret_cast<void**>(top);
    *--slot = nullptr;  // aligns the stack as after a call, and ends a debugger's backtrace
    *--slot = reinterpret_cast<void*>(entry);
    return slot;
}
#else
thread_local void (*entry_of_new_stacks)() = nullptr;

void enter(boost::context::detail::transfer_t transfer)
{
    *static_cast<Context*>(transfer.data) = transfer.fctx;
    entry_of_new_stacks();
}
Context make_context(char* top, std::size_t bytes, void (*entry)())
{
    entry_of_new_stacks = entry;
    return boost::context::detail::make_fcontext(top, bytes, enter);
}
#endif

/// Since Linux 6.13 this needs no mapping of its own. Lab 13's tests, which set up 8,800 stacks, take 6 % less time by it.
void forbid(char* begin, std::size_t bytes)
{
    constexpr int kGuardInstall = 102;      // MADV_GUARD_INSTALL, which older headers lack
    if (madvise(begin, bytes, kGuardInstall) != 0) mprotect(begin, bytes, PROT_NONE);
}

}  // namespace

#if defined(__SANITIZE_ADDRESS__)
namespace {

struct Stack {
    void* lowest = nullptr;
    std::size_t bytes = 0;
};

Stack stack_of_host_thread()
{
    Stack stack;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
    pthread_attr_getstack(&attributes, &stack.lowest, &stack.bytes);
    pthread_attr_destroy(&attributes);
    return stack;
}

// The stacks of all pools.
std::mutex groups_mutex;
std::set<const char*> all_groups;

}  // namespace

void announce_switch_to(Context to)
{
    static thread_local const Stack host = stack_of_host_thread();
    const auto* const place = static_cast<const char*>(to);
    const std::lock_guard lock(groups_mutex);
    const auto after = all_groups.upper_bound(place);
    const auto offset = after == all_groups.begin() ? StackPool::kMapped : static_cast<std::size_t>(place - *std::prev(after));
    if (offset < StackPool::kMapped)
        __sanitizer_start_switch_fiber(nullptr, *std::prev(after) + offset / StackPool::kStackBytes * StackPool::kStackBytes,
                                       StackPool::kStackBytes);
    else
        __sanitizer_start_switch_fiber(nullptr, host.lowest, host.bytes);
}

void announce_arrival() { __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr); }
#endif

StackPool::~StackPool()
{
    for (char* group : groups_) {
#if defined(__SANITIZE_ADDRESS__)
        ASAN_UNPOISON_MEMORY_REGION(group, kMapped);  // these addresses may be reused for anything
        const std::lock_guard lock(groups_mutex);
        all_groups.erase(group);
#endif
        munmap(group, kMapped);
    }
}

void StackPool::map_group()
{
    void* memory = mmap(nullptr, kMapped + kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    auto* const group = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(memory) + kStackBytes - 1) / kStackBytes * kStackBytes);
    const std::size_t before = std::size_t(group - static_cast<char*>(memory));
    if (before != 0) munmap(memory, before);
    if (before != kStackBytes) munmap(group + kMapped, kStackBytes - before);
#if defined(__SANITIZE_ADDRESS__)
    {
        const std::lock_guard lock(groups_mutex);
        all_groups.insert(group);
    }
#endif
    groups_.push_back(group);
    lowest_ = std::min(lowest_, reinterpret_cast<std::uintptr_t>(group));
    highest_ = std::max(highest_, reinterpret_cast<std::uintptr_t>(group) + kMapped);
    idle_.resize(groups_.size() * kGroup);
    for (unsigned i = kGroup; i-- > 0;) {
        char* const lowest = group + i * kStackBytes;
        forbid(lowest, kGuard);     // an overflow stops here instead of reaching the neighbour
        parking() = fresh(lowest);
    }
}

bool StackPool::holds(std::uintptr_t address) const
{
    return owns(address) && std::any_of(groups_.begin(), groups_.end(), [&](const char* group) { return address - reinterpret_cast<std::uintptr_t>(group) < kMapped; });
}

/// Staggers the tops of the stacks, within a page and beyond: at equal offsets they would compete for the same sets of
/// both caches. Counted from the first stack: so where a thread's stack is full does not depend on where the stacks are.
Context StackPool::fresh(char* lowest) const
{
    const std::size_t skew = std::size_t(lowest - groups_.front()) / kStackBytes * (4096 + 64) % kMostSkew;
    return make_context(lowest + kStackBytes - skew, kStackBytes - kGuard - skew, entry_);
}

void StackPool::abandon(const void* address)
{
    const auto* const place = static_cast<const char*>(address);
    for (char* const group : groups_) {
        const auto offset = static_cast<std::size_t>(place - group);
        if (offset >= kMapped) continue;
        char* const lowest = group + offset / kStackBytes * kStackBytes;
#if defined(__SANITIZE_ADDRESS__)
        ASAN_UNPOISON_MEMORY_REGION(lowest, kStackBytes);  // its frames will never return
#endif
        parking() = fresh(lowest);
    }
}

}  // namespace halo::engine
