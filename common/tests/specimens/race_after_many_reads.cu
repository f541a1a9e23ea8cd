// expect: race, line 14, other 11, array s_values
// Eight warps read thousands of words, with no barrier before the last one stores: those that are still reading see either value.
__global__ void sum_rows(const float* in, float* out)
{
    __shared__ float s_values[256 + 40];
    s_values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 40) s_values[256 + threadIdx.x] = in[256 + threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int round = 0; round < 5; ++round)
        for (int k = 0; k < 40; ++k) sum += s_values[threadIdx.x + k] * float(round - k);
    if (threadIdx.x == 255) {
        const float last = sum;
        s_values[3] = last;
    }
    out[threadIdx.x] = sum;
}

#include "on_floats.cuh"
int main() { on_floats<256 + 40>([](float* d_in, float* d_out) { sum_rows<<<1, 256>>>(d_in, d_out); }); }
