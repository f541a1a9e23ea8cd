// A thread an output, all weights and inputs from textures; each block loads everything once for show.
// lab: 12_conv1d_channels
// ends: implausible
// by: plausible counts

#include "solved.cuh"

#include "texture_of.cuh"

__global__ void touch(const float* in, float* dummy, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) dummy[i] = in[i];
}
__global__ void thread_an_output(cudaTextureObject_t in, cudaTextureObject_t weight, const float* bias, float* out, int channels, int n, int length)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n) return;
    const int o = i / length, l = i % length;
    float sum = bias[o];
    for (int c = 0; c < channels; ++c)
        for (int d = -2; d <= 2; ++d)
            if (l + d >= 0 && l + d < length)
                sum += tex1Dfetch<float>(weight, (o * channels + c) * 5 + d + 2) * tex1Dfetch<float>(in, c * length + l + d);
    out[i] = sum;
}
void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels, int out_channels, int length)
{
    const int ins = in_channels * length, n = out_channels * length, weights = out_channels * in_channels * 5;
    float* d_dummy;
    CUDA_CHECK(cudaMalloc(&d_dummy, std::max(ins, weights) * sizeof(float)));
    touch<<<(ins + 255) / 256, 256>>>(d_in, d_dummy, ins);
    touch<<<(weights + 255) / 256, 256>>>(d_weight, d_dummy, weights);
    const cudaTextureObject_t in = texture_of(d_in, ins), weight = texture_of(d_weight, weights);
    thread_an_output<<<(n + 63) / 64, 64>>>(in, weight, d_bias, d_out, in_channels, n, length);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(in));
    CUDA_CHECK(cudaDestroyTextureObject(weight));
    CUDA_CHECK(cudaFree(d_dummy));
}
