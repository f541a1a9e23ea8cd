// The host prints with std::to_string, compares with memcmp and copies with mempcpy, all in its own memory; a name has an umlaut.

#include "solved.cuh"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    const float größe = float(width);
    std::vector<float> copy(filter_width);
    mempcpy(copy.data(), filter, filter_width * sizeof(float));
    if (std::memcmp(copy.data(), filter, filter_width * sizeof(float)) != 0) return;
    const std::string text = "width " + std::to_string(width) + ", " + std::to_string(größe);
    std::puts(text.c_str());
    solved(in, copy.data(), out, width, filter_width);
}
