#include "cpu/runtime/fibers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

// In a program that the engine is part of: no second stack beside each stack, which would have to be switched too, and no
// stack for signals, as the engine sets up one of its own.
extern "C" const char* __asan_default_options() { return "detect_stack_use_after_return=0:use_sigaltstack=0"; }
#endif

namespace halo::cpu {

namespace {

#if defined(__x86_64__)
/// A stack that switch_fibers enters at `entry`, as if it had been called.
void* make_context(char* top, std::size_t, void (*entry)())
{
    auto** slot = reinterpret_cast<void**>(top);
    *--slot = nullptr;  // aligns the stack as behind a call, and ends a debugger's backtrace
    *--slot = reinterpret_cast<void*>(entry);
    return slot;
}
#else
thread_local void (*entry_of_new_fibers)() = nullptr;

void enter(boost::context::detail::transfer_t transfer)
{
    static_cast<Fiber*>(transfer.data)->context = transfer.fctx;
    entry_of_new_fibers();
}
void* make_context(char* top, std::size_t bytes, void (*entry)())
{
    entry_of_new_fibers = entry;
    return boost::context::detail::make_fcontext(top, bytes, enter);
}
#endif

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

}  // namespace

void tell_leaving_for(const Fiber& to)
{
    static thread_local const Stack host = stack_of_host_thread();
    if (to.units != 0)
        __sanitizer_start_switch_fiber(nullptr, to.stack(), FiberPool::kStackBytes);
    else
        __sanitizer_start_switch_fiber(nullptr, host.lowest, host.bytes);
}

void tell_arrival() { __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr); }
#endif

FiberPool::~FiberPool()
{
    for (char* group : groups_) {
#if defined(__SANITIZE_ADDRESS__)
        ASAN_UNPOISON_MEMORY_REGION(group, kMapped);  // whoever is given these addresses next owes it nothing
#endif
        munmap(group, kMapped);
    }
}

void FiberPool::map_group()
{
    void* memory = mmap(nullptr, kMapped, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    groups_.push_back(static_cast<char*>(memory));
    const auto address = (reinterpret_cast<std::uintptr_t>(memory) + Fiber::kUnit - 1) / Fiber::kUnit * Fiber::kUnit;
    lowest_ = std::min(lowest_, address);
    highest_ = std::max(highest_, address + kGroup * kStackBytes);
    for (unsigned i = 0; i < kGroup; ++i) {
        const auto number = static_cast<std::uint32_t>(fibers_.size());
        fibers_.push_back({nullptr, static_cast<std::uint32_t>((address + i * kStackBytes) / Fiber::kUnit), number});
        mprotect(fibers_.back().stack(), 4096, PROT_NONE);  // running over the end stops here, not in a neighbour
        idle_.push_back(number);
    }
    std::reverse(idle_.end() - kGroup, idle_.end());
}

Fiber* FiberPool::take(void (*entry)())
{
    if (idle_.empty()) map_group();
    Fiber* fiber = &fibers_[idle_.back()];
    idle_.pop_back();
    if (fiber->context == nullptr) {
#if defined(__SANITIZE_ADDRESS__)
        ASAN_UNPOISON_MEMORY_REGION(fiber->stack(), kStackBytes);  // of a thread that was given up: its frames never returned
#endif
        // Tops at different offsets, in their page and beyond: equal ones would compete for the same sets of both caches.
        const std::size_t skew = fiber->number * std::size_t(4096 + 64) % kMostSkew;
        fiber->context = make_context(fiber->stack() + kStackBytes - skew, kStackBytes - 4096 - skew, entry);
    }
    return fiber;
}

void FiberPool::abandon(Fiber* fiber)
{
    fiber->context = nullptr;
    idle_.push_back(fiber->number);
}

}  // namespace halo::cpu
