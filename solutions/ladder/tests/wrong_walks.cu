// expect: each of the two is found; see wrong_walks.hpp

#include "wrong_walks.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"

namespace halo::ladder {

namespace {

__global__ void stops_a_step_early_kernel(const unsigned* next, unsigned at, unsigned steps, unsigned* end)
{
    for (unsigned i = 1; i < steps; ++i) at = next[at];
    *end = at;
}

__global__ void does_not_wait_kernel(const unsigned* next, unsigned nodes, unsigned start, unsigned steps, unsigned* end)
{
    unsigned at = start;
    for (unsigned i = 0; i < steps; ++i) at = next[(start + i) % nodes];
    *end = at;
}

template <class Call>
Walked walked(const std::vector<unsigned>& next, Call call)
{
    DeviceBuffer<unsigned> d_next(next.size(), "next"), d_end(1, "end");
    d_next.upload(next);
    call(d_next.data(), d_end.data());
    CUDA_CHECK(cudaGetLastError());
    return {1.0, d_end.download_all()[0]};
}

}  // namespace

Walked stops_a_step_early(const std::vector<unsigned>& next, unsigned start, unsigned steps)
{
    return walked(next, [&](const unsigned* d_next, unsigned* d_end) { stops_a_step_early_kernel<<<1, 1>>>(d_next, start, steps, d_end); });
}

Walked does_not_wait(const std::vector<unsigned>& next, unsigned start, unsigned steps)
{
    return walked(next, [&](const unsigned* d_next, unsigned* d_end) { does_not_wait_kernel<<<1, 1>>>(d_next, unsigned(next.size()), start, steps, d_end); });
}

}  // namespace halo::ladder
