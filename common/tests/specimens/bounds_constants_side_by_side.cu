// expect: clean
// Small constants: each is read within its own bounds.
__constant__ bool c_clamp, c_mirror;
__constant__ unsigned char c_levels[3];
__device__ char d_mode = 1;

__global__ void choose(int* out)
{
    out[threadIdx.x] = c_clamp ? c_levels[2] : c_mirror ? c_levels[0] : d_mode;
}

int main()
{
    const bool yes = true;
    const unsigned char levels[3] = {3, 4, 5};
    int* d_out;
    cudaMalloc(&d_out, 32 * sizeof(int));
    cudaMemcpyToSymbol(c_mirror, &yes, sizeof yes);
    cudaMemcpyToSymbol(c_levels, levels, sizeof levels);
    choose<<<1, 32>>>(d_out);
    cudaFree(d_out);
}
