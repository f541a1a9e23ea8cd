// expect: clean
// The host reaches a __device__ variable by functions of CUDA, and a managed one by its name.
__device__ float table[5] = {1, 2, 4.5f, 8, 16};
__managed__ float scale = 1;
__device__ __managed__ int calls[2];

__global__ void fill(const float* values, float* out)
{
    out[threadIdx.x] = scale * values[threadIdx.x % 5] + table[threadIdx.x % 4];
    atomicAdd(&calls[1], 1);
}

int main()
{
    float *d_out, *d_table, h[5] = {1.5f, 2, 3, 4, 5};
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemcpyToSymbol(table, h, sizeof h);
    cudaMemcpyFromSymbol(h, table, sizeof h);
    cudaGetSymbolAddress(reinterpret_cast<void**>(&d_table), table);
    scale = h[2];
    fill<<<1, 64>>>(d_table, d_out);
    cudaDeviceSynchronize();
    const bool right = scale == 3 && calls[1] == 64 && calls[0] == 0;
    cudaFree(d_out);
    return right ? 0 : 1;
}
