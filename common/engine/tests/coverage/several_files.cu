// covers: Building: several source files, each compiled by itself, and a link
// with: parts/several_files.cu
#include <cstdio>

/// In the other file: d_data[i] = i * factor, for count elements.
void fill(int* d_data, int count, int factor);

__global__ void add_one(int* data, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) data[i] += 1;
}

int main()
{
    constexpr int kCount = 77;
    int out[kCount], *d_data;
    cudaMalloc(&d_data, sizeof out);
    fill(d_data, kCount, 5);
    add_one<<<2, 64>>>(d_data, kCount);
    cudaMemcpy(out, d_data, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_data);
    for (int i = 0; i < kCount; ++i) {
        if (out[i] == 5 * i + 1) continue;
        std::printf("out[%d] = %d, expected %d\n", i, out[i], 5 * i + 1);
        return 1;
    }
}
