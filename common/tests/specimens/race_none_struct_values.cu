// expect: clean
#include <cuda_runtime.h>

// Copies of structs whose values are equal: 16, 12, 4 and 44 bytes, by threads and by blocks.
struct Small {
    float value;
};
struct Large {
    float values[11];
};

template <class T>
__global__ void store(T* out, const T* in)
{
    __shared__ T s_element;
    const int i = int(threadIdx.x + blockIdx.x * blockDim.x);
    s_element = in[i];
    out[0] = in[i];
    __syncthreads();
    out[1 + i] = s_element;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[880];
    for (int i = 0; i < 880; ++i) in[i] = 0.375f;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in + 64);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    store<<<1, 37>>>(reinterpret_cast<float4*>(d_out), reinterpret_cast<const float4*>(d_in));
    store<<<3, 21>>>(reinterpret_cast<Small*>(d_out), reinterpret_cast<const Small*>(d_in));
    store<<<2, 35>>>(reinterpret_cast<float3*>(d_out), reinterpret_cast<const float3*>(d_in));
    store<<<2, 33>>>(reinterpret_cast<Large*>(d_out), reinterpret_cast<const Large*>(d_in));
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
