// refused: line 7: block_tile_memory is for tiles of more than a warp, which the CPU engine doesn't have
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sums(const float* in, float* out)
{
    __shared__ cg::block_tile_memory<256> s_room;
    const auto tile = cg::tiled_partition<128>(cg::this_thread_block(s_room));
    out[threadIdx.x] = in[tile.thread_rank()];
}

int main() {}
