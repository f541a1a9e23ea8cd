#pragma once
// One stack for each CUDA thread that waits. Fibers are kept between blocks: setting one up costs more than a switch.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

namespace halo::cpu {

struct Fiber {
    static constexpr unsigned kUnit = 1 << 16;   ///< stacks begin at multiples of this

    void* context = nullptr;    ///< where it was left
    std::uint32_t units = 0;    ///< from address 0 to its stack; 0: a host thread's own stack
    std::uint32_t number = 0;   ///< in its pool

    char* stack() const { return reinterpret_cast<char*>(std::uintptr_t(units) * kUnit); }   ///< its lowest address
};

// AddressSanitizer (make sanitize) must know which stack is in use; else it takes one for the other. Without it, nothing.
#if defined(__SANITIZE_ADDRESS__)
void tell_leaving_for(const Fiber& to);
void tell_arrival();
#else
inline void tell_leaving_for(const Fiber&) {}
inline void tell_arrival() {}
#endif

// A switch is made for each thread at each barrier, and what it costs beside the registers is mispredicted returns: the
// processor foretells them from the calls it saw, which were another fiber's. So the switch is no call, and what leads to
// it is one function. boost.context, which serves the other processors, took twice as long here (K1: 65 of 155 ns).
#if defined(__x86_64__)
[[gnu::always_inline]] inline void switch_fibers(Fiber& from, const Fiber& to)
{
    tell_leaving_for(to);
    void** left = &from.context;
    void* entered = to.context;
    __asm__ volatile(
        "leaq -128(%%rsp), %%rsp\n\t"  // below what a leaf function keeps there
        "pushq %%rbp\n\t"
        "pushq %%rbx\n\t"
        "leaq 1f(%%rip), %%rcx\n\t"
        "pushq %%rcx\n\t"
        "movq %%rsp, (%%rax)\n\t"
        "movq %%rdx, %%rsp\n\t"
        "popq %%rcx\n\t"
        "jmpq *%%rcx\n"
        "1:\n\t"
        "popq %%rbx\n\t"
        "popq %%rbp\n\t"
        "leaq 128(%%rsp), %%rsp"
        : "+a"(left), "+d"(entered)
        :
        : "rcx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
          "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
    tell_arrival();
}
#else
inline void switch_fibers(Fiber& from, const Fiber& to)
{
    tell_leaving_for(to);
    const auto transfer = boost::context::detail::jump_fcontext(to.context, &from);
    static_cast<Fiber*>(transfer.data)->context = transfer.fctx;
    tell_arrival();
}
#endif

/// The fibers of one host thread. A stack that is given up is not unwound: destructors have no business in a kernel that
/// a card would have killed.
class FiberPool {
public:
    FiberPool() = default;
    FiberPool(const FiberPool&) = delete;
    FiberPool& operator=(const FiberPool&) = delete;
    ~FiberPool();

    /// A fiber that, when first resumed, calls `entry`, which begins with tell_arrival(). Throws std::bad_alloc.
    Fiber* take(void (*entry)());
    /// For a fiber that will be resumed again, in the same entry function.
    void give_back(Fiber* fiber) { idle_.push_back(fiber->number); }
    /// Gives up whatever ran on the fiber; its next `take` starts anew.
    void abandon(Fiber* fiber);

    bool owns(std::uintptr_t address) const
    {
        return address - lowest_ < highest_ - lowest_;
    }

    // CUDA gives a thread 512 KiB of local memory. Only the pages that a thread touches are taken.
    static constexpr std::size_t kStackBytes = 640 * 1024;

private:
    static constexpr std::size_t kMostSkew = 64 * 1024;
    static constexpr unsigned kGroup = 32;  // stacks are mapped in groups of a warp
    static constexpr std::size_t kMapped = kGroup * kStackBytes + Fiber::kUnit;

    void map_group();

    std::deque<Fiber> fibers_;
    std::vector<std::uint32_t> idle_;   // numbers of those that nobody runs on
    std::vector<char*> groups_;
    std::uintptr_t lowest_ = UINTPTR_MAX, highest_ = 0;
};

}  // namespace halo::cpu
