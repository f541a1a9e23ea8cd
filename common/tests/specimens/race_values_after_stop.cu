// expect: race, line 21, other 16, array s_found; then race, line 22, other 17, array d_found; then race, line 23, other 18, array d_kept
#include <cuda_runtime.h>

// Two lanes store different values, one before its warp stops because it has made many accesses, the other after it. What the first
// stores into d_kept is already there.
__global__ void note(const int* in, int* out, int n, int* found, int* kept)
{
    __shared__ int s_found;
    const int i = int(threadIdx.x);
    if (i == 0) s_found = 0;
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < n; ++j) {
        sum += in[j];
        if (i == 26 && j == 5) {
            s_found = 7;
            *found = 7;
            *kept = 0;
        }
        if (i == 2 && j == 600) {
            s_found = 8;
            *found = 8;
            *kept = 8;
        }
    }
    __syncthreads();
    out[i] = sum + s_found;
}

int main()
{
    const int n = 800, threads = 64;
    int *d_in = nullptr, *d_out = nullptr, *d_found = nullptr, *d_kept = nullptr;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMemset(d_in, 0, n * sizeof(int));
    cudaMalloc(&d_out, threads * sizeof(int));
    cudaMalloc(&d_found, sizeof(int));
    cudaMemset(d_found, 0, sizeof(int));
    cudaMalloc(&d_kept, sizeof(int));
    cudaMemset(d_kept, 0, sizeof(int));
    note<<<1, threads>>>(d_in, d_out, n, d_found, d_kept);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_found);
    cudaFree(d_kept);
    return 0;
}
