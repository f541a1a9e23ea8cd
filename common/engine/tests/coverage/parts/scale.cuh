#pragma once
// Device code in a header that includes another header in the same folder.
#include "scale_factor.h"

__device__ inline int scaled(int x)
{
    int sum = 2;
    for (int i = 0; i < kScaleFactor; ++i) sum += x;
    return sum;
}
