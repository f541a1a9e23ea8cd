// expect: race, line 22, array s_sum
// g++ believes that a hook of the engine touches no static variable, if a function before this kernel calls it, too: it left the store of line 22 out.
#include <exception>

struct CudaError : std::exception {
    cudaError_t status;
};
[[gnu::noinline, noreturn]] inline void fail(cudaError_t status)
{
    CudaError error;
    error.status = status;
    throw error;
}
inline void check(cudaError_t status) { if (status != cudaSuccess) fail(status); }

__global__ void sum(const float* in, float* out)
{
    __shared__ float s_tile[64];
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    __shared__ float s_sum;
    s_sum = 0.0f;
    for (int k = 0; k < 4; ++k) s_sum += s_tile[(threadIdx.x + k) % 64];
    out[threadIdx.x] = s_sum;
}

void launch(const float* d_in, float* d_out)
{
    sum<<<1, 64>>>(d_in, d_out);
}

int main()
{
    float *d_in, *d_out, h[64];
    for (int i = 0; i < 64; ++i) h[i] = float(i + 1);
    check(cudaMalloc(&d_in, sizeof h));
    check(cudaMalloc(&d_out, sizeof h));
    check(cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice));
    launch(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
