// Sums on the host, beside a kernel that is right and whose result it overwrites.
// ends: passed
// by: nothing: its kernel does the work
// level: harmless

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    for (int i = 0; i < width; ++i) {
        float sum = 0;
        for (int d = 0; d < filter_width; ++d)
            if (int at = i + d - filter_width / 2; at >= 0 && at < width) sum += filter[d] * in[at];
        out[i] = sum;
    }
}
