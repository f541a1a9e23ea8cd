// A thread for each element of a volume: three coordinates to one index, and back.
//
//   out[z][y][x] = 10000 z + 100 y + x     [depth][height][width] float, each element named by where it lies

#include "checked.hpp"

// region kernel
__global__ void name_elements_kernel(float* out, int width, int height,
                                     int depth)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
    const int z = int(blockIdx.z * blockDim.z + threadIdx.z);
    if (x >= width || y >= height || z >= depth) return;
    out[(z * height + y) * width + x] = float(10000 * z + 100 * y + x);
}
// endregion

// region back
__global__ void name_elements_1d_kernel(float* out, int width, int height,
                                        int depth)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width * height * depth) return;
    const int x = i % width;
    const int y = i / width % height;
    const int z = i / (width * height);
    out[i] = float(10000 * z + 100 * y + x);
}
// endregion

void name_elements(float* d_out, int width, int height, int depth)
{
    // region launch
    const dim3 block(16, 4, 4);
    const dim3 grid((width + 15) / 16, (height + 3) / 4, (depth + 3) / 4);
    name_elements_kernel<<<grid, block>>>(d_out, width, height, depth);
    // endregion
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void name_elements_1d(float* d_out, int width, int height, int depth)
{
    name_elements_1d_kernel<<<(width * height * depth + 255) / 256, 256>>>(d_out, width, height, depth);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

int main()
{
    return run([] {
        struct Size {
            int width, height, depth;
        };
        bool right = true;
        for (const auto [width, height, depth] : {Size{1, 1, 1}, {16, 4, 4}, {17, 5, 3}, {4, 3, 2}, {5, 40, 9}}) {
            std::vector<float> want;
            for (int z = 0; z < depth; ++z)
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x) want.push_back(float(10000 * z + 100 * y + x));
            for (const auto function : {name_elements, name_elements_1d}) {
                float* d_out = on_device(int(want.size()));
                function(d_out, width, height, depth);
                right &= same(function == name_elements ? "name_elements" : "name_elements_1d", from_device(d_out, int(want.size())), want, width);
                CUDA_CHECK(cudaFree(d_out));
            }
        }
        return right;
    });
}
