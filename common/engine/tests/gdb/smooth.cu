// The program for the debugger's test: smooths a row through a tile in shared memory.
#include <cstdio>

constexpr int kTile = 64, kRadius = 1;

__global__ void smooth(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile + 2 * kRadius];
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int tx = int(threadIdx.x);
    s_tile[tx + kRadius] = x < width ? in[x] : 0.0f;
    if (tx < kRadius) {
        s_tile[tx] = x > 0 ? in[x - kRadius] : 0.0f;
        s_tile[tx + kTile + kRadius] = x + kTile < width ? in[x + kTile] : 0.0f;
    }
    __syncthreads();
    if (x < width) {
        const float sum = s_tile[tx] + s_tile[tx + 1] + s_tile[tx + 2];
        out[x] = sum / 3;
    }
}

int main()
{
    constexpr int kWidth = 200;
    float in[kWidth], *d_in, *d_out;
    for (int i = 0; i < kWidth; ++i) in[i] = float(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    smooth<<<4, kTile>>>(d_in, d_out, kWidth);
    cudaFree(d_in);
    cudaFree(d_out);
}
