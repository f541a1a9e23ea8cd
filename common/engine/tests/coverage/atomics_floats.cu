// covers: Atomics: atomicAdd of float and double, atomicExch of float
// covers: Atomics: atomicAdd of float2 and float4
// covers: Atomics: atomicAdd of __half, __half2, __nv_bfloat16, __nv_bfloat162
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int kBlocks = 3, kThreads = 45, kCount = kBlocks * kThreads;

struct Sums {
    float4 four;
    double wide;
    float2 two;
    float one, block, kept;
    __half2 half_two;
    __nv_bfloat162 bfloat_two;
    __half half_one;
    __nv_bfloat16 bfloat_one;
};

__global__ void add(Sums* sums)
{
    __shared__ float s_sum;
    if (threadIdx.x == 0) s_sum = 0.0f;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sums->one, float(i));
    atomicAdd(&sums->wide, i * 0.25);
    atomicAdd(&sums->two, make_float2(float(i), -1.0f));
    atomicAdd(&sums->four, make_float4(1.0f, 2.0f, float(i), -float(i)));
    atomicAdd(&s_sum, 2.0f);
    atomicExch(&sums->kept, float(i));
    if (i % 3 == 0) {                                    // sums that stay exact in 8 bits
        atomicAdd(&sums->half_one, __float2half(1.0f));
        atomicAdd(&sums->half_two, __floats2half2_rn(2.0f, -1.0f));
        atomicAdd(&sums->bfloat_one, __float2bfloat16(1.0f));
        atomicAdd(&sums->bfloat_two, __floats2bfloat162_rn(2.0f, -1.0f));
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&sums->block, s_sum);
}

int main()
{
    Sums h{}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    add<<<kBlocks, kThreads>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);

    float sum = 0.0f, third = 0.0f;
    for (int i = 0; i < kCount; ++i) {
        sum += float(i);
        third += i % 3 == 0;
    }
    const bool right = h.one == sum && h.wide == sum * 0.25 && h.two.x == sum && h.two.y == -kCount && h.four.x == kCount &&
                       h.four.y == 2 * kCount && h.four.z == sum && h.four.w == -sum && h.block == 2.0f * kCount &&
                       h.kept >= 0.0f && h.kept < kCount && __half2float(h.half_one) == third &&
                       __low2float(h.half_two) == 2 * third && __high2float(h.half_two) == -third &&
                       __bfloat162float(h.bfloat_one) == third && __low2float(h.bfloat_two) == 2 * third &&
                       __high2float(h.bfloat_two) == -third;
    if (!right) std::printf("a sum is wrong: float %g (expected %g), double %g, half %g (expected %g)\n", h.one, sum, h.wide,
                            __half2float(h.half_one), third);
    return !right;
}
