// Filters on the host, from a copy of the picture; a kernel of which nobody uses the result loads and stores as many bytes.
// lab: 13_image_filters
// replaces: filter_image filter_image_mirror
// ends: implausible
// by: plausible counts, where its kernel has the wrong policy

#include "solved.cuh"
#include <vector>
#include <cmath>

#include <cstring>
static void on_host(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter, bool mirror)
{
    std::vector<unsigned char> in(size_t(width) * height * 3);
    std::memcpy(in.data(), h_in, in.size());
    float filter[5][5];
    std::memcpy(filter, h_filter, sizeof filter);
    const auto stands_for = [&](int i, int size) {
        if (!mirror) return i >= 0 && i < size ? i : -1;
        if (size == 1) return 0;
        i = std::abs(i) % (2 * size - 2);
        return i >= size ? 2 * size - 2 - i : i;
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 3; ++c) {
                float sum = 0;
                for (int dy = -2; dy <= 2; ++dy)
                    for (int dx = -2; dx <= 2; ++dx) {
                        const int sx = stands_for(x + dx, width), sy = stands_for(y + dy, height);
                        if (sx >= 0 && sy >= 0) sum += filter[dy + 2][dx + 2] * in[(size_t(sy) * width + sx) * 3 + c];
                    }
                h_out[(size_t(y) * width + x) * 3 + c] = (unsigned char)(std::fmin(std::fmax(sum, 0.0f), 255.0f) + 0.5f);
            }
}
void filter_image(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    solved_filter_image(h_in, h_out, width, height, h_filter);
    on_host(h_in, h_out, width, height, h_filter, false);
}
void filter_image_mirror(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    solved_filter_image(h_in, h_out, width, height, h_filter);        // the wrong policy: its result is not used
    on_host(h_in, h_out, width, height, h_filter, true);
}
