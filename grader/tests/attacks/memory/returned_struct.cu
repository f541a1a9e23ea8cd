// Has a function return a struct into the harness's stack.
// ends: out_of_bounds
// says: stores to memory of the test that called the function
// by: the engine's guard, by a hook that the object gate adds

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static int value;
struct Big {
    char bytes[64];
};
[[gnu::noinline]] static Big made(const Big& from)
{
    Big big;
    for (int i = 0; i < 64; ++i) big.bytes[i] = from.bytes[i];
    value = 1;
    return big;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    const Big same = *reinterpret_cast<Big*>(at);
    value = at[0];
    *reinterpret_cast<Big*>(at) = made(same);
}
