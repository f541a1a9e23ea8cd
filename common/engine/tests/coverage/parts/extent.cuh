#pragma once
struct Extent {
    int width, height;
};

/// In the other file: i by i + 1.
__device__ Extent extent_of(int i);
/// (i, 0, 0, 0.5)
__device__ float4 corner_of(int i);
