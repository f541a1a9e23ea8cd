// expect: out_of_bounds, line 8, array d_values, index [1032]
// The launch that ended early has stored nothing: what the next one misses follows from it, and on a card it would not run.
#include <cstdio>

__global__ void fill(float* d_values, int first)
{
    const int i = int(threadIdx.x);
    d_values[i + first] = 1;
    d_values[i] = 1;
}
__global__ void copy(const float* d_values, float* d_out) { d_out[threadIdx.x] = d_values[threadIdx.x]; }

int main()
{
    float *d_values, *d_out;
    cudaMalloc(&d_values, 32 * sizeof(float));
    cudaMalloc(&d_out, 32 * sizeof(float));
    fill<<<1, 32>>>(d_values, 1032);
    copy<<<1, 32>>>(d_values, d_out);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d_values);
    cudaFree(d_out);
}
