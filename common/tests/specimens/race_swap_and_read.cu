// expect: race, line 11, other 12, array s_owner
#include <cuda_runtime.h>

// Who fails to become the owner reads who is, while the owner's swap may still come.
__global__ void elect(const float* in, float* out)
{
    __shared__ int s_owner;
    if (threadIdx.x == 0) s_owner = -1;
    __syncthreads();
    const int mine = int(threadIdx.x);
    if (mine % 5 == 2) atomicCAS(&s_owner, -1, mine);
    out[mine] = s_owner < 0 ? 0.25f : in[mine] * 0.5f;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, 45 * sizeof(float));
    cudaMalloc(&d_out, 45 * sizeof(float));
    cudaMemset(d_in, 0, 45 * sizeof(float));
    elect<<<1, 45>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
