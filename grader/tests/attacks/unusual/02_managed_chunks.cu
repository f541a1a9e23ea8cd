// Managed buffers for one chunk of the input, filled anew for each launch.

#include "solved.cuh"
#include <cstring>

__global__ void chunk_kernel(const float* chunk, const float* filter, float* out, int count, int filter_width)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    float sum = 0;
    for (int d = 0; d < filter_width; ++d) sum += filter[d] * chunk[i + d];
    out[i] = sum;
}
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    constexpr int kChunk = 1024;
    const int radius = filter_width / 2;
    float *chunk, *filter, *out;
    CUDA_CHECK(cudaMallocManaged(&chunk, (kChunk + 2 * radius) * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&filter, filter_width * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&out, kChunk * sizeof(float)));
    std::memcpy(filter, h_filter, filter_width * sizeof(float));
    for (int at = 0; at < width; at += kChunk) {
        const int count = std::min(kChunk, width - at);
        for (int k = 0; k < count + 2 * radius; ++k) {
            const int i = at + k - radius;
            chunk[k] = i >= 0 && i < width ? h_in[i] : 0.0f;
        }
        chunk_kernel<<<(count + 255) / 256, 256>>>(chunk, filter, out, count, filter_width);
        CUDA_CHECK(cudaDeviceSynchronize());
        std::memcpy(h_out + at, out, count * sizeof(float));
    }
    CUDA_CHECK(cudaFree(chunk));
    CUDA_CHECK(cudaFree(filter));
    CUDA_CHECK(cudaFree(out));
}
