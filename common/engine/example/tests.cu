// Compares blur() with a loop on the host. With Halo's engine, also counts: the kernel must load each element about once.
#include <cmath>
#include <cstdio>
#include <vector>

#include "blur.hpp"

#if __has_include("engine/engine.hpp")
#include "engine/engine.hpp"

static unsigned long long loads_so_far() { return halo::engine::counters().global_loads; }
static const bool kCounts = true;
#else
static unsigned long long loads_so_far() { return 0; }      // on a card, a profiler counts
static const bool kCounts = false;
#endif

static bool right(int width)
{
    std::vector<float> in(width), out(width, NAN);
    for (int x = 0; x < width; ++x) in[x] = float(x * x % 17);
    const unsigned long long before = loads_so_far();
    blur(in.data(), out.data(), width);
    const unsigned long long loads = loads_so_far() - before;
    for (int x = 0; x < width; ++x) {
        const float sum = (x > 0 ? in[x - 1] : 0) + in[x] + (x + 1 < width ? in[x + 1] : 0);
        if (std::fabs(out[x] - sum / 3) < 1e-5f) continue;
        std::printf("width %d: out[%d] is %g, expected %g\n", width, x, out[x], sum / 3);
        return false;
    }
    if (kCounts && loads > unsigned(width + width / 32 + 2)) {
        std::printf("width %d: %llu loads\n", width, loads);
        return false;
    }
    return true;
}

int main()
{
    bool all = true;
    for (const int width : {1, 64, 65, 1000}) all = right(width) && all;
    std::puts(all ? "all tests passed" : "a test failed");
    return all ? 0 : 1;
}
