// Separable: a tile with both passes in shared memory.
// lab: 13_image_filters
// replaces: conv2d_separable

#include "solved.cuh"

__global__ void both(const float* in, float* out, int width, int height)
{
    __shared__ float s_in[20][36], s_rows[20][32];
    const int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * 32 - 2, top = blockIdx.y * 16 - 2;
    for (int r = ty; r < 20; r += 8)
        for (int c = tx; c < 36; c += 32) {
            const int x = left + c, y = top + r;
            s_in[r][c] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
        }
    __syncthreads();
    for (int r = ty; r < 20; r += 8) {
        float sum = 0;
        for (int d = 0; d < 5; ++d) sum += c_row[d] * s_in[r][tx + d];
        s_rows[r][tx] = sum;
    }
    __syncthreads();
    for (int r = ty; r < 16; r += 8) {
        float sum = 0;
        for (int d = 0; d < 5; ++d) sum += c_column[d] * s_rows[r + d][tx];
        if (left + 2 + tx < width && top + 2 + r < height) out[(top + 2 + r) * width + left + 2 + tx] = sum;
    }
}
void conv2d_separable(const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_column, h_column, sizeof(c_column)));
    CUDA_CHECK(cudaMemcpyToSymbol(c_row, h_row, sizeof(c_row)));
    both<<<dim3((width + 31) / 32, (height + 15) / 16), dim3(32, 8)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
}
