// with: 09_conv2d_loading/conv2d_loading.cu
// The solution of lab 09, with the size that its page counts.

#include "conv2d_loading.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    const auto filter = [] { return measure::small_numbers((2 * kRadius + 1) * (2 * kRadius + 1)); };
    return measure::run(argc, argv, {
        {"conv2d_strided_load", [=](const Arrays& a) { conv2d_strided_load(a.in, filter().data(), a.out, 200, 136); }},
        {"conv2d_strided_load_overhang", [=](const Arrays& a) { conv2d_strided_load(a.in, filter().data(), a.out, 37, 41); }},
        {"conv2d_split_load", [=](const Arrays& a) { conv2d_split_load(a.in, filter().data(), a.out, 200, 136); }},
        {"conv2d_split_load_overhang", [=](const Arrays& a) { conv2d_split_load(a.in, filter().data(), a.out, 37, 41); }},
    });
}
