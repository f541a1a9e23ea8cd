// Copies the image with a kernel to a surface, and sums from the surface: its reads do not count as loads.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void to_surface(const float* from, cudaSurfaceObject_t to, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < width && y < height) surf2Dwrite(from[y * width + x], to, x * 4, y);
}

__global__ void basic_by_surface(cudaSurfaceObject_t image, float* out, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
            sum += c_filter[dy + 2][dx + 2] * surf2Dread<float>(image, (x + dx) * 4, y + dy, cudaBoundaryModeZero);
    out[y * width + x] = sum;
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t image = 0;
    CUDA_CHECK(cudaCreateSurfaceObject(&image, &resource));
    const dim3 grid((width + 31) / 32, (height + 7) / 8), block(32, 8);
    to_surface<<<grid, block>>>(d_in, image, width, height);
    basic_by_surface<<<grid, block>>>(image, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroySurfaceObject(image));
    CUDA_CHECK(cudaFreeArray(array));
}
