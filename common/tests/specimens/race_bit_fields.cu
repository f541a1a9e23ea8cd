// expect: race, line 14, other 15, array s_flags
#include <cuda_runtime.h>

// Bit-fields of one word: storing one rewrites the other.
struct Flags {
    unsigned left : 4, right : 4;
};

__global__ void mark(unsigned* out)
{
    __shared__ Flags s_flags;
    if (threadIdx.x == 0) s_flags = Flags{};
    __syncthreads();
    if (threadIdx.x == 0) s_flags.left = 3;
    if (threadIdx.x == 32) s_flags.right = 5;
    __syncthreads();
    out[threadIdx.x] = s_flags.left + s_flags.right;
}

int main()
{
    unsigned* d_out = nullptr;
    cudaMalloc(&d_out, 64 * sizeof(unsigned));
    mark<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
