// expect: clean
#include <cuda_runtime.h>

// Between the load of the sum and its swap is a loop so long that the warp stops in it, once or many times. Before it are more loads than the
// engine remembers, of which it forgets the oldest.
__device__ void add(int* sum, const int* in, int n, bool often)
{
    int value = in[0] + in[1] + in[2] + in[3] + in[4] + in[5] + in[6] + in[7] + in[8] + in[9] + in[10] + in[11] + in[12] + in[13] + in[14] + in[15]
                + in[16] + in[17] + in[18] + in[19] + in[20] + in[21] + in[22] + in[23] + in[24] + in[25] + in[26] + in[27] + in[28] + in[29] + in[30] + in[31]
                + in[32] + in[33] + in[34] + in[35] + in[36] + in[37];
    int seen = *sum;
    for (int j = 0; j < n; ++j) value += in[j];
    if (!often && value % 2 == 0) {
        for (int old = seen; (seen = atomicCAS(sum, old, old + value)) != old;) old = seen;
        return;
    }
    for (int assumed = ~seen; assumed != seen;) {
        assumed = seen;
        seen = atomicCAS(sum, assumed, assumed + value);
    }
}

__global__ void total(const int* in, int* sum, int* out, int n)
{
    __shared__ int s_sum;
    if (threadIdx.x == 0) s_sum = 0;
    __syncthreads();
    for (int turn = 0; turn < 3; ++turn) {
        add(sum, in, n - int(threadIdx.x % 32), turn == 1);
        add(&s_sum, in + turn, n - 40, true);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s_sum;
}

int main()
{
    const int n = 3800, blocks = 3, threads = 96;
    int *d_in = nullptr, *d_sum = nullptr, *d_out = nullptr;
    int in[n];
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 11;
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    cudaMalloc(&d_out, blocks * threads * sizeof(int));
    for (const int some : {100, 158, 160, 300}) total<<<blocks, threads>>>(d_in, d_sum, d_out, some);
    total<<<1, 33>>>(d_in, d_sum, d_out, 3700);    // more iterations than the engine can tell apart
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_sum);
    cudaFree(d_out);
    return 0;
}
