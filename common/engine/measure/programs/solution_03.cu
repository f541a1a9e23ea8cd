// with: 03_conv1d_constant/conv1d_constant.cu
// The solution of lab 03, with the size that its page counts.

#include "conv1d_constant.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    return measure::run(argc, argv, {
        {"conv1d_constant", [](const Arrays& a) { conv1d_constant(a.in, measure::small_numbers(9).data(), a.out, 5000, 9); }},
    });
}
