// Step 1 · One pixel after the other, on one core of the CPU.

#include "byte_of.hpp"
#include "steps.hpp"

namespace halo::steps {

void on_cpu(const unsigned char* in, unsigned char* out, int width, int height, const float* filter)
{
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float sum[3] = {0.0f, 0.0f, 0.0f};
            for (int dy = -kRadius; dy <= kRadius; ++dy)
                for (int dx = -kRadius; dx <= kRadius; ++dx) {
                    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
                    const float weight = filter[(dy + kRadius) * kSide + dx + kRadius];
                    for (int c = 0; c < 3; ++c) sum[c] += weight * float(in[(std::size_t(y + dy) * width + x + dx) * 3 + c]);
                }
            for (int c = 0; c < 3; ++c) out[(std::size_t(y) * width + x) * 3 + c] = byte_of(sum[c]);
        }
}

}  // namespace halo::steps
