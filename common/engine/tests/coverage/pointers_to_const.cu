// covers: Memory: `cudaMalloc`, `cudaMallocManaged`, `cudaMallocAsync` of a pointer to const
#include <cstdio>

__global__ void twice(const float* in, float* out) { out[threadIdx.x] = 2.0f * in[threadIdx.x]; }

int main()
{
    float h_in[32], h_out[32], *d_out;
    for (int i = 0; i < 32; ++i) h_in[i] = float(i) + 0.5f;
    cudaMalloc(&d_out, sizeof h_out);
    const float* sources[3];
    cudaMalloc(&sources[0], sizeof h_in);
    cudaMallocManaged(&sources[1], sizeof h_in);
    cudaMallocAsync(&sources[2], sizeof h_in, 0);
    for (const float* d_in : sources) {
        cudaMemcpy((void*)d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
        twice<<<1, 32>>>(d_in, d_out);
        cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 32; ++i)
            if (h_out[i] != 2.0f * h_in[i]) return 1;
        if (cudaFree((void*)d_in) != cudaSuccess) return 1;
    }
    return cudaFree(d_out) == cudaSuccess ? 0 : 1;
}
