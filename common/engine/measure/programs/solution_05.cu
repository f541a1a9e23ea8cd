// with: 05_tiled_design2/tiled_design2.cu
// The solution of lab 05.

#include "tiled_design2.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto solve = [](const Arrays& a, int width) {
        conv1d_design2(a.in, measure::small_numbers(2 * kRadius + 1).data(), a.out, width);
    };
    return measure::run(argc, argv, {
        {"conv1d_design2",               [=](const Arrays& a) { solve(a, 10'013); }},
        {"conv1d_design2_one_short_tile", [=](const Arrays& a) { solve(a, 77); }},
    });
}
