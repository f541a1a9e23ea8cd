// with: 06_tiled_design3/tiled_design3.cu
// The solution of lab 06, with the size that its page counts.

#include "tiled_design3.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto filter = [] { return measure::small_numbers(2 * kRadius + 1); };
    return measure::run(argc, argv, {
        {"conv1d_design3", [=](const Arrays& a) { conv1d_design3(a.in, filter().data(), a.out, 5000); }},
    });
}
