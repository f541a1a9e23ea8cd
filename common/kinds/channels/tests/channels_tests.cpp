// Diagnoses of wrong layers of channels: for each mistake an output that has it, and its near misses.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "data/reference.hpp"
#include "kinds/channels/kind.hpp"

#include "findings/explain.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

constexpr int kChannels = 40, kOutputs = 3, kLength = 20;

/// A call and the previous one.
struct Calls {
    Channels1d kind{.radius = 2, .tile = 8};
    Size size{.width = kLength, .in_channels = kChannels, .out_channels = kOutputs};
    Inputs before = kind.make_inputs(size, 1), now = kind.make_inputs(size, 2);
    Expected expected_before = kind.solve(before), expected = kind.solve(now);

    std::string reported(const std::vector<float>& got) const
    {
        const Earlier earlier{before, expected_before};
        const auto found = kind.diagnose({now, expected, got, &earlier});
        return found ? std::string(name(found->key())) + ": " + explain(*found, kind.words()).seen : "nothing";
    }
    /// With changed copies of the three arrays.
    std::string reported(const auto& change) const
    {
        std::vector<float> in = now.arrays[0], weight = now.arrays[1], bias = now.arrays[2];
        change(in, weight, bias);
        return reported(conv1d_channels_reference(in, weight, bias, kLength));
    }
};

}  // namespace

TEST_CASE("a right layer has no diagnosis")
{
    const Calls c;
    CHECK(c.expected.want == conv1d_channels_reference(c.now.arrays[0], c.now.arrays[1], c.now.arrays[2], kLength));
    CHECK(c.reported(c.expected.want) == "nothing");
    CHECK(c.expected.tolerance == 0);       // a bias of 1 too much must not hide behind the rounding of thousands of terms
}

TEST_CASE("a bias that is left out or added too often is counted")
{
    const Calls c;
    CHECK(c.reported([](auto&, auto&, auto& bias) { std::ranges::fill(bias, 0.0f); })
          == "wrong_result: this is exactly what you get without the bias");
    CHECK(c.reported([](auto&, auto&, auto& bias) {
        for (float& b : bias) b *= 4;
    }) == "wrong_result: this is exactly what you get when the bias is added 4 times");
    CHECK(c.reported([](auto&, auto&, auto& bias) { bias[0] *= 4; }) == "nothing");
}

TEST_CASE("channels that take no part are named, at either end")
{
    const Calls c;
    CHECK(c.reported([](auto& in, auto&, auto&) { std::fill(in.begin() + 32 * kLength, in.end(), 0.0f); }) ==
          "wrong_result: this is exactly what you get when only channels 0 to 31 take part");
    CHECK(c.reported([](auto& in, auto&, auto&) { std::fill(in.begin() + kLength, in.end(), 0.0f); }) ==
          "wrong_result: this is exactly what you get when only channel 0 takes part");
    CHECK(c.reported([](auto& in, auto&, auto&) { std::fill(in.begin(), in.begin() + 8 * kLength, 0.0f); }) ==
          "wrong_result: this is exactly what you get when only channels 8 to 39 take part");
    CHECK(c.reported([](auto& in, auto&, auto&) { std::fill(in.begin() + 8 * kLength, in.begin() + 9 * kLength, 0.0f); })
          == "nothing");
    CHECK(c.reported([](auto& in, auto&, auto&) { std::copy(in.begin(), in.begin() + 8 * kLength, in.begin() + 32 * kLength); })
          == "wrong_result: this is exactly what you get when each round over the channels reads the first 32 of them");
    CHECK(c.reported([](auto& in, auto&, auto&) { std::copy(in.begin() + kLength, in.begin() + 9 * kLength, in.begin() + 32 * kLength); })
          == "nothing");
}

TEST_CASE("filters that are mirrored or cut are reported, and so is anything kept from the previous call")
{
    const Calls c;
    CHECK(c.reported([](auto&, auto& weight, auto&) {
        for (std::size_t at = 0; at < weight.size(); at += 5)
            std::reverse(weight.begin() + long(at), weight.begin() + long(at) + 5);
    }) == "filter_mirrored: this is exactly what mirrored filters give");
    CHECK(c.reported([](auto&, auto& weight, auto&) { for (std::size_t at = 4; at < weight.size(); at += 5) weight[at] = 0; }) ==
          "tap_left_out: this is exactly what you get when the last tap is left out");
    CHECK(c.reported([&](auto&, auto& weight, auto&) { weight = c.before.arrays[1]; })
          == "stale: this is computed with the weights of the call before");
    CHECK(c.reported([&](auto&, auto&, auto& bias) { bias = c.before.arrays[2]; })
          == "stale: this is computed with the bias of the call before");
    CHECK(c.reported(c.expected_before.want) == "stale: this is the result of the call before");
}

TEST_CASE("unwritten elements are reported with their place")
{
    const Calls c;
    std::vector<float> got = c.expected.want;
    std::fill(got.begin() + 2 * kLength, got.end(), unwritten());
    CHECK(c.reported(got) == "unwritten: 20 elements were never written: they begin in channel 2");
    got = c.expected.want;
    for (int o = 0; o < kOutputs; ++o)
        std::fill(got.begin() + o * kLength + 16, got.begin() + (o + 1) * kLength, unwritten());
    CHECK(c.reported(got) == "unwritten: 12 elements were never written: they begin at position 16 of a channel");
    CHECK(c.reported(std::vector<float>(got.size(), unwritten())).starts_with("not_started: "));
}

TEST_CASE("a sum that begins with what the output held is reported, and a single NaN is not taken for one")
{
    const Calls c;
    std::vector<float> got = c.expected.want;
    for (float& v : got) v += unwritten();
    CHECK(c.reported(got).starts_with("sum_of_nothing: every element is a NaN that was computed"));
    got[5] = c.expected.want[5];
    CHECK(!c.reported(got).starts_with("sum_of_nothing"));
}

TEST_CASE("a size is described with its channels, and an element named by its channel")
{
    const Calls c;
    CHECK(c.kind.describe(c.size) == "40 channels in, 3 out, length 20, radius 2");
    CHECK(c.kind.output(c.size).element(21) == "out[1][1]");
}
