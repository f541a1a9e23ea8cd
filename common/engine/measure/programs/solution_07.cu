// with: 07_conv2d_tiled/conv2d_tiled.cu
// The solution of lab 07.

#include "conv2d_tiled.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    constexpr int kWidth = 150, kHeight = 101;
    const auto filter = [] { return measure::small_numbers((2 * kRadius + 1) * (2 * kRadius + 1)); };
    return measure::run(argc, argv, {
        {"conv2d_basic",       [=](const Arrays& a) { conv2d_basic(a.in, filter().data(), a.out, kWidth, kHeight); }},
        {"conv2d_tiled",       [=](const Arrays& a) { conv2d_tiled(a.in, filter().data(), a.out, kWidth, kHeight); }},
        {"conv2d_tiled_narrow", [=](const Arrays& a) { conv2d_tiled(a.in, filter().data(), a.out, 3, 500); }},
    });
}
