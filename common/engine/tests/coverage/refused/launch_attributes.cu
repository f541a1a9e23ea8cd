// refused: line 5: cudaLaunchConfig_t is for launches with attributes, which the CPU engine doesn't have
__global__ void fill(int* out) { out[threadIdx.x] = int(threadIdx.x); }
int main()
{
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 32;
    cudaLaunchKernelEx(&config, fill, static_cast<int*>(nullptr));
}
