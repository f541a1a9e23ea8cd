#pragma once
// Five steps of one filter on one picture: on the CPU, then four kernels that differ by one idea each. `make steps` counts what they do on the CPU
// engine; `make measure ONLY=steps` times them on a card.

#include <cstddef>
#include <span>

namespace halo::steps {

inline constexpr int kRadius = 2, kSide = 2 * kRadius + 1;
inline constexpr int kTile   = 16;      ///< output tile of a block, 16 × 16 pixels

/// One call. Pictures [height][width][3], interleaved bytes; filter [5][5], not mirrored; ghost pixels count as 0; each colour is summed in float,
/// clamped to 0 … 255, rounded to the nearest whole number.
struct Work {
    const unsigned char* d_in = nullptr;
    unsigned char* d_out = nullptr;
    int width = 0, height = 0;
    const float* h_filter = nullptr;
    const float* d_filter = nullptr;    ///< the same on the device: given, its copy is not part of the call
};

struct Step {
    const char* name;
    const char* change;                 ///< what differs from the step before
    void (*run)(const Work&);           ///< starts the work and does not wait for its end
};

void naive(const Work& work);
void shared(const Work& work);
void shared_constant(const Work& work);
void cached_halo(const Work& work);

/// The four that run on a device, in order.
std::span<const Step> device_steps();

/// The first step: plain loops, in host memory. `filter` [5][5].
void on_cpu(const unsigned char* in, unsigned char* out, int width, int height, const float* filter);

}  // namespace halo::steps
