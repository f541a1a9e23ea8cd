// expect: clean
// Each tile stays in its own half.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(float* out)
{
    __shared__ float s_data[32];
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int tx = int(threadIdx.x);
    s_data[tx] = float(tx);
    tile.sync();
    out[tx] = s_data[tx ^ 15];
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    mirror<<<1, 32>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
