// expect: clean
// The library's functions read and write arrays of the host, and managed memory.
#include <cstring>

__global__ void fill(float* out)
{
    out[threadIdx.x] = 1.0f + float(threadIdx.x);
}

int main()
{
    float *managed, *d_in, h_in[64], again[64];
    cudaMallocManaged(&managed, sizeof h_in);
    cudaMalloc(&d_in, sizeof h_in);
    fill<<<1, 64>>>(managed);
    fill<<<1, 64>>>(d_in);
    cudaDeviceSynchronize();
    mempcpy(h_in, managed, sizeof h_in);
    cudaMemcpy(again, d_in, sizeof again, cudaMemcpyDeviceToHost);
    cudaFree(managed);
    cudaFree(d_in);
    return std::memcmp(h_in, again, sizeof again) != 0 || std::memchr(h_in, 0, sizeof h_in) == nullptr || h_in[3] != 4.0f;
}
