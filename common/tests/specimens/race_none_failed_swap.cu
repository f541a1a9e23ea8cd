// expect: clean
#include <cuda_runtime.h>

// A compare-and-swap that fails stores nothing: only the thread whose swap succeeds may read the word without a barrier, and does.
template <class T>
__global__ void elect(const T* in, T* out, T none)
{
    __shared__ T s_owner[3];
    const int row = int(threadIdx.y);
    if (threadIdx.x == 0) s_owner[row] = none;
    __syncthreads();
    const T mine = T(threadIdx.x + 1u);
    if (atomicCAS(&s_owner[row], none, mine) == none) out[row] = in[s_owner[row]] + s_owner[row];
    __syncthreads();
    if (threadIdx.x == 1) out[row + 3] = s_owner[row];
}

// Likewise in global memory, between blocks.
__global__ void elect_block(unsigned* owner, unsigned* out)
{
    if (atomicCAS(owner, 0u, blockIdx.x + 7u) == 0u) out[0] = *owner * 3u;
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr;
    unsigned *d_owner = nullptr, *d_block = nullptr;
    unsigned long long *d_wide = nullptr, *d_wide_out = nullptr;
    cudaMalloc(&d_in, 48 * sizeof(int));
    cudaMalloc(&d_out, 6 * sizeof(int));
    cudaMalloc(&d_wide, 48 * sizeof(unsigned long long));
    cudaMalloc(&d_wide_out, 6 * sizeof(unsigned long long));
    cudaMalloc(&d_owner, sizeof(unsigned));
    cudaMalloc(&d_block, sizeof(unsigned));
    cudaMemset(d_in, 3, 48 * sizeof(int));
    cudaMemset(d_wide, 5, 48 * sizeof(unsigned long long));
    cudaMemset(d_owner, 0, sizeof(unsigned));
    elect<int><<<1, dim3(45, 3)>>>(d_in, d_out, -1);
    elect<unsigned long long><<<1, dim3(33, 3)>>>(d_wide, d_wide_out, 0ull);
    elect_block<<<5, 1>>>(d_owner, d_block);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_wide);
    cudaFree(d_wide_out);
    cudaFree(d_owner);
    cudaFree(d_block);
}
