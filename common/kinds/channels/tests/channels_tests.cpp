// Diagnoses of wrong layers of channels: for each mistake an output that has it, and its near misses.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "data/reference.hpp"
#include "kinds/channels/kind.hpp"
#include "kinds/tests/calls.hpp"

using namespace halo;
using namespace halo::lab;
using halo::lab::test::Calls;

namespace {

using Floats = std::vector<float>;

constexpr int kChannels = 40, kOutputs = 3, kLength = 20;

const LayerSize kSize{.width = kLength, .in_channels = kChannels, .out_channels = kOutputs};

/// A call and the previous one.
Calls layers(const LayerSize& size = kSize) { return {Channels1d{.radius = 2, .tile = 8}, size}; }

/// With changed copies of the three arrays.
Calls::Function changed(const std::function<void(Floats& in, Floats& weight, Floats& bias)>& change, const LayerSize& size = kSize)
{
    return [=](const AskedCall& call) {
        Floats in = call.at(0), weight = call.at(1), bias = call.at(2);
        change(in, weight, bias);
        return conv1d_channels_reference(in, weight, bias, size.width);
    };
}

/// A layer that multiplies the weight at `weight`, in the array, with the element at `source`, both of (o, l, c, k); -1 for none.
struct Taps {
    std::function<int(int o, int c, int k)> weight = [](int o, int c, int k) { return (o * kChannels + c) * 5 + k; };
    std::function<int(int l, int c, int k)> source = [](int l, int c, int k) { return element(c, l + k - 2); };

    static int element(int c, int x) { return x < 0 || x >= kLength ? -1 : c * kLength + x; }
};

Calls::Function sums(const Taps& taps)
{
    return [taps](const AskedCall& call) {
        Floats out;
        for (int o = 0; o < kOutputs; ++o)
            for (int l = 0; l < kLength; ++l) {
                double sum = call[2][std::size_t(o)];
                for (int c = 0; c < kChannels; ++c)
                    for (int k = 0; k < 5; ++k)
                        if (const int from = taps.source(l, c, k); from >= 0)
                            sum += double(call[1][std::size_t(taps.weight(o, c, k))]) * double(call[0][std::size_t(from)]);
                out.push_back(float(sum));
            }
        return out;
    };
}

}  // namespace

TEST_CASE("a right layer has no diagnosis")
{
    const Calls c = layers();
    CHECK(c.expected.want == conv1d_channels_reference(c.now.arrays[0], c.now.arrays[1], c.now.arrays[2], kLength));
    CHECK(c.expected.want == sums({})(c.now.arrays));
    CHECK(c.expected.tolerance == 0);       // a bias of 1 too much must not hide behind the rounding of thousands of terms
}

TEST_CASE("a bias that is left out or added too often is counted")
{
    const Calls c = layers();
    CHECK(c.asked(changed([](Floats&, Floats&, Floats& bias) { std::ranges::fill(bias, 0.0f); }))
          == "wrong_result: this is exactly what you get without the bias");
    CHECK(c.asked(changed([](Floats&, Floats&, Floats& bias) {
        for (float& b : bias) b *= 4;
    })) == "wrong_result: this is exactly what you get when the bias is added 4 times");
    CHECK(c.asked(changed([](Floats&, Floats&, Floats& bias) { bias[0] *= 4; })).find("bias") == std::string::npos);
}

TEST_CASE("channels that take no part are named, at either end")
{
    const Calls c = layers();
    const auto without = [&](int first, int last) {
        return c.asked(sums({.source = [=](int l, int c, int k) { return c >= first && c <= last ? -1 : Taps::element(c, l + k - 2); }}));
    };
    CHECK(without(32, 39) == "wrong_result: this is exactly what you get when only channels 0 to 31 take part");
    CHECK(without(33, 39) == "wrong_result: this is exactly what you get when only channels 0 to 32 take part");
    CHECK(without(1, 39) == "wrong_result: this is exactly what you get when only channel 0 takes part");
    CHECK(without(0, 7) == "wrong_result: this is exactly what you get when only channels 8 to 39 take part");
    CHECK(without(8, 15) == "wrong_result: this is exactly what you get when channels 8 to 15 take no part");
    CHECK(c.asked(sums({.source = [](int l, int c, int k) { return c == 8 || c == 12 ? -1 : Taps::element(c, l + k - 2); }})) == "nothing");
    CHECK(without(0, 39) == "wrong_result: ");              // the bias alone
}

TEST_CASE("a step that a tree of sums lacks is named by its width, and a few lost channels are not taken for one")
{
    const Calls c = layers();
    const auto without = [&](const std::function<bool(int)>& lost) {
        return c.asked(sums({.source = [=](int l, int channel, int k) { return lost(channel) ? -1 : Taps::element(channel, l + k - 2); }}));
    };
    CHECK(without([](int channel) { return (channel & 8) != 0; })
          == "wrong_result: of every 16 channels one half takes no part: the sums of threads 8 apart are never added");
    CHECK(without([](int channel) { return (channel & 3) != 0; })
          == "wrong_result: of every 4 channels only the first takes part: the sums of threads 2 apart, or closer, are never added");
    CHECK(without([](int channel) { return (channel & 1) != 0; })
          == "wrong_result: of every 2 channels one half takes no part: the sums of threads 1 apart are never added");
    CHECK(without([](int channel) { return channel == 16 || channel == 18; }) == "nothing");
    CHECK(without([](int channel) { return (channel & 8) != 0 && channel != 12; }).find("threads") == std::string::npos);
}

TEST_CASE("channels that are read again are counted, and so are all products that are added twice")
{
    const Calls c = layers();
    const auto read = [&](const std::function<int(int)>& channel) {
        return c.asked(sums({.source = [=](int l, int c, int k) { return Taps::element(channel(c), l + k - 2); }}));
    };
    CHECK(read([](int c) { return c % 32; }) == "wrong_result: this is exactly what you get when each round over the channels reads the first 32 of them");
    CHECK(read([](int c) { return c % 24; }) == "wrong_result: this is exactly what you get when each round over the channels reads the first 24 of them");
    CHECK(read([](int c) { return c < 32 ? c : c - 31; }) == "wrong_result: ");
    const auto times = [&](int first, int last, float n) {
        return c.asked([=](const AskedCall& call) {
            Floats weight = call[1];
            for (int at = 0; at < int(weight.size()); ++at)
                if (const int channel = at / 5 % kChannels; channel >= first && channel <= last) weight[std::size_t(at)] *= n;
            return conv1d_channels_reference(call[0], weight, call[2], kLength);
        });
    };
    CHECK(times(0, 39, 2) == times(0, 31, 2));
    CHECK(times(0, 39, 2).starts_with("wrong_result: "));
    CHECK(times(0, 39, 2).find("several times") != std::string::npos);
    CHECK(times(0, 39, 1.5f).find("several times") == std::string::npos);
}

TEST_CASE("filters that are mirrored, cut or read in another order are reported")
{
    const Calls c = layers();
    const auto weighs = [&](const std::function<int(int o, int c, int k)>& weight) { return c.asked(sums({.weight = weight})); };
    CHECK(weighs([](int o, int c, int k) { return (o * kChannels + c) * 5 + 4 - k; }) == "filter_mirrored: this is exactly what mirrored filters give");
    CHECK(weighs([](int o, int c, int k) { return (o * 5 + k) * kChannels + c; })
          == "wrong_result: this is exactly what you get when the weights are read as [O][K][C]");
    CHECK(weighs([](int o, int c, int k) { return (c * kOutputs + o) * 5 + k; })
          == "wrong_result: this is exactly what you get when the weights are read as [C][O][K]");
    CHECK(weighs([](int o, int c, int k) { return ((o + 1) % kOutputs * kChannels + c) * 5 + k; }) == "wrong_result: ");
    const auto without = [&](int tap) {
        return c.asked(sums({.source = [=](int l, int c, int k) { return k == tap ? -1 : Taps::element(c, l + k - 2); }}));
    };
    CHECK(without(4) == "tap_left_out: this is exactly what you get when the last tap is left out");
    CHECK(without(0) == "tap_left_out: this is exactly what you get when the first tap is left out");
    CHECK(without(2) == "wrong_result: ");
}

TEST_CASE("elements of other places are reported: all of them, ghosts alone, or those at the edges of tiles")
{
    const Calls c = layers();
    const auto reads = [&](const std::function<int(int l, int c, int k)>& source) { return c.asked(sums({.source = source})); };
    CHECK(reads([](int l, int c, int k) { return Taps::element(c, l + k - 1); })
          == "off_by_one: this is exactly what you get when elements are read 1 element further right");
    CHECK(reads([](int l, int c, int k) { return Taps::element(c, l + k - 4); })
          == "off_by_one: this is exactly what you get when elements are read 2 elements further left");
    CHECK(reads([](int l, int c, int k) { return Taps::element(c, std::clamp(l + k - 2, 0, kLength - 1)); }).starts_with("ghost_not_zero: "));
    CHECK(reads([](int l, int c, int k) {
              const int flat = c * kLength + l + k - 2;
              return flat < 0 || flat >= kChannels * kLength ? -1 : flat;
          }).starts_with("ghost_not_zero: "));
    CHECK(reads([](int l, int c, int k) { return l + k - 2 < l / 8 * 8 ? -1 : Taps::element(c, l + k - 2); }).starts_with("halo_missing: "));
}

TEST_CASE("a layer of many channels is asked about some of them")
{
    const LayerSize size{.width = 4, .in_channels = 300, .out_channels = 3};
    const auto question = Channels1d{.radius = 2, .tile = 8}.question(size);
    REQUIRE(question);
    std::vector<int> asked;
    for (std::size_t p = 0; p < question->passes; ++p)
        for (const int w : question->pass(p).weights) asked.push_back(w / 5);
    std::ranges::sort(asked);
    asked.erase(std::ranges::unique(asked).begin(), asked.end());
    CHECK(asked == std::vector<int>{0, 1, 31, 32, 127, 128, 299});

    const Calls c = layers(size);
    CHECK(c.asked(changed([](Floats&, Floats& weight, Floats&) {
        for (std::size_t at = 0; at < weight.size(); at += 5) std::reverse(weight.begin() + long(at), weight.begin() + long(at) + 5);
    },
                          size)) == "filter_mirrored: this is exactly what mirrored filters give");
    CHECK(c.asked(changed([](Floats& in, Floats&, Floats&) { std::copy(in.begin(), in.begin() + 4 * 128, in.begin() + 4 * 128); }, size)) == "wrong_result: ");
    CHECK(c.asked(changed([](Floats& in, Floats&, Floats&) {
               for (std::size_t at = 4 * 128; at < in.size(); ++at) in[at] = in[at % (4 * 128)];
           },
                          size))
              .find("reads the first 128 of them") != std::string::npos);
}

TEST_CASE("anything kept from the previous call is reported")
{
    const Calls c = layers();
    const auto with = [&](const Floats& in, const Floats& weight, const Floats& bias) {
        return c.reported(conv1d_channels_reference(in, weight, bias, kLength));
    };
    const std::vector<Floats>&now = c.now.arrays, &before = c.before.arrays;
    CHECK(with(before[0], now[1], now[2]) == "stale: this is computed from the input of the call before");
    CHECK(with(now[0], before[1], now[2]) == "stale: this is computed with the weights of the call before");
    CHECK(with(now[0], now[1], before[2]) == "stale: this is computed with the bias of the call before");
    CHECK(c.reported(c.expected_before.want) == "stale: this is the result of the call before");
    CHECK(c.reported(c.expected_before.want, true) == "nothing");
}

TEST_CASE("unwritten elements are reported with their place")
{
    const Calls c = layers();
    Floats got = c.expected.want;
    std::fill(got.begin() + 2 * kLength, got.end(), unwritten());
    CHECK(c.reported(got) == "unwritten: 20 elements were never written: they begin in channel 2");
    got = c.expected.want;
    for (int o = 0; o < kOutputs; ++o)
        std::fill(got.begin() + o * kLength + 16, got.begin() + (o + 1) * kLength, unwritten());
    CHECK(c.reported(got) == "unwritten: 12 elements were never written: they begin at position 16 of a channel");
    CHECK(c.reported(Floats(got.size(), unwritten())).starts_with("not_started: "));
}

TEST_CASE("a sum that begins with what the output held is reported, and a single NaN is not taken for one")
{
    const Calls c = layers();
    Floats got = c.expected.want;
    for (float& v : got) v += unwritten();
    CHECK(c.reported(got).starts_with("sum_of_nothing: every element is a NaN that was computed"));
    got[5] = c.expected.want[5];
    CHECK(!c.reported(got).starts_with("sum_of_nothing"));
}

TEST_CASE("a size is described with its channels, and an element named by its channel")
{
    const Calls c = layers();
    CHECK(c.kind->describe(kSize) == "40 channels in, 3 out, length 20, radius 2");
    CHECK(c.kind->output(kSize).element(21) == "out[1][1]");
}
