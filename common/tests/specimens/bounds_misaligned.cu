// expect: out_of_bounds, line 7, array d_in, index [1]
#include <cuda_runtime.h>

// Four floats at once, from the second float on: no GPU loads that.
__global__ void sum4(const float* in, float* out)
{
    const float4 v = *reinterpret_cast<const float4*>(in + 1);
    *out = v.x + v.y + v.z + v.w;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof(float));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sum4<<<1, 1>>>(d_in, d_out);
    const bool told = cudaDeviceSynchronize() == cudaErrorMisalignedAddress;
    cudaFree(d_in);
    cudaFree(d_out);
    return told ? 1 : 3;
}
