// The basic kernel, reading a kernel's copy of the input in constant memory.
// lab: 05_tiled_design2
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}

constexpr int kBand = 16000;
__constant__ float c_band[kBand];
__global__ void basic_from_constant(float* out, int width, int begin, int end, int first)
{
    const int i = begin + blockIdx.x * 256 + threadIdx.x;
    if (i >= end) return;
    float sum = 0;
    for (int d = -4; d <= 4; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + 4] * c_band[i + d - first];
    out[i] = sum;
}
void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int n)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    float* d_copy = nullptr;
    CUDA_CHECK(cudaMalloc(&d_copy, n * sizeof(float)));
    copy_all<<<(n + 255) / 256, 256>>>(d_in, d_copy, n);
    for (int begin = 0; begin < n; begin += kBand - 8) {
        const int end = min(begin + kBand - 8, n), first = max(begin - 4, 0), last = min(end + 4, n);
        CUDA_CHECK(cudaMemcpyToSymbol(c_band, d_copy + first, (last - first) * sizeof(float), 0, cudaMemcpyDeviceToDevice));
        basic_from_constant<<<(end - begin + 255) / 256, 256>>>(d_out, n, begin, end, first);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_copy));
}
