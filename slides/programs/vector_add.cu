// Adds two arrays, from host memory to host memory: the five acts of a CUDA program.
//
//   c[i] = a[i] + b[i]     [n] float

#include "checked.hpp"

constexpr int kBlock = 256;

// region kernel
__global__ void vector_add_kernel(const float* a, const float* b,
                                  float* c, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i] = a[i] + b[i];
}
// endregion

// region loop
void vector_add_on_host(const float* a, const float* b,
                        float* c, int n)
{
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
// endregion

void vector_add(const float* h_a, const float* h_b, float* h_c, int n)
{
    // region allocate
    const size_t bytes = size_t(n) * sizeof(float);
    float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_c, bytes));
    // endregion

    // region copy_in
    CUDA_CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));
    // endregion

    // region launch
    const int blocks = (n + kBlock - 1) / kBlock;
    vector_add_kernel<<<blocks, kBlock>>>(d_a, d_b, d_c, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    // endregion

    // region copy_back
    CUDA_CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    // endregion
}

int main()
{
    return run([] {
        bool right = true;
        for (const int n : {1000, 1, 255, 256, 257, 70001}) {
            const std::vector<float> a = numbers(n, 1), b = numbers(n, 2);
            std::vector<float> want(n), got(n, NAN);
            vector_add_on_host(a.data(), b.data(), want.data(), n);
            vector_add(a.data(), b.data(), got.data(), n);
            right &= same("vector_add", got, want, n);
        }
        return right;
    });
}
