// expect: clean
// A barrier after the test of the flag: no thread clears it before all have tested it.
__global__ void settle(const float* in, float* out)
{
    __shared__ bool s_moved;
    if (threadIdx.x == 0) s_moved = true;
    __syncthreads();
    while (s_moved)
    {
        __syncthreads();
        s_moved = false;
        __syncthreads();
        const float here = out[threadIdx.x] + in[threadIdx.x] + 1;
        if (here < 40.5f) s_moved = true;
        out[threadIdx.x] = here;
        __syncthreads();
    }
}

#include "on_floats.cuh"
int main()
{
    on_floats([](float* d_in, float* d_out) {
        cudaMemset(d_out, 0, 64 * sizeof(float));
        settle<<<1, 64>>>(d_in, d_out);
    });
}
