// with: 12_conv1d_channels
// A layer of 1024 x 1024 channels. One call takes less time than launching it: use the profiler's time.

#include "contest.hpp"

void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels, int out_channels, int length);

using namespace halo;
using namespace halo::timed;

namespace {

constexpr int kRadius = 2, kTaps = 2 * kRadius + 1;
constexpr std::uint64_t kWeights = 1ull << 40, kBiases = 1ull << 41;   // where they begin; see input_at

struct Want {
    int channels, length;
    __device__ double operator()(std::uint64_t i) const
    {
        const std::uint64_t o = i / length;
        const int l = int(i % length);
        double sum = input_at(kBiases + o);
        for (int c = 0; c < channels; ++c)
            for (int d = -kRadius; d <= kRadius; ++d)
                if (l + d >= 0 && l + d < length)
                    sum += double(input_at(kWeights + (o * channels + c) * kTaps + d + kRadius)) * input_at(std::uint64_t(c) * length + l + d);
        return sum;
    }
};

bool all(int in_channels, int out_channels, int length, const char* size, int rounds)
{
    const std::size_t inputs = std::size_t(in_channels) * length, outputs = std::size_t(out_channels) * length,
                      weights = std::size_t(in_channels) * out_channels * kTaps, biases = outputs / length;
    DeviceBuffer<float> in(inputs), weight(weights), bias(biases), out(outputs), other(weights);
    fill(in.data(), inputs);
    fill(weight.data(), weights, kWeights);
    fill(bias.data(), biases, kBiases);
    const auto wrong = [&] {
        const std::uint64_t count = count_wrong(out.data(), outputs, Want{in_channels, length}, 1e-7 * in_channels);
        CUDA_CHECK(cudaMemset(out.data(), 0xff, outputs * sizeof(float)));
        return count;
    };
    return contest(size, {copy_of(other.data(), weight.data(), weights * sizeof(float)),
                          {"conv1d_channels", [&] { conv1d_channels(in.data(), weight.data(), bias.data(), out.data(), in_channels, out_channels, length); }, wrong}},
                   rounds);
}

}  // namespace

/// With an argument, for the profiler: runs each function once, at the first size.
int main(int argc, char**)
{
    const bool once = argc > 1;
    const bool timed = all(1024, 1024, 4, "1024 x 1024 channels, 4 outputs, K = 5", once ? 1 : 21);
    const bool large = once || all(16384, 13107, 5, "16384 x 13107 channels (4.3 GB), 5 outputs, K = 5", 3);
    return timed && large ? 0 : 1;
}
