// expect: out_of_bounds, line 7, array d_image
#include <cuda_runtime.h>

// The pitch is in bytes, and here it is added to a float*.
__global__ void fill(float* image, std::size_t pitch, unsigned width)
{
    if (threadIdx.x < width) image[blockIdx.x * pitch + threadIdx.x] = 1.0f;
}

int main()
{
    float* d_image = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&d_image, &pitch, 40 * sizeof(float), 20);
    fill<<<20, 64>>>(d_image, pitch, 40);
    cudaDeviceSynchronize();
    cudaFree(d_image);
}
