// with: 08_conv2d_design3/conv2d_design3.cu
// The solution of lab 08, with the size that its page counts.

#include "conv2d_design3.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto filter = [] { return measure::small_numbers((2 * kRadius + 1) * (2 * kRadius + 1)); };
    return measure::run(argc, argv, {
        {"conv2d_design3", [=](const Arrays& a) { conv2d_design3(a.in, filter().data(), a.out, 200, 136); }},
    });
}
