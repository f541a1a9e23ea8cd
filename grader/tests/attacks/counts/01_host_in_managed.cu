// Transposes on the host, in managed memory to which a copy brought the matrix; the one kernel only copies.
// lab: 01_transpose
// replaces: transpose_tiled transpose_padded transpose_in_place
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}
static void on_host(const float* d_in, float* d_out, int width, int height)
{
    const int n = width * height;
    float *m_in = nullptr, *m_turned = nullptr;
    CUDA_CHECK(cudaMallocManaged(&m_in, n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&m_turned, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(m_in, d_in, n * sizeof(float), cudaMemcpyDefault));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) m_turned[x * height + y] = m_in[y * width + x];
    copy_all<<<(n + 255) / 256, 256>>>(m_turned, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(m_in));
    CUDA_CHECK(cudaFree(m_turned));
}
void transpose_tiled(const float* d_in, float* d_out, int width, int height) { on_host(d_in, d_out, width, height); }
void transpose_padded(const float* d_in, float* d_out, int width, int height) { on_host(d_in, d_out, width, height); }
void transpose_in_place(float* d_data, int n) { on_host(d_data, d_data, n, n); }
