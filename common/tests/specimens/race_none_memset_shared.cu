// expect: clean
#include <cstring>

__global__ void fill(int* out)
{
    __shared__ int s_rows[32][5];
    memset(s_rows[threadIdx.x], 0, sizeof s_rows[0]);
    __syncthreads();
    out[threadIdx.x] = s_rows[31 - threadIdx.x][4];
}

int main()
{
    int* d_out;
    cudaMalloc(&d_out, 32 * sizeof(int));
    fill<<<1, 32>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
