// covers: Building: device functions of another file, which return structs (`nvcc -rdc=true`)
// flags: -rdc=true
// with: parts/device_code_of_several_files.cu
#include <cstdio>

#include "parts/extent.cuh"

__global__ void fill(Extent* extents, float4* corners, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    extents[i] = extent_of(i);
    corners[i] = corner_of(i);
}

__global__ void areas(const Extent* extents, const float4* corners, float* out, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) out[i] = float(extents[i].width * extents[i].height) + corners[i].w;
}

int main()
{
    constexpr int kCount = 77;
    Extent* d_extents;
    float4* d_corners;
    float out[kCount], *d_out;
    cudaMalloc(&d_extents, kCount * sizeof *d_extents);
    cudaMalloc(&d_corners, kCount * sizeof *d_corners);
    cudaMalloc(&d_out, sizeof out);
    fill<<<2, 64>>>(d_extents, d_corners, kCount);
    areas<<<2, 64>>>(d_extents, d_corners, d_out, kCount);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_extents);
    cudaFree(d_corners);
    cudaFree(d_out);
    for (int i = 0; i < kCount; ++i) {
        const float expected = float(i * (i + 1)) + 0.5f;
        if (out[i] == expected) continue;
        std::printf("out[%d] = %g, expected %g\n", i, double(out[i]), double(expected));
        return 1;
    }
}
