// expect: clean
// Few blocks, many tiles each, streams and events around them, printf inside.
#include <cstdio>

__global__ void reverse_tiles(const float* in, float* out, int n)
{
    __shared__ float s_tile[32];
    for (int tile = blockIdx.x; tile * 32 < n; tile += gridDim.x) {
        const int i = tile * 32 + threadIdx.x;
        if (i < n) s_tile[threadIdx.x] = in[i];
        __syncthreads();
        const int last = min(32, n - tile * 32) - 1;
        if (i < n) out[i] = s_tile[last - int(threadIdx.x)];
        __syncthreads();
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) printf("done\n");
}

#include "on_floats.cuh"
int main()
{
    on_floats([](float* d_in, float* d_out) {
        cudaStream_t stream;
        cudaEvent_t begin, end;
        cudaStreamCreate(&stream);
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
        cudaEventRecord(begin, stream);
        reverse_tiles<<<2, 32, 0, stream>>>(d_in, d_out, 100);
        cudaEventRecord(end, stream);
        cudaEventSynchronize(end);
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
        cudaStreamDestroy(stream);
    });
}
