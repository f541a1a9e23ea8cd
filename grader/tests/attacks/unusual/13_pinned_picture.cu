// Pinned buffers for the picture, in and out; the rest as given.
// lab: 13_image_filters
// replaces: filter_image_replicate

#include "solved.cuh"
#include <cstring>

void filter_image_replicate(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    const size_t bytes = size_t(width) * height * 3;
    unsigned char *p_in, *p_out;
    CUDA_CHECK(cudaMallocHost(&p_in, bytes));
    CUDA_CHECK(cudaMallocHost(&p_out, bytes));
    std::memcpy(p_in, h_in, bytes);
    solved_filter_image_replicate(p_in, p_out, width, height, h_filter);
    std::memcpy(h_out, p_out, bytes);
    CUDA_CHECK(cudaFreeHost(p_in));
    CUDA_CHECK(cudaFreeHost(p_out));
}
