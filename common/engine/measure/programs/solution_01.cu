// with: 01_transpose/transpose.cu
// The solution of lab 01, with the sizes that its page counts.

#include "transpose.hpp"

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

int main(int argc, char** argv)
{
    constexpr int kWidth = 256, kHeight = 96;
    return measure::run(argc, argv, {
        {"lab_01_naive",    [=](const Arrays& a) { transpose_naive(a.in, a.out, kWidth, kHeight); }},
        {"lab_01_tiled",    [=](const Arrays& a) { transpose_tiled(a.in, a.out, kWidth, kHeight); }},
        {"lab_01_padded",   [=](const Arrays& a) { transpose_padded(a.in, a.out, kWidth, kHeight); }},
        {"lab_01_padded_overhang", [=](const Arrays& a) { transpose_padded(a.in, a.out, 101, 77); }},
        {"lab_01_in_place", [=](const Arrays& a) { transpose_in_place(a.out, 256); }},
    });
}
