// The basic kernel that functions are compared with on a card. No handout has it: it solves a lab.

#include "kinds/channels/kind.hpp"

#include "cuda/check.hpp"
#include "kinds/channels/card_shape.hpp"

namespace halo::lab {

namespace {

/// A thread for each output: it adds up all products itself.
__global__ void channels_basic_kernel(const float* in, const float* weight, const float* bias, float* out, LayerShape shape)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= shape.out_channels * shape.length) return;
    const int o = i / shape.length, l = i % shape.length;
    float sum = bias[o];
    for (int c = 0; c < shape.in_channels; ++c)
        for (int k = 0; k < shape.taps(); ++k) {
            const int at = l + k - shape.radius;
            if (at >= 0 && at < shape.length) sum += weight[(std::size_t(o) * std::size_t(shape.in_channels) + std::size_t(c)) * std::size_t(shape.taps()) + std::size_t(k)] * in[c * shape.length + at];
        }
    out[i] = sum;
}

}  // namespace

CardCaller Channels1d::card_basic(const Size& size) const
{
    return [shape = shape_of(size, radius)](const CardArrays& a) {
        const int outputs = int(shape.outputs());
        channels_basic_kernel<<<(outputs + 255) / 256, 256>>>(a.device[0], a.device[1], a.device[2], a.device[3], shape);
        CUDA_CHECK(cudaGetLastError());
    };
}

}  // namespace halo::lab
