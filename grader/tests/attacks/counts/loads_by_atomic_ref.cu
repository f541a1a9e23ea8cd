// Loads the image by std::atomic_ref.
// lab: 07_conv2d_tiled
// ends: slow_pattern
// by: the measured reuse ratio

#include "solved.cuh"

#include <atomic>

__device__ inline float load_of(const float* from) { return std::atomic_ref<float>(const_cast<float&>(*from)).load(std::memory_order_relaxed); }

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
