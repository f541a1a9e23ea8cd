// Multiplies two matrices: a thread for each element of the product, first from global memory, then through tiles in shared memory.
//
//   c[y][x] = Σ a[y][k] · b[k][x]     a [rows][inner], b [inner][columns], c [rows][columns] float, row-major

#include "checked.hpp"

constexpr int kTile = 16;

__global__ void multiply_naive_kernel(const float* a, const float* b, float* c, int rows, int inner, int columns)
{
    // region naive
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= columns || y >= rows) return;

    float sum = 0.0f;
    for (int k = 0; k < inner; ++k)
        sum += a[y * inner + k] * b[k * columns + x];
    c[y * columns + x] = sum;
    // endregion
}

__global__ void multiply_tiled_kernel(const float* a, const float* b, float* c, int rows, int inner, int columns)
{
    __shared__ float s_a[kTile][kTile], s_b[kTile][kTile];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;

    // Elements beyond an edge count as 0: no product needs a test.
    // region tiled
    float sum = 0.0f;
    for (int k0 = 0; k0 < inner; k0 += kTile) {
        const int ka = k0 + tx, kb = k0 + ty;
        s_a[ty][tx] = y < rows && ka < inner ? a[y * inner + ka] : 0.0f;
        s_b[ty][tx] = kb < inner && x < columns ? b[kb * columns + x] : 0.0f;
        __syncthreads();                    // both tiles are full
        for (int k = 0; k < kTile; ++k) sum += s_a[ty][k] * s_b[k][tx];
        __syncthreads();                    // nobody needs them any more
    }
    if (x < columns && y < rows) c[y * columns + x] = sum;
    // endregion
}

void multiply_naive(const float* d_a, const float* d_b, float* d_c, int rows, int inner, int columns)
{
    const dim3 block(kTile, kTile), grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
    multiply_naive_kernel<<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    print_loads("naive", rows, inner, columns);
}

void multiply_tiled(const float* d_a, const float* d_b, float* d_c, int rows, int inner, int columns)
{
    const dim3 block(kTile, kTile), grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
    multiply_tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    print_loads("tiled", rows, inner, columns);
}

int main()
{
    return run([] {
        struct Size {
            int rows, inner, columns;
        };
        bool right = true;
        for (const auto [rows, inner, columns] : {Size{1, 1, 1}, {16, 16, 16}, {17, 15, 33}, {3, 70, 20}, {40, 5, 9}, {64, 64, 64}}) {
            const std::vector<float> a = numbers(rows * inner, 1), b = numbers(inner * columns, 2);
            std::vector<float> want(rows * columns);
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < columns; ++x)
                    for (int k = 0; k < inner; ++k) want[y * columns + x] += a[y * inner + k] * b[k * columns + x];
            float *d_a = on_device(a), *d_b = on_device(b);
            for (const auto function : {multiply_naive, multiply_tiled}) {
                float* d_c = on_device(rows * columns);
                function(d_a, d_b, d_c, rows, inner, columns);
                right &= same(function == multiply_naive ? "multiply_naive" : "multiply_tiled", from_device(d_c, rows * columns), want, columns);
                CUDA_CHECK(cudaFree(d_c));
            }
            CUDA_CHECK(cudaFree(d_a));
            CUDA_CHECK(cudaFree(d_b));
        }
        return right;
    });
}
