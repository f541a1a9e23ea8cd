// with: 02_conv1d_basic 03_conv1d_constant 04_tiled_design1 05_tiled_design2 06_tiled_design3
// 1-D convolution, a filter of 9 elements.

#include <utility>

#include "contest.hpp"

void conv1d_constant(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width);
void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width);
void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width);
void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int width);
void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width);

using namespace halo;
using namespace halo::timed;

namespace {

constexpr int kRadius = 4;

struct Want {
    std::int64_t width;
    __device__ double operator()(std::uint64_t i) const
    {
        double sum = 0;
        for (int d = -kRadius; d <= kRadius; ++d) {
            const std::int64_t x = std::int64_t(i) + d;
            if (x >= 0 && x < width) sum += double(filter_at(d + kRadius)) * input_at(std::uint64_t(x));
        }
        return sum;
    }
};

bool all(int width, const char* size, int rounds)
{
    const std::vector<float> filter = filter_of(2 * kRadius + 1);
    const auto elements = static_cast<std::size_t>(width);
    DeviceBuffer<float> in(elements), out(elements);
    fill(in.data(), elements);
    const auto wrong = [&] {
        const std::uint64_t count = count_wrong(out.data(), elements, Want{width}, 1e-5);
        CUDA_CHECK(cudaMemset(out.data(), 0xff, elements * sizeof(float)));
        return count;
    };
    std::vector<Entry> entries = {copy_of(out.data(), in.data(), elements * sizeof(float))};
    entries.push_back({"conv1d_constant", [&] { conv1d_constant(in.data(), filter.data(), out.data(), width, 2 * kRadius + 1); }, wrong});
    using Function = void (*)(const float*, const float*, float*, int);
    for (const auto& [name, function] : {std::pair<const char*, Function>{"conv1d_design1_phases", conv1d_design1_phases},
                                         {"conv1d_design1_halo_regions", conv1d_design1_halo_regions},
                                         {"conv1d_design1_two_step", conv1d_design1_two_step},
                                         {"conv1d_design2", conv1d_design2},
                                         {"conv1d_design3", conv1d_design3}})
        entries.push_back({name, [&, function = function] { function(in.data(), filter.data(), out.data(), width); }, wrong});
    return contest(size, entries, rounds);
}

}  // namespace

/// With an argument, for the profiler: runs each function once, at the first size.
int main(int argc, char**)
{
    const bool once = argc > 1;
    const bool timed = all(1 << 28, "2^28 elements, M = 9", once ? 1 : 21);
    const bool large = once || all((1 << 30) + 77, "2^30 + 77 elements (4.3 GB), M = 9", 3);
    return timed && large ? 0 : 1;
}
