// Which launch a kernel's arguments belong to: `of(kernel)` in the program has returned a function that knows only its parameters.

#include "engine/headers/halo/launch.hpp"
#include "engine/memory/layout.hpp"

namespace halo::engine {
namespace {

// Thread-local, so in this namespace: by it, memory/layout.cpp tells the engine's variables from shared arrays.
thread_local constinit halo_engine::Launch* awaiting = nullptr;   // innermost

}  // namespace
}  // namespace halo::engine

namespace halo_engine {

using halo::engine::awaiting;

void await_arguments(Launch& launch)
{
    launch.outer_ = awaiting;
    launch.awaits_ = true;
    awaiting = &launch;
}

Launch& launch_with_arguments()
{
    Launch& launch = *awaiting;
    launch.withdraw();
    return launch;
}

Launch::Launch(const LaunchConfig& config) : config_(config) {}

Launch::~Launch()
{
    if (awaits_) withdraw();      // an argument threw an exception
}

/// `kernel<<<…>>>` through a pointer: the name of the kernel that it points to. In a stripped program the pointer's stays.
void Launch::name_by_address()
{
    config_.pointer = reinterpret_cast<const void*>(kernel_);
    const char* const name = kernel_name(config_.pointer);
    if (*name != '\0' && halo::engine::plain_name(config_.kernel) != name) config_.kernel = name;
}

void Launch::withdraw()
{
    awaiting = outer_;
    awaits_ = false;
}

}  // namespace halo_engine
