// What the CPU engine's counts say of each rung's time on the cards of common/findings/cards.def. Prints a line of words between tabs for each
// rung and card, for solutions/timed/bounds: ladder, rung, card, size, seconds, by which resource, what it most likely waits for.

#include <cstdio>
#include <exception>
#include <string>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "engine/engine.hpp"
#include "findings/bound.hpp"
#include "task.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

constexpr int kSide = 16384;            // on the card

/// What one call counts. The size is a multiple of most tiles, so that few blocks overhang: scaled up, what they count would be too much.
Counters counted(const Ladder& ladder, const Rung& rung, int width, int height)
{
    const std::size_t elements = std::size_t(width) * std::size_t(height);
    const std::vector<float> filter = filter_of(ladder), in(elements, 1.0f);
    DeviceBuffer<float> d_in(elements, "in"), d_out(elements, "out"), d_filter(filter.size(), "filter");
    d_in.upload(in);
    d_out.upload(in);
    d_filter.upload(filter);
    halo::engine::reset_watchers();
    rung.run({ladder.what == What::in_place ? nullptr : d_in.data(), d_out.data(), width, height, filter.data(), d_filter.data()});
    CUDA_CHECK(cudaDeviceSynchronize());
    return halo::engine::counters();
}

void print_bounds(const Ladder& ladder, const Rung& rung)
{
    const int width = ladder.is_line() ? 1 << 16 : ladder.what == What::in_place ? 512 : 896, height = ladder.is_line() ? 1 : ladder.what == What::in_place ? 512 : 336;
    const double elements = double(kSide) * kSide;
    const CardWork work{counted(ladder, rung, width, height), elements / (double(width) * height), 2 * sizeof(float) * elements};
    for (const CardBound& on : bounds_of(work, ladder.is_line() ? "2^28 elements" : "16384 x 16384", "", {})) {
        std::printf("%s\t%s\t%s\t%s\t%.9g\t%s\t%s\n", ladder.name, rung.name, on.card.c_str(), on.size.c_str(), on.bound.seconds,
                    std::string(name(on.bound.resource)).c_str(), on.limiter ? std::string(name(*on.limiter)).c_str() : "");
    }
}

}  // namespace

int main()
try {
    for (const Ladder& ladder : ladders(kCpuEngine))
        for (const Rung& rung : ladder.rungs) print_bounds(ladder, rung);
} catch (const std::exception& fault) {
    std::fprintf(stderr, "ladder_bounds: %s\n", fault.what());
    return 1;
}
