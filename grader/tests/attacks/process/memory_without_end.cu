// Asks for memory and uses it until there is none.
// ends: memory_limit
// by: limits

#include <vector>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    std::vector<std::vector<char>> all;
    for (;;) all.emplace_back(64 << 20, 'x');
    solved(in, filter, out, width, filter_width);
}
