// expect: out_of_bounds, line 6
// The compiler sees that the pointer is null, and could drop the whole kernel; then nothing would be reported.
__global__ void fill(float* out)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    out[x] = 1.0f;
}

int main()
{
    fill<<<1, 64>>>(nullptr);
    cudaDeviceSynchronize();
}
