#pragma once
// One stack for each CUDA thread that waits. Fibers are kept between blocks: setting one up costs more than a switch.

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halo::cpu {

struct Fiber {
    boost::context::detail::fcontext_t context = nullptr;
    char* top = nullptr;
    std::size_t bytes = 0;
};

/// The fibers of one host thread. boost.context's plain contexts are used, not its RAII fibers: those would unwind a
/// stack that is given up, and destructors have no business in a kernel that a card would have killed.
class FiberPool {
public:
    FiberPool() = default;
    FiberPool(const FiberPool&) = delete;
    FiberPool& operator=(const FiberPool&) = delete;
    ~FiberPool();

    /// A fiber that, when first resumed, calls `entry`. Throws std::bad_alloc.
    Fiber* take(void (*entry)(boost::context::detail::transfer_t));
    /// For a fiber that will be resumed again, in the same entry function.
    void give_back(Fiber* fiber) { idle_.push_back(fiber); }
    /// Gives up whatever ran on the fiber; its next `take` starts anew.
    void abandon(Fiber* fiber);

    bool owns(std::uintptr_t address) const
    {
        return address - lowest_ < highest_ - lowest_;
    }

private:
    // CUDA gives a thread 512 KiB of local memory. Only the pages that a thread touches are taken.
    static constexpr std::size_t kStackBytes = 576 * 1024;
    static constexpr unsigned kGroup = 32;  // stacks are mapped in groups of a warp

    void map_group();

    std::vector<Fiber*> idle_;
    std::vector<char*> groups_;
    std::uintptr_t lowest_ = UINTPTR_MAX, highest_ = 0;
    unsigned made_ = 0;
};

}  // namespace halo::cpu
