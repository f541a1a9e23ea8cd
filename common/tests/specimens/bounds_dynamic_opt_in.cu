// expect: out_of_bounds, line 8, array s_rows, index [25000]
// More than 48 KiB, which a kernel gets on request.
__global__ void last(float* out)
{
    extern __shared__ float s_rows[];
    for (int i = int(threadIdx.x); i < 25000; i += 32) s_rows[i] = float(i);
    __syncthreads();
    out[threadIdx.x] = s_rows[24969 + threadIdx.x];
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    cudaFuncSetAttribute(last, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    last<<<1, 32, 100000>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
