#pragma once
// One stack for each CUDA thread that waits. Stacks are kept between blocks: setting one up costs more than a switch.

#include <cstddef>
#include <cstdint>
#include <vector>

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

namespace halo::engine {

/// Where a stack was left: an address in that stack, which holds the saved registers.
using Context = void*;

// AddressSanitizer (make sanitize) must know which stack is in use. Without it, these do nothing.
#if defined(__SANITIZE_ADDRESS__)
void announce_switch_to(Context to);
void announce_arrival();
#else
inline void announce_switch_to(Context)
{}
inline void announce_arrival() {}
#endif

// Each thread switches at each barrier. The switch is a jump rather than a call, because the processor would predict the
// return of another thread's call. It pushes onto the stack without the compiler's knowledge, so this code is built
// without a red zone. boost.context, used for other processors, took twice as long here.
#if defined(__x86_64__)
[[gnu::always_inline]] inline void switch_stacks(Context& from, Context to)
{
    announce_switch_to(to);
    Context* left = &from;
    Context entered = to;
    __asm__ volatile(
        "pushq %%rbp\n\t"
        "pushq %%rbx\n\t"
        "pushq %%r12\n\t"
        "pushq %%r13\n\t"
        "pushq %%r14\n\t"
        "pushq %%r15\n\t"
        "leaq 1f(%%rip), %%rcx\n\t"
        "pushq %%rcx\n\t"
        "movq %%rsp, (%%rax)\n\t"
        "movq %%rdx, %%rsp\n\t"
        "popq %%rcx\n\t"
        "jmpq *%%rcx\n"
        "1:\n\t"
        "popq %%r15\n\t"
        "popq %%r14\n\t"
        "popq %%r13\n\t"
        "popq %%r12\n\t"
        "popq %%rbx\n\t"
        "popq %%rbp"
        : "+a"(left), "+d"(entered)
        :
        : "rcx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
          "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
    announce_arrival();
}
#else
inline void switch_stacks(Context& from, Context to)
{
    announce_switch_to(to);
    const auto transfer = boost::context::detail::jump_fcontext(to, &from);
    *static_cast<Context*>(transfer.data) = transfer.fctx;
    announce_arrival();
}
#endif

/// Called by a stack's `entry` when nothing on the stack is needed any more: the stack becomes as it was before it was entered,
/// its context goes to `mine`, and `to` continues. Saves what switch_stacks would save and restore.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
[[gnu::always_inline]] inline void restart_stack(Context& mine, Context to, void (*entry)())
{
    // `entry` was not called: it has saved its frame pointer where make_context had put its address.
    auto* const first = static_cast<void**>(__builtin_frame_address(0));
    *first = reinterpret_cast<void*>(entry);
    mine = first;
    __asm__ volatile(
        "movq %0, %%rsp\n\t"
        "popq %%rcx\n\t"
        "jmpq *%%rcx"
        :
        : "r"(to)
        : "memory");
    __builtin_unreachable();
}
#else
inline void restart_stack(Context& mine, Context to, void (*)())
{
    switch_stacks(mine, to);
}
#endif

/// The stacks of one host thread. An abandoned stack is not unwound: a card would have killed the kernel without running
/// destructors.
class StackPool {
public:
    /// Entering a new stack calls `entry`, which begins with announce_arrival() and never returns.
    explicit StackPool(void (*entry)()) : entry_(entry) {}
    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;
    ~StackPool();

    /// An idle stack. Throws std::bad_alloc.
    Context take()
    {
        if (idle_count_ == 0) [[unlikely]] map_group();
        return idle_[--idle_count_];
    }
    /// Slot in which a stack that becomes idle saves its context.
    Context& parking() { return idle_[idle_count_++]; }
    /// Abandons whatever runs on the stack with this address and makes the stack idle.
    void abandon(const void* address);

    bool owns(std::uintptr_t address) const { return address - lowest_ < highest_ - lowest_; }
    /// On one of the stacks, not only between the first and the last.
    bool holds(std::uintptr_t address) const;
    /// Stacks begin at multiples of their size: are both addresses in the same one?
    static bool same_stack(std::uintptr_t one, std::uintptr_t other) { return one / kStackBytes == other / kStackBytes; }

    // CUDA gives a thread 512 KiB of local memory. Only pages that a thread touches use memory.
    static constexpr std::size_t kStackBytes = 640 * 1024;
    static constexpr unsigned kGroup = 32;  // stacks are mapped for a warp at a time
    static constexpr std::size_t kMapped = kGroup * kStackBytes;

private:
    static constexpr std::size_t kMostSkew = 64 * 1024, kGuard = 4096;

    void map_group();
    Context fresh(char* lowest) const;

    void (*entry_)();
    std::vector<char*> groups_;
    std::uintptr_t lowest_ = UINTPTR_MAX, highest_ = 0;
    // Contexts of idle stacks, in one array: following pointers kept in the stacks themselves had to wait for the
    // second-level cache at each switch.
    std::vector<Context> idle_;
    std::size_t idle_count_ = 0;
};

}  // namespace halo::engine
