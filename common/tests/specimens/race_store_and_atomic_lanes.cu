// expect: race, line 8, other 9, array d_sums, index [4]; then race, line 21, other 22, array s_largest
#include <cuda_runtime.h>

// One lane of a warp stores, another updates, with nothing between: also where the store happens to find its value there.
__global__ void begin_and_add(int* sums, const int* in)
{
    const int i = int(threadIdx.x);
    if (i == 6) sums[4] = in[i];
    else if (i == 11) atomicAdd(&sums[4], in[i]);
}

// Likewise in shared memory, with two rows of threads.
template <class T>
__global__ void largest(T* out, const T* in)
{
    __shared__ T s_largest;
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    if (x == 0 && y == 0) s_largest = in[5];
    __syncthreads();
    if (x == 8 && y == 1)
        s_largest = in[5];
    else if (x == 2 && y == 0) atomicMax(&s_largest, in[9]);
    __syncthreads();
    if (x == 3 && y == 0) *out = s_largest;
}

int main()
{
    int *d_sums = nullptr, *d_in = nullptr, in[12];
    for (int i = 0; i < 12; ++i) in[i] = 40 - i * 3;
    cudaMalloc(&d_sums, 5 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_sums, in + 2, 5 * sizeof(int), cudaMemcpyHostToDevice);
    begin_and_add<<<1, 29>>>(d_sums, d_in);
    largest<int><<<1, dim3(9, 3)>>>(d_sums, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_sums);
    cudaFree(d_in);
}
