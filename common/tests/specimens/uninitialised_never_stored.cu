// expect: uninitialised, line 9, array s_row, index [1][36]; then uninitialised, line 20, array s_pair, index [0]
#include <cuda_runtime.h>

// No thread of the kernel stores to the array: the line that loads the tile is missing.
__global__ void reverse(float* out, int width)
{
    __shared__ float s_row[2][37];
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    if (x < width) out[y * width + x] = s_row[1 - y][width - 1 - x] * 0.5f;
}

// Likewise in a template, of structs.
template <class T>
__global__ void sum(T* out)
{
    struct Pair {
        T first, second;
    };
    __shared__ Pair s_pair[3];
    out[threadIdx.x] = s_pair[threadIdx.x % 3].second;
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 80 * sizeof(float));
    reverse<<<1, dim3(41, 2)>>>(d_out, 37);
    sum<float><<<1, 5>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
