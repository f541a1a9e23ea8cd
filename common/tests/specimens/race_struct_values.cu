// expect: race, line 15, other 15, array d_out, index [0], cases 5; then race, line 23, other 23, array d_large; then race, line 31, other 31, array s_element
#include <cuda_runtime.h>

// Copies of structs whose values differ, also if only in the last member; of 16, 12, 4 and 44 bytes.
struct Small {
    float value;
};
struct Large {
    float values[11];
};

template <class T>
__global__ void store(T* out, const T* in)
{
    out[0] = in[threadIdx.x + blockIdx.x * blockDim.x];
}

__global__ void store_large(Large* out, const Large* in)
{
    const int i = int(threadIdx.x);
    const int row = i / 8;
    Large* const to = &out[row];
    *to = in[i];
}

__global__ void store_shared(float3* out, const float3* in)
{
    __shared__ float3 s_element[2];
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    if (x > 40)
        s_element[y] = in[x];
    __syncthreads();
    out[x + y * 45] = s_element[y];
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[600];
    Large* d_large = nullptr;
    for (int i = 0; i < 600; ++i) in[i] = i % 11 == 10 ? float(i) * 0.25f : 1.5f;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMalloc(&d_large, 5 * sizeof(Large));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof in);
    cudaMemset(d_large, 0, 5 * sizeof(Large));
    store<<<1, 37>>>(reinterpret_cast<float4*>(d_out), reinterpret_cast<const float4*>(d_in));
    store<<<3, 1>>>(reinterpret_cast<Small*>(d_out), reinterpret_cast<const Small*>(d_in + 9));
    store_large<<<1, 19>>>(d_large, reinterpret_cast<const Large*>(d_in));
    store_shared<<<1, dim3(45, 2)>>>(reinterpret_cast<float3*>(d_out), reinterpret_cast<const float3*>(d_in));
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_large);
}
