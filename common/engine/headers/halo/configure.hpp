#pragma once
// Takes the arguments between <<< and >>>. A plain function, so that g++ reports a wrong argument at the launch itself.

#include "launch.hpp"

namespace halo_engine {

inline LaunchConfig configure(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr)
{
    return {grid, block, shared_bytes, stream};
}

}  // namespace halo_engine
