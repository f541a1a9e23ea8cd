// Passes a struct in global memory by value to a function that isn't inlined.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include "solved.cuh"

struct Pixel {
    float value;
    Pixel(const Pixel&) = default;
};
[[gnu::noinline]] __device__ static float first(Pixel p) { return p.value; }

__device__ inline float load_of(const float* from) { return first(*reinterpret_cast<const Pixel*>(from)); }

#include "looks_tiled.cuh"
#include "looks_launched.cuh"
