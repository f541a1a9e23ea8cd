// Four streams, a chunk with its halo for each.

#include "solved.cuh"

#include "part_kernel.cuh"

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const size_t bytes = width * sizeof(float), filter_bytes = filter_width * sizeof(float);
    float *d_in, *d_filter, *d_out;
    CUDA_CHECK(cudaHostRegister(h_out, bytes, cudaHostRegisterDefault));
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));
    cudaStream_t streams[4];
    for (int s = 0; s < 4; ++s) {
        CUDA_CHECK(cudaStreamCreate(&streams[s]));
        const int begin = width * s / 4, end = width * (s + 1) / 4;
        if (begin == end) continue;
        part_kernel<<<(end - begin + 255) / 256, 256, 0, streams[s]>>>(d_in, d_filter, d_out, width, filter_width, begin, end);
        CUDA_CHECK(cudaMemcpyAsync(h_out + begin, d_out + begin, (end - begin) * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    for (cudaStream_t stream : streams) CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaHostUnregister(h_out));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
