// expect: clean
// Two arrays in one piece of dynamic shared memory, declared outside the kernel.
extern __shared__ unsigned char s_raw[];

template <class T>
__global__ void reverse(const T* in, T* out)
{
    T* s_in = reinterpret_cast<T*>(s_raw);
    T* s_out = s_in + blockDim.x;
    s_in[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    s_out[threadIdx.x] = s_in[blockDim.x - 1 - threadIdx.x];
    out[threadIdx.x] = s_out[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { reverse<float><<<1, 50, 2 * 50 * sizeof(float)>>>(d_in, d_out); }); }
