// with: 13_image_filters/image_filters.cu
// The solution of lab 13, with the size that its page counts. It takes host pointers and makes the copies itself.

#include "image_filters.hpp"

#include <vector>

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

void solve(decltype(filter_image)* filter)
{
    constexpr int kWidth = 208, kHeight = 144;
    std::vector<unsigned char> in(3 * kWidth * kHeight), out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(i * 7 % 251);
    filter(in.data(), out.data(), kWidth, kHeight, measure::small_numbers((2 * kRadius + 1) * (2 * kRadius + 1)).data());
}

int main(int argc, char** argv)
{
    return measure::run(argc, argv, {
        {"filter_image",           [](const Arrays&) { solve(filter_image); }},
        {"filter_image_replicate", [](const Arrays&) { solve(filter_image_replicate); }},
        {"filter_image_mirror",    [](const Arrays&) { solve(filter_image_mirror); }},
    });
}
