// refused: line 5: cudaThreadSynchronize was removed from CUDA 13; cudaDeviceSynchronize does the same
__global__ void fill(int* out) { out[threadIdx.x] = int(threadIdx.x); }
int main()
{
    cudaThreadSynchronize();
}
