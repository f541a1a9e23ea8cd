// with: 10_conv2d_shuffle/conv2d_shuffle.cu
// The solution of lab 10, with the size that its page counts.

#include "conv2d_shuffle.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto filter = [] { return measure::small_numbers((2 * kRadius + 1) * (2 * kRadius + 1)); };
    return measure::run(argc, argv, {
        {"conv2d_shuffle", [=](const Arrays& a) { conv2d_shuffle(a.in, filter().data(), a.out, 200, 136); }},
    });
}
