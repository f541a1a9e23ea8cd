#pragma once
// What stands between <<< and >>>. A plain function: what doesn't fit its parameters is reported at the launch itself.

#include "launch.hpp"

namespace halo_engine {

inline LaunchConfig configure(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr)
{
    return {grid, block, shared_bytes, stream};
}

}  // namespace halo_engine
