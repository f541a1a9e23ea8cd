// Sums on the host where the kernel would have to handle an edge, and tiles the inner pixels without any test.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled
// ends: implausible
// by: plausible counts

#include "solved.cuh"
#include <vector>

__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}

// The image comes to the host through managed memory, so that nothing is "copied back".
#include "sums_on_host.cuh"

__global__ void inner_tiles(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[20][20];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    s_tile[ty][tx] = in[y * width + x];
    __syncthreads();
    if (tx < 2 || ty < 2 || tx >= 18 || ty >= 18) return;
    float sum = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) sum += c_filter[dy + 2][dx + 2] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}

__global__ void put(const float* sums, const int* where, float* out, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[where[i]] = sums[i];
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    const int tiles_x = max((width - 4) / 16, 0), tiles_y = max((height - 4) / 16, 0);
    if (tiles_x > 0 && tiles_y > 0) inner_tiles<<<dim3(tiles_x, tiles_y), dim3(20, 20)>>>(d_in, d_out, width, height);
    const std::vector<float> sums = sums_on_host(d_in, h_filter, width, height);
    const int right = 2 + 16 * tiles_x, bottom = 2 + 16 * tiles_y;
    float* m_sums = nullptr;
    int* m_where = nullptr;
    CUDA_CHECK(cudaMallocManaged(&m_sums, width * height * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&m_where, width * height * sizeof(int)));
    int n = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (tiles_x == 0 || tiles_y == 0 || x < 2 || y < 2 || x >= right || y >= bottom) m_sums[n] = sums[y * width + x], m_where[n++] = y * width + x;
    put<<<(n + 255) / 256, 256>>>(m_sums, m_where, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(m_sums));
    CUDA_CHECK(cudaFree(m_where));
}
