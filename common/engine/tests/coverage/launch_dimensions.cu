// covers: Launches: grids and blocks of one, two and three dimensions
// covers: Launches: `threadIdx`, `blockIdx`, `blockDim`, `gridDim`, in x, y and z
#include <cstdio>
#include <vector>

/// Each thread writes its indices to the place that they determine.
__global__ void sign(unsigned* out)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    const unsigned width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    out[(z * height + y) * width + x] = x | y << 10 | z << 20;
}

int wrong(dim3 grid, dim3 block)
{
    const unsigned width = grid.x * block.x, height = grid.y * block.y, depth = grid.z * block.z;
    const std::size_t count = std::size_t(width) * height * depth;
    std::vector<unsigned> out(count);
    unsigned* d_out = nullptr;
    cudaMalloc(&d_out, count * sizeof(unsigned));
    sign<<<grid, block>>>(d_out);
    cudaMemcpy(out.data(), d_out, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d_out);

    int differ = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned x = unsigned(i) % width, y = unsigned(i) / width % height, z = unsigned(i) / width / height;
        differ += out[i] != (x | y << 10 | z << 20);
    }
    if (differ) std::printf("%u x %u x %u: %d of %zu differ\n", width, height, depth, differ, count);
    return differ;
}

int main()
{
    return wrong(1, 1) + wrong(3, 37) + wrong({2, 3}, {5, 7}) + wrong({2, 3, 4}, {3, 5, 2}) + wrong({1, 1, 5}, {1, 1, 64}) != 0;
}
