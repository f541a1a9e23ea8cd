// The halo's places in a table made on the host, in constant memory; one dimension of threads.
// lab: 09_conv2d_loading
// replaces: conv2d_split_load

#include "solved.cuh"
#include <vector>

__constant__ short2 c_halo[144];
__global__ void halo_by_table(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, left = blockIdx.x * 16 - 2, top = blockIdx.y * 16 - 2;
    s_tile[ty + 2][tx + 2] = pixel_or_ghost(in, left + 2 + tx, top + 2 + ty, width, height);
    if (t < 144) {
        const short2 at = c_halo[t];
        s_tile[at.y][at.x] = pixel_or_ghost(in, left + at.x, top + at.y, width, height);
    }
    __syncthreads();
    if (left + 2 + tx < width && top + 2 + ty < height) out[(top + 2 + ty) * width + left + 2 + tx] = filtered(s_tile, tx, ty);
}
void conv2d_split_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    std::vector<short2> halo;
    for (short y = 0; y < 20; ++y)
        for (short x = 0; x < 20; ++x)
            if (x < 2 || x >= 18 || y < 2 || y >= 18) halo.push_back(make_short2(x, y));
    CUDA_CHECK(cudaMemcpyToSymbol(c_halo, halo.data(), halo.size() * sizeof(short2)));
    halo_by_table<<<dim3((width + 15) / 16, (height + 15) / 16), 256>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
}
