// with: 04_tiled_design1/tiled_design1.cu
// The solution of lab 04, with the size that its page counts.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto filter = [] { return measure::small_numbers(2 * kRadius + 1); };
    return measure::run(argc, argv, {
        {"conv1d_design1_phases", [=](const Arrays& a) { conv1d_design1_phases(a.in, filter().data(), a.out, 5000); }},
        {"conv1d_design1_halo_regions", [=](const Arrays& a) { conv1d_design1_halo_regions(a.in, filter().data(), a.out, 5000); }},
        {"conv1d_design1_two_step", [=](const Arrays& a) { conv1d_design1_two_step(a.in, filter().data(), a.out, 5000); }},
    });
}
