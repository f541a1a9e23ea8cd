// covers: Symbols: `__constant__` arrays, filled by `cudaMemcpyToSymbol`, whole and in part
#include <cstdio>

constexpr int kWidth = 7, kCount = 100;

__constant__ float c_filter[kWidth];

__global__ void scale(const float* in, float* out)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < kCount) out[x] = in[x] * c_filter[x % kWidth];
}

int main()
{
    float filter[kWidth], in[kCount], out[kCount];
    for (int i = 0; i < kWidth; ++i) filter[i] = float(i + 1);
    for (int i = 0; i < kCount; ++i) in[i] = float(3 * i - 50);
    float *d_in, *d_out;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);

    cudaMemcpyToSymbol(c_filter, filter, sizeof filter);
    filter[4] = -2.0f;
    filter[5] = 11.0f;
    cudaMemcpyToSymbol(c_filter, filter + 4, 2 * sizeof(float), 4 * sizeof(float));
    scale<<<(kCount + 31) / 32, 32>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    for (int i = 0; i < kCount; ++i) {
        if (out[i] == in[i] * filter[i % kWidth]) continue;
        std::printf("out[%d] = %g, expected %g\n", i, out[i], in[i] * filter[i % kWidth]);
        return 1;
    }
}
