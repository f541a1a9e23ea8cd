#include "extent.cuh"

__device__ Extent extent_of(int i) { return {i, i + 1}; }
__device__ float4 corner_of(int i) { return make_float4(float(i), 0.0f, 0.0f, 0.5f); }
