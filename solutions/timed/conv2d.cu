// with: 07_conv2d_tiled 08_conv2d_design3 09_conv2d_loading 10_conv2d_shuffle 11_conv2d_texture 13_image_filters
// 2-D convolution, a filter of 5 x 5; separable: a column of 5 and a row of 5.

#include <utility>

#include "contest.hpp"

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_design3(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_strided_load(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_split_load(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_shuffle(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_texture(const float* d_in, const float* h_filter, float* d_out, int width, int height);
void conv2d_separable(const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height);

using namespace halo;
using namespace halo::timed;

namespace {

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;

__host__ __device__ float weight_at(int dy, int dx, bool separable)
{
    const int row = dy + kRadius, column = dx + kRadius;
    return separable ? filter_at(row) * filter_at(kSide + column) : filter_at(row * kSide + column);
}

struct Want {
    std::int64_t width, height;
    bool separable;
    __device__ double operator()(std::uint64_t i) const
    {
        double sum = 0;
        for (int dy = -kRadius; dy <= kRadius; ++dy)
            for (int dx = -kRadius; dx <= kRadius; ++dx) {
                const std::int64_t x = std::int64_t(i) % width + dx, y = std::int64_t(i) / width + dy;
                if (x >= 0 && x < width && y >= 0 && y < height)
                    sum += double(weight_at(dy, dx, separable)) * input_at(std::uint64_t(y * width + x));
            }
        return sum;
    }
};

bool all(int width, int height, const char* size, int rounds)
{
    const std::size_t pixels = std::size_t(width) * height;
    const std::vector<float> filter = filter_of(kSide * kSide), column(filter.begin(), filter.begin() + kSide),
                             row(filter.begin() + kSide, filter.begin() + 2 * kSide);
    DeviceBuffer<float> in(pixels), out(pixels);
    fill(in.data(), pixels);
    const auto wrong = [&](bool separable) {
        return [&, separable] {
            const std::uint64_t count = count_wrong(out.data(), pixels, Want{width, height, separable}, 1e-4);
            CUDA_CHECK(cudaMemset(out.data(), 0xff, pixels * sizeof(float)));
            return count;
        };
    };
    std::vector<Entry> entries = {copy_of(out.data(), in.data(), pixels * sizeof(float))};
    using Function = void (*)(const float*, const float*, float*, int, int);
    for (const auto& [name, function] : {std::pair<const char*, Function>{"conv2d_basic", conv2d_basic},
                                         {"conv2d_tiled", conv2d_tiled},
                                         {"conv2d_design3", conv2d_design3},
                                         {"conv2d_strided_load", conv2d_strided_load},
                                         {"conv2d_split_load", conv2d_split_load},
                                         {"conv2d_shuffle", conv2d_shuffle},
                                         {"conv2d_texture", conv2d_texture}})
        entries.push_back({name, [&, function = function] { function(in.data(), filter.data(), out.data(), width, height); }, wrong(false)});
    entries.push_back({"conv2d_separable", [&] { conv2d_separable(in.data(), column.data(), row.data(), out.data(), width, height); }, wrong(true)});
    return contest(size, entries, rounds);
}

}  // namespace

/// With an argument, for the profiler: runs each function once, at the first size.
int main(int argc, char**)
{
    const bool once = argc > 1;
    const bool timed = all(16384, 16384, "16384 x 16384, 5 x 5", once ? 1 : 21);
    const bool large = once || all(32768, 32765, "32768 x 32765 (4.3 GB), 5 x 5", 3);
    return timed && large ? 0 : 1;
}
