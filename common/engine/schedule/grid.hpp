#pragma once
// The description of a launch that all its workers share.

#include <cstddef>
#include <cstdint>

#include "engine/engine.hpp"
#include "engine/memory/layout.hpp"
#include "engine/watch/watchers.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

struct Grid {
    Index3 grid, block;
    std::size_t shared_bytes = 0;
    void (*body)(void*) = nullptr;
    void* argument = nullptr;
    std::uint32_t kernel = 0;         ///< number of the kernel's name in the session
    std::uint32_t layout_kernel = 0;  ///< number of the kernel in Layout
    LaunchState launch;
    Range host_stack;                 ///< of the thread that launched it, as in Guard::own_stack()
    Watchers::OfLaunch* of_launch = nullptr;
    Order order = Order::forward;
    std::uint64_t seed = 0;
    bool cooperative = false;         ///< its blocks may wait for each other
};

}  // namespace halo::engine
