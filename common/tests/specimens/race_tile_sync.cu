// expect: race, line 12, other 14, array s_data, index [0]
// A tile's sync orders its own 16 lanes, not the other half of the warp.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(float* out)
{
    __shared__ float s_data[32];
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int tx = int(threadIdx.x);
    s_data[tx] = float(tx);
    tile.sync();
    out[tx] = s_data[31 - tx];
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    mirror<<<1, 32>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
