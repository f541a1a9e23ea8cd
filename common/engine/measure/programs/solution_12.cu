// with: 12_conv1d_channels/right/weights_through_shared.cu
// A right kernel for lab 12 that loads chunks through shared memory, with the size that its page counts, and with weights that are not aligned for
// float4.

#include "conv1d_channels.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto solve = [](const Arrays& a, int in_channels, int out_channels, int length) {
        const float* const weight = a.in + in_channels * length;
        conv1d_channels(a.in, weight, weight, a.out, in_channels, out_channels, length);
    };
    return measure::run(argc, argv, {
        {"conv1d_channels",         [=](const Arrays& a) { solve(a, 512, 24, 4); }},
        {"conv1d_channels_in_ones", [=](const Arrays& a) { solve(a, 33, 4, 9); }},
    });
}
