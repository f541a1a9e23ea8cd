// expect: clean
#include <cuda_runtime.h>

// Two blocks write each row, both of them the same values, one from the left and one from the right; two host threads run
// the blocks of such pairs at the same time, and neither block finds the other's values in its half.
__global__ void fill(float* rows, int width)
{
    const int pair = int(blockIdx.x) / 64, row = pair * 32 + int(blockIdx.x) % 32;
    const bool from_left = int(blockIdx.x) % 64 < 32;
    for (int i = int(threadIdx.x); i < width; i += int(blockDim.x)) {
        const int x = from_left ? i : width - 1 - i;
        rows[(from_left ? row : pair * 64 + 31 - row) * width + x] = float(x);
    }
}

int main()
{
    const int width = 256, rows = 512;
    float* d_rows = nullptr;
    cudaMalloc(&d_rows, rows * width * sizeof(float));
    fill<<<rows * 2, 32>>>(d_rows, width);
    cudaDeviceSynchronize();
    cudaFree(d_rows);
    return 0;
}
