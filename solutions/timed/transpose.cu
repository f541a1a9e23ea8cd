// with: 01_transpose
// Transposition, out of place and in place.

#include <utility>

#include "contest.hpp"

void transpose_naive(const float* d_in, float* d_out, int width, int height);
void transpose_tiled(const float* d_in, float* d_out, int width, int height);
void transpose_padded(const float* d_in, float* d_out, int width, int height);
void transpose_in_place(float* d_data, int n);

using namespace halo;
using namespace halo::timed;

namespace {

bool all(int width, int height, int n, const char* size, int rounds)
{
    const std::size_t elements = std::size_t(width) * height;
    DeviceBuffer<float> in(elements), out(elements);
    fill(in.data(), elements);
    const auto wrong = [&] {
        const std::uint64_t count = count_wrong(out.data(), elements, Transposed{std::uint64_t(width), std::uint64_t(height)}, 0);
        CUDA_CHECK(cudaMemset(out.data(), 0xff, elements * sizeof(float)));
        return count;
    };
    std::vector<Entry> entries = {copy_of(out.data(), in.data(), elements * sizeof(float))};
    using Function = void (*)(const float*, float*, int, int);
    for (const auto& [name, function] : {std::pair<const char*, Function>{"transpose_naive", transpose_naive},
                                         {"transpose_tiled", transpose_tiled},
                                         {"transpose_padded", transpose_padded}})
        entries.push_back({name, [&, function = function] { function(in.data(), out.data(), width, height); }, wrong});
    bool fine = contest(size, entries, rounds);

    // In place, on a separate matrix. The check follows the first call: after an even number of calls the matrix would be unchanged.
    DeviceBuffer<float> square(std::size_t(n) * n), other(std::size_t(n) * n);
    const std::size_t bytes = std::size_t(n) * n * sizeof(float);
    fill(square.data(), std::uint64_t(n) * n);
    entries = {copy_of(other.data(), square.data(), bytes)};
    entries.push_back({"transpose_in_place", [&] { transpose_in_place(square.data(), n); },
                       [&] { return count_wrong(square.data(), std::uint64_t(n) * n, Transposed{std::uint64_t(n), std::uint64_t(n)}, 0); }});
    return contest(std::to_string(n) + " x " + std::to_string(n), entries, rounds) && fine;
}

}  // namespace

/// With an argument, for the profiler: runs each function once, at the first size.
int main(int argc, char**)
{
    const bool once = argc > 1;
    const bool timed = all(16384, 16384, 16384, "16384 x 16384", once ? 1 : 21);
    const bool large = once || all(32768, 32765, 32763, "32768 x 32765 (4.3 GB)", 3);
    return timed && large ? 0 : 1;
}
