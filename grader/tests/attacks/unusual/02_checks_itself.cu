// Compares the result with plain loops on the host, and prints what differs: left from the search for a mistake.

#include "solved.cuh"
#include <cmath>

#include <cstdio>
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    solved(h_in, h_filter, h_out, width, filter_width);
    for (int i = 0; i < width; ++i) {
        float sum = 0;
        for (int d = 0; d < filter_width; ++d)
            if (int at = i + d - filter_width / 2; at >= 0 && at < width) sum += h_filter[d] * h_in[at];
        if (std::abs(sum - h_out[i]) > 1e-3f) printf("output %d differs\n", i);
    }
}
