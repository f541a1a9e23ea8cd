// A texture of linear memory, fetched by index; the ghost test in the kernel.
// lab: 11_conv2d_texture

#include "solved.cuh"

static cudaTextureObject_t texture_of(const void* d, size_t n)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void*>(d);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc look = {};
    look.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    CUDA_CHECK(cudaCreateTextureObject(&image, &resource, &look, nullptr));
    return image;
}

__global__ void by_index(cudaTextureObject_t image, float* out, int width, int height)
{
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width) sum += c_filter[dy + 2][dx + 2] * tex1Dfetch<float>(image, (y + dy) * width + x + dx);
    out[y * width + x] = sum;
}
void conv2d_texture(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    const cudaTextureObject_t image = texture_of(d_in, width * height);
    by_index<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(image, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(image));
}
