// expect: clean
#include <cuda_runtime.h>

// Two lanes store the same value. In which order does not follow from their numbers: a warp stops when it has made many accesses, and one
// lane stores before the stop, the other after it.
__global__ void note(const int* in, int* out, int n, int* found, char* marks)
{
    __shared__ bool s_low_later, s_high_later;
    __shared__ int s_found;
    const int i = int(threadIdx.x);
    if (i == 0) {
        s_low_later = s_high_later = false;
        s_found = 0;
    }
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < n; ++j) {
        sum += in[j];
        if (i == 26 && j == 5) {
            s_low_later = true;
            s_found = 7;
            *found = 7;
            marks[1] = 7;
        }
        if (i == 2 && j == 5) s_high_later = true;
        if (i == 26 && j == 600) s_high_later = true;
        if (i == 2 && j == 600) {
            s_low_later = true;
            s_found = 7;
            *found = 7;
            marks[1] = 7;
        }
    }
    __syncthreads();
    out[i] = s_low_later && s_high_later ? sum + s_found : 0;
}

int main()
{
    const int n = 800, threads = 64;
    int *d_in = nullptr, *d_out = nullptr, *d_found = nullptr;
    char* d_marks = nullptr;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMemset(d_in, 0, n * sizeof(int));
    cudaMalloc(&d_out, threads * sizeof(int));
    cudaMalloc(&d_found, sizeof(int));
    cudaMemset(d_found, 0, sizeof(int));
    cudaMalloc(&d_marks, 4);
    cudaMemset(d_marks, 0, 4);
    note<<<1, threads>>>(d_in, d_out, n, d_found, d_marks);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_found);
    cudaFree(d_marks);
    return 0;
}
