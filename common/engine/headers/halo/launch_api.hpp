#pragma once
// Launches without <<<>>>. The engine calls a kernel as an ordinary function, so it must know the type. The translator
// removes a cast to void* in the call.

#include <utility>

#include "function_api.hpp"
#include "launch.hpp"
#include "place.hpp"

namespace halo_engine {

/// Takes the last error, without asking for it in the program's name.
cudaError_t withhold_error();
/// The error of a launch made after `before` was withheld; restores `before` if there is none.
cudaError_t launch_status(cudaError_t before);
/// cudaErrorCooperativeLaunchTooLarge if the blocks do not all fit on the device at once.
cudaError_t check_cooperative(const void* kernel, const LaunchConfig& config);

template <class... Parameters, std::size_t... I>
cudaError_t launch_with_pointers(void (*kernel)(Parameters...), LaunchConfig& config, void** arguments,
                                 std::index_sequence<I...>)
{
    config.returns_error = true;
    config.pointer = (const void*)kernel;
    const cudaError_t before = withhold_error();
    run_kernel<Parameters...>(config, kernel, *static_cast<Parameters*>(arguments[I])...);
    return launch_status(before);
}

}  // namespace halo_engine

/// `arguments`: the address of each argument.
template <class... Parameters>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                    halo_engine::Place at = HALO_HERE)
{
    halo_engine::LaunchConfig config(grid, block, shared_bytes, stream);
    config.named(halo_engine::kernel_name((const void*)kernel), at.file, at.line);
    return halo_engine::launch_with_pointers(kernel, config, arguments, std::index_sequence_for<Parameters...>());
}

/// Likewise, with all blocks on the device at once.
template <class... Parameters>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                                               size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                               halo_engine::Place at = HALO_HERE)
{
    halo_engine::LaunchConfig config(grid, block, shared_bytes, stream);
    config.named(halo_engine::kernel_name((const void*)kernel), at.file, at.line);
    config.cooperative = true;
    const cudaError_t fits = halo_engine::check_cooperative((const void*)kernel, config);
    if (fits != cudaSuccess) return fits;
    return halo_engine::launch_with_pointers(kernel, config, arguments, std::index_sequence_for<Parameters...>());
}

[[gnu::error("the engine must know the kernel's type: name the kernel in this call, not a variable of type void*")]]
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                             cudaStream_t stream = nullptr);
[[gnu::error("the engine must know the kernel's type: name the kernel in this call, not a variable of type void*")]]
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes = 0, cudaStream_t stream = nullptr);
