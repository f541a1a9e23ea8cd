// The solution stores to a managed array that was prefetched, from which a copy puts the result into out.
// lab: 14_copy_rate
// replaces: conv2d_fast

#include "solved.cuh"

void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    float* m_out;
    CUDA_CHECK(cudaMallocManaged(&m_out, width * height * sizeof(float)));
    CUDA_CHECK(cudaMemPrefetchAsync(m_out, width * height * sizeof(float), 0));
    solved_conv2d_fast(d_in, h_filter, m_out, width, height);
    CUDA_CHECK(cudaMemcpy(d_out, m_out, width * height * sizeof(float), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaFree(m_out));
}
