// The basic kernel that functions are compared with on a card. No handout has it: it solves a lab.

#include "kinds/transposition/kind.hpp"

#include "cuda/check.hpp"

namespace halo::lab {

namespace {

/// As in lab 01: a warp loads along a row, and each of its threads stores to a row of its own.
__global__ void transpose_naive_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < width && y < height) out[std::size_t(x) * std::size_t(height) + std::size_t(y)] = in[std::size_t(y) * std::size_t(width) + std::size_t(x)];
}

CardCaller transpose_naive(Extent extent)
{
    return [extent](const CardArrays& a) {
        const dim3 threads(32, 8), blocks((extent.width + 31) / 32, (extent.height + 7) / 8);
        transpose_naive_kernel<<<blocks, threads>>>(a.device[0], a.device[1], extent.width, extent.height);
        CUDA_CHECK(cudaGetLastError());
    };
}

}  // namespace

CardCaller Transpose::card_basic(const Size& size) const { return transpose_naive(size.extent()); }
CardCaller TransposeInPlace::card_basic(const Size& size) const { return transpose_naive(size.extent()); }

}  // namespace halo::lab
