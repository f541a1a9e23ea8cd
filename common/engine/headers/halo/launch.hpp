#pragma once
// The functions to which `kernel<<<grid, block, shared, stream>>>(args)` is translated.

#include <type_traits>

#include "api.hpp"

namespace halo_engine {

struct LaunchConfig {
    dim3 grid, block;
    size_t shared_bytes;
    const char* kernel = "";
    const char* file = "";
    int line = 0;
    bool cooperative = false;  ///< blocks may wait for each other: grid.sync()

    LaunchConfig(dim3 grid_, dim3 block_, size_t shared = 0, cudaStream_t = nullptr)
        : grid(grid_), block(block_), shared_bytes(shared)
    {
    }
    LaunchConfig& named(const char* kernel_, const char* file_, int line_)
    {
        kernel = kernel_;
        file = file_;
        line = line_;
        return *this;
    }
};

/// Reports a __constant__ variable among the arguments in `closure`: in host code its name is not a device address.
void check_arguments(const LaunchConfig& config, const void* closure, size_t bytes);

/// Runs `body(argument)` once for every CUDA thread of the grid. Errors are returned by cudaGetLastError().
void run_grid(const LaunchConfig& config, void (*body)(void* argument), void* argument);

template <class Closure>
[[gnu::no_sanitize("thread")]] void call_closure(void* closure)
{
    (*static_cast<Closure*>(closure))();
}

/// Arguments are evaluated once, before the launch; each CUDA thread gets its own copy, because a kernel's parameters are
/// not references. Not instrumented: passing arguments is not a memory access of the kernel.
template <class Kernel, class... Args>
[[gnu::no_sanitize("thread")]] void launch(const LaunchConfig& config, Kernel kernel, const Args&... args)
{
    check_arguments(config, &kernel, sizeof kernel);
    if constexpr (sizeof...(args) == 0) {
        run_grid(config, call_closure<Kernel>, &kernel);
    } else {
        (check_arguments(config, __builtin_addressof(args), sizeof args), ...);
        auto thread = [&]() __attribute__((no_sanitize("thread"))) { kernel(args...); };
        run_grid(config, call_closure<decltype(thread)>, &thread);
    }
}

/// Launches with the arguments with which it is called: there may be none where only the preprocessor knows them.
template <class Kernel>
struct Launcher {
    const LaunchConfig& config;
    Kernel kernel;

    template <class... Args>
    [[gnu::no_sanitize("thread")]] void operator()(const Args&... args) const
    {
        launch(config, kernel, args...);
    }
};
template <class Kernel>
Launcher<Kernel> launcher(const LaunchConfig& config, Kernel kernel)
{
    return {config, kernel};
}

}  // namespace halo_engine
