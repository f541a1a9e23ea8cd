// __managed__ arrays of the file, filled by the host.

#include "solved.cuh"
#include <cstring>

#include "part_kernel.cuh"

constexpr int kMost = 1 << 19;
__managed__ float m_in[kMost], m_out[kMost], m_filter[256];
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    std::memcpy(m_in, h_in, width * sizeof(float));
    std::memcpy(m_filter, h_filter, filter_width * sizeof(float));
    part_kernel<<<(width + 255) / 256, 256>>>(m_in, m_filter, m_out, width, filter_width, 0, width);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::memcpy(h_out, m_out, width * sizeof(float));
}
