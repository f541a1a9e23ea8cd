// Pads the picture on the host with its border pixels, so that the kernel needs no policy.
// lab: 13_image_filters
// replaces: filter_image_replicate

#include "solved.cuh"
#include <vector>

__global__ void of_padded(const unsigned char* in, unsigned char* out, int width, int height, int pitch)
{
    __shared__ float s_tile[3][20][20];
    const int tx = threadIdx.x, x = blockIdx.x * 16 + tx, ty = threadIdx.y, y = blockIdx.y * 16 + ty;
    if (x < width + 4 && y < height + 4)
        for (int c = 0; c < 3; ++c) s_tile[c][ty][tx] = float(in[y * pitch + x * 3 + c]);
    __syncthreads();
    if (tx >= 16 || ty >= 16 || x >= width || y >= height) return;
    for (int c = 0; c < 3; ++c) {
        float sum = 0;
        for (int dy = 0; dy < 5; ++dy)
            for (int dx = 0; dx < 5; ++dx) sum += c_filter[dy][dx] * s_tile[c][ty + dy][tx + dx];
        out[(y * width + x) * 3 + c] = (unsigned char)(fminf(fmaxf(sum, 0.0f), 255.0f) + 0.5f);
    }
}
void filter_image_replicate(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    const int pitch = (width + 4) * 3;
    std::vector<unsigned char> padded(size_t(pitch) * (height + 4));
    for (int y = 0; y < height + 4; ++y)
        for (int x = 0; x < width + 4; ++x)
            for (int c = 0; c < 3; ++c)
                padded[y * pitch + x * 3 + c] = h_in[(std::min(std::max(y - 2, 0), height - 1) * width + std::min(std::max(x - 2, 0), width - 1)) * 3 + c];
    unsigned char *d_in, *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, padded.size()));
    CUDA_CHECK(cudaMalloc(&d_out, size_t(width) * height * 3));
    CUDA_CHECK(cudaMemcpy(d_in, padded.data(), padded.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    of_padded<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(20, 20)>>>(d_in, d_out, width, height, pitch);
    CUDA_CHECK(cudaMemcpy(h_out, d_out, size_t(width) * height * 3, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}
