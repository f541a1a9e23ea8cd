// The lower bound: the same results from plain loops over the image. Argument: host threads.

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "problem.hpp"

using namespace bench;

namespace {

/// Elements near an edge, where ghost elements must be left out.
float careful_1d(const float* in, const float* filter, int n, int x)
{
    float sum = 0;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (x + d >= 0 && x + d < n) sum += in[x + d] * filter[d + kRadius];
    return sum;
}

float careful_2d(const float* in, const float* filter, int n, int x, int y)
{
    float sum = 0;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        if (y + dy >= 0 && y + dy < n)
            sum += careful_1d(in + std::size_t(y + dy) * n, filter + (dy + kRadius) * kFilterWidth, n, x);
    return sum;
}

/// Adds the filter's row over in[begin − R, end + R) to out[begin, end).
void add_row(const float* __restrict in, const float* filter, float* __restrict out, int begin, int end)
{
    const float f0 = filter[0], f1 = filter[1], f2 = filter[2], f3 = filter[3], f4 = filter[4];
    for (int x = begin; x < end; ++x)
        out[x] += in[x - 2] * f0 + in[x - 1] * f1 + in[x] * f2 + in[x + 1] * f3 + in[x + 2] * f4;
}

void conv1d(const float* in, const float* filter, float* out, int n, int begin, int end)
{
    const int inner_begin = std::max(begin, kRadius), inner_end = std::min(end, n - kRadius);
    for (int x = begin; x < inner_begin; ++x) out[x] = careful_1d(in, filter, n, x);
    std::fill(out + inner_begin, out + inner_end, 0.0f);
    add_row(in, filter, out, inner_begin, inner_end);
    for (int x = inner_end; x < end; ++x) out[x] = careful_1d(in, filter, n, x);
}

void conv2d(const float* in, const float* filter, float* out, int n, int begin, int end)
{
    for (int y = begin; y < end; ++y) {
        float* row = out + std::size_t(y) * n;
        if (y < kRadius || y >= n - kRadius) {
            for (int x = 0; x < n; ++x) row[x] = careful_2d(in, filter, n, x, y);
            continue;
        }
        for (const int x : {0, 1, n - 2, n - 1}) row[x] = careful_2d(in, filter, n, x, y);
        std::fill(row + kRadius, row + n - kRadius, 0.0f);
        for (int dy = -kRadius; dy <= kRadius; ++dy)
            add_row(in + std::size_t(y + dy) * n, filter + (dy + kRadius) * kFilterWidth, row, kRadius, n - kRadius);
    }
}

/// Tile by tile, so that columns stay in the cache.
void transpose(const float* in, const float*, float* out, int n, int begin, int end)
{
    for (int tile_y = begin; tile_y < end; tile_y += kTileTranspose)
        for (int tile_x = 0; tile_x < n; tile_x += kTileTranspose)
            for (int y = tile_y; y < std::min(tile_y + kTileTranspose, end); ++y)
                for (int x = tile_x; x < tile_x + kTileTranspose; ++x)
                    out[std::size_t(y) * n + x] = in[std::size_t(x) * n + y];
}

class Loops : public System {
public:
    explicit Loops(int threads) : threads_(threads) {}

    void load(const Problem& problem, const std::vector<float>& in, const std::vector<float>& filter) override
    {
        problem_ = problem;
        in_ = in;
        filter_ = filter;
        out_ = not_a_number(problem.elements());
    }

    void run() override
    {
        const auto loop = problem_.flat() ? conv1d : problem_.kernel == Kernel::conv2d_tiled ? conv2d : transpose;
        const int share = (problem_.n / threads_ + 31) / 32 * 32;
        const auto part = [&](int i) {
            loop(in_.data(), filter_.data(), out_.data(), problem_.n, i * share, std::min(problem_.n, (i + 1) * share));
        };
        std::vector<std::thread> others;
        for (int i = 1; i < threads_; ++i) others.emplace_back(part, i);
        part(0);
        for (std::thread& other : others) other.join();
    }

    void fetch(std::vector<float>& out) override { out = out_; }

private:
    int threads_;
    Problem problem_;
    std::vector<float> in_, filter_, out_;
};

}  // namespace

int main(int argc, char** argv)
{
    Loops loops(argc > 1 ? std::max(1, std::atoi(argv[1])) : 1);
    return serve(loops);
}
