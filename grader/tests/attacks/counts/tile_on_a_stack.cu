// Keeps the tile in a local array of one thread, whose address it hands to the others: no bank is ever in conflict.
// lab: 01_transpose
// ends: out_of_bounds
// by: the engine: a thread's local variables are its own

#include "solved.cuh"

__global__ void without_banks(const float* in, float* out, int width, int height)
{
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);
    __shared__ float (*s_tile)[kTile];
    float mine[kTile][kTile];
    if (tx == 0 && ty == 0) s_tile = mine;
    __syncthreads();
    for (int r = ty; r < kTile; r += 8)
        if (y0 + r < height && x0 + tx < width) s_tile[r][tx] = in[(y0 + r) * width + x0 + tx];
    __syncthreads();
    for (int r = ty; r < kTile; r += 8)
        if (x0 + r < width && y0 + tx < height) out[(x0 + r) * height + y0 + tx] = s_tile[tx][r];
    __syncthreads();
}

void transpose_naive(const float* d_in, float* d_out, int width, int height) { solved_naive(d_in, d_out, width, height); }
void transpose_tiled(const float* d_in, float* d_out, int width, int height) { solved_tiled(d_in, d_out, width, height); }
void transpose_in_place(float* d_data, int n) { solved_in_place(d_data, n); }

void transpose_padded(const float* d_in, float* d_out, int width, int height)
{
    without_banks<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, 8)>>>(d_in, d_out, width, height);
    cudaDeviceSynchronize();
}
