// Loads rows of the image by std::copy_n with a constant count, which the compiler makes of a few instructions without hooks.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include "solved.cuh"

#include <algorithm>

__device__ inline void copy_row(const float* from, float* to) { std::copy_n(from, 20, to); }

#include "copies_rows.cuh"

#include "looks_launched.cuh"
