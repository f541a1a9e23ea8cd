// with: 14_copy_rate
// Kernels as fast as a copy.

#include "contest.hpp"

void transpose_fast(const float* d_in, float* d_out, int width, int height);
void conv1d_fast(const float* d_in, const float* h_filter, float* d_out, int width);
void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height);

using namespace halo;
using namespace halo::timed;

namespace {

/// A filter of (2 · radius_y + 1) × (2 · radius_x + 1); of one row for a signal.
struct Convolved {
    std::int64_t width, height;
    int radius_x, radius_y;
    __device__ double operator()(std::uint64_t i) const
    {
        const std::int64_t x = std::int64_t(i) % width, y = std::int64_t(i) / width;
        double sum = 0;
        for (int dy = -radius_y; dy <= radius_y; ++dy)
            for (int dx = -radius_x; dx <= radius_x; ++dx)
                if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                    sum += double(filter_at((dy + radius_y) * (2 * radius_x + 1) + dx + radius_x)) * input_at(std::uint64_t((y + dy) * width + x + dx));
        return sum;
    }
};

bool all(int width, int height, const char* size, int rounds)
{
    const std::vector<float> row = filter_of(9), square = filter_of(25);
    const std::size_t elements = std::size_t(width) * height;
    const int length = int(elements);
    DeviceBuffer<float> in(elements), out(elements);
    fill(in.data(), elements);
    const auto wrong = [&](auto want, double most) {
        return [&, want, most] {
            const std::uint64_t count = count_wrong(out.data(), elements, want, most);
            CUDA_CHECK(cudaMemset(out.data(), 0xff, elements * sizeof(float)));
            return count;
        };
    };
    return contest(size,
                   {copy_of(out.data(), in.data(), elements * sizeof(float)),
                    {"transpose_fast", [&] { transpose_fast(in.data(), out.data(), width, height); }, wrong(Transposed{std::uint64_t(width), std::uint64_t(height)}, 0)},
                    {"conv1d_fast", [&] { conv1d_fast(in.data(), row.data(), out.data(), length); }, wrong(Convolved{length, 1, 4, 0}, 1e-5)},
                    {"conv2d_fast", [&] { conv2d_fast(in.data(), square.data(), out.data(), width, height); }, wrong(Convolved{width, height, 2, 2}, 1e-5)}},
                   rounds);
}

}  // namespace

/// With an argument, for the profiler: runs each function once, at the first size.
int main(int argc, char**)
{
    const bool once = argc > 1;
    const bool timed = all(16384, 16384, "1 GiB each way, M = 9 and 5 x 5", once ? 1 : 21);
    const bool odd = once || all(32768, 32765, "4.3 GB each way", 3);
    return timed && odd ? 0 : 1;
}
