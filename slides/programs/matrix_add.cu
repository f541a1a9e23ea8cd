// Adds two matrices: blocks and grid have two dimensions, memory has one.
//
//   c[y][x] = a[y][x] + b[y][x]     [height][width] float, row-major

#include "checked.hpp"

// region kernel
__global__ void matrix_add_kernel(const float* a, const float* b, float* c,
                                  int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
    const int i = y * width + x;
    if (x < width && y < height) c[i] = a[i] + b[i];
}
// endregion

void matrix_add(const float* d_a, const float* d_b, float* d_c, int width, int height)
{
    // region launch
    const dim3 block(32, 8);
    const dim3 grid((width + 31) / 32, (height + 7) / 8);
    matrix_add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    // endregion
}

int main()
{
    return run([] {
        struct Size {
            int width, height;
        };
        bool right = true;
        for (const auto [width, height] : {Size{33, 9}, {1, 1}, {32, 8}, {31, 100}, {100, 7}}) {
            const std::vector<float> a = numbers(width * height, 1), b = numbers(width * height, 2);
            std::vector<float> want(a);
            for (std::size_t i = 0; i < want.size(); ++i) want[i] += b[i];
            float *d_a = on_device(a), *d_b = on_device(b), *d_c = on_device(width * height);
            matrix_add(d_a, d_b, d_c, width, height);
            right &= same("matrix_add", from_device(d_c, width * height), want, width);
            CUDA_CHECK(cudaFree(d_a));
            CUDA_CHECK(cudaFree(d_b));
            CUDA_CHECK(cudaFree(d_c));
        }
        return right;
    });
}
