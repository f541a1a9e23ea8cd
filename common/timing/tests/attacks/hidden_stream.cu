// Works in a stream that the default stream does not wait for, and returns at once. It is waited for all the same: must be timed in full.

#include "honest.cuh"

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    static cudaStream_t stream = nullptr;
    if (stream == nullptr) CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    launch(d_in, h_filter, d_out, width, height, stream);
}
