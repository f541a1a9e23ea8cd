// The basic kernels that functions are compared with on a card. No handout has them: they solve a lab.

#include "kinds/convolution/kind.hpp"

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "kinds/convolution/card_shape.hpp"

namespace halo::lab {

namespace {

constexpr int kBlock = 256, kBlock2d = 16;

__constant__ float c_weights[kMostWeights];

/// As in lab 02: the weights are in global memory, and each thread loads all that it needs.
__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int radius)
{
    const int i = int(blockIdx.x) * kBlock + int(threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += filter[d + radius] * in[i + d];
    out[i] = sum;
}

/// As in lab 07: the weights are in constant memory, and the compiler knows the radius. 0: any, and it does not.
template <int kRadius>
__global__ void conv2d_basic_kernel(const float* in, float* out, int width, int height, int any_radius)
{
    const int radius = kRadius > 0 ? kRadius : any_radius;
    const int x = int(blockIdx.x) * kBlock2d + int(threadIdx.x), y = int(blockIdx.y) * kBlock2d + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_weights[(dy + radius) * (2 * radius + 1) + dx + radius] * in[std::size_t(y + dy) * std::size_t(width) + std::size_t(x + dx)];
    out[std::size_t(y) * std::size_t(width) + std::size_t(x)] = sum;
}

using Basic2d = void (*)(const float*, float*, int, int, int);

Basic2d conv2d_basic_for(int radius)
{
    switch (radius) {
    case 1: return conv2d_basic_kernel<1>;
    case 2: return conv2d_basic_kernel<2>;
    case 3: return conv2d_basic_kernel<3>;
    case 4: return conv2d_basic_kernel<4>;
    default: return conv2d_basic_kernel<0>;
    }
}

int blocks_for(int elements, int threads) { return (elements + threads - 1) / threads; }

void to_constant(const std::vector<float>& weights) { CUDA_CHECK(cudaMemcpyToSymbol(c_weights, weights.data(), weights.size() * sizeof(float))); }

/// The basic kernel of this shape.
CardCaller basic_of(const WindowShape& shape)
{
    return [shape, filter = std::make_shared<DeviceBuffer<float>>(std::size_t(shape.weights()))](const CardArrays& a) {
        const std::vector<float> weights = weights_of(a.host);
        const float* d_in = a.device[0];
        float* d_out = a.device[1];
        if (shape.height == 1) {
            CUDA_CHECK(cudaMemcpy(filter->data(), weights.data(), weights.size() * sizeof(float), cudaMemcpyHostToDevice));
            conv1d_basic_kernel<<<blocks_for(shape.width, kBlock), kBlock>>>(d_in, filter->data(), d_out, shape.width, shape.radius_x);
        } else {
            to_constant(weights);
            const dim3 blocks(blocks_for(shape.width, kBlock2d), blocks_for(shape.height, kBlock2d));
            const Basic2d kernel = conv2d_basic_for(shape.radius_x);
            kernel<<<blocks, dim3(kBlock2d, kBlock2d)>>>(d_in, d_out, shape.width, shape.height, shape.radius_x);
        }
        CUDA_CHECK(cudaGetLastError());
    };
}

}  // namespace

CardCaller DeviceConv1d::card_basic(const Size& size) const { return basic_of(signal(size.width, size.filter_width / 2)); }
CardCaller Conv1d::card_basic(const Size& size) const { return basic_of(signal(size.width, radius)); }
CardCaller Conv2d::card_basic(const Size& size) const { return basic_of(image(size, radius)); }
CardCaller SeparableConv2d::card_basic(const Size& size) const { return basic_of(image(size, radius)); }

}  // namespace halo::lab
