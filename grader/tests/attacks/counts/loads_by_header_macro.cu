// Redefines a macro of the standard library, so that a function of a trusted header loads by assembler: the basic kernel looks tiled.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: changes the header
// by: the object gate: words

#include <vector>
#undef __glibcxx_requires_valid_range
#define __glibcxx_requires_valid_range(first, last) __as##m__ volatile("movss (%1), %0" : "=x"(*first) : "r"(last.from))
#include <numeric>

#include "solved.cuh"

#define ON_DEVICE   // nothing, which the translator cannot know
struct Unseen {
    float* to;
    const float* from;
    float& operator*() const { return *to; }
    bool operator!=(const Unseen&) const { return false; }
    Unseen& operator++() { return *this; }
    using value_type = float;
    using difference_type = long;
    using pointer = float*;
    using reference = float&;
    using iterator_category = std::forward_iterator_tag;
    static ON_DEVICE float load(const float* from)
    {
        float value = 0;
        std::iota(Unseen{&value, from}, Unseen{&value, from}, 0.0f);
        return value;
    }
};

__global__ void looks_tiled(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : Unseen::load(in + (y + dy) * width + x + dx));
    out[y * width + x] = sum;
}

#include "looks_launched.cuh"
