// The rungs for a layer of channels on the CPU engine, at sizes that fit no block, against plain loops; and rungs that are wrong.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <cuda_runtime.h>

#include "channels.hpp"
#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "engine/engine.hpp"
#include "layer_task.hpp"
#include "wrong_layers.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

struct Size {
    int in_channels, out_channels, length;
};

/// Floats by which the arrays begin past a multiple of 16 bytes.
struct Offsets {
    int in = 0, weight = 0, out = 0;
};

struct Result {
    int wrong = 0;              ///< elements of the output
    int outside = 0;            ///< elements beside it that were stored
    std::size_t findings = 0;   ///< of the engine: races, accesses outside of arrays, values that nobody stored
};

constexpr std::size_t kGuard = 64;

std::vector<float> numbers(std::size_t count, std::uint64_t from, int offset)
{
    std::vector<float> all(count + std::size_t(offset));
    for (std::size_t i = 0; i < count; ++i) all[i + std::size_t(offset)] = input_at(from + i);
    return all;
}

Result call(void (*run)(const LayerOfChannels&, cudaStream_t), Size size, Offsets offsets = {})
{
    const WantOfLayer want{size.in_channels, size.out_channels, size.length};
    const std::size_t outputs = std::size_t(size.out_channels) * std::size_t(size.length), begin = kGuard + std::size_t(offsets.out);
    const std::vector<float> in = numbers(std::size_t(size.in_channels) * std::size_t(size.length), 0, offsets.in);
    const std::vector<float> weight = numbers(want.weights(), kWeightsFrom, offsets.weight), bias = numbers(std::size_t(size.out_channels), kBiasesFrom, 0);
    const std::vector<float> out(outputs + 2 * kGuard + 4, std::numeric_limits<float>::quiet_NaN());
    DeviceBuffer<float> d_in(in.size(), "in"), d_weight(weight.size(), "weight"), d_bias(bias.size(), "bias"), d_out(out.size(), "out");
    d_in.upload(in);
    d_weight.upload(weight);
    d_bias.upload(bias);
    d_out.upload(out);
    halo::engine::reset_watchers();
    run({.in = d_in.data() + offsets.in, .weight = d_weight.data() + offsets.weight, .bias = d_bias.data(), .out = d_out.data() + begin,
         .in_channels = size.in_channels, .out_channels = size.out_channels, .length = size.length},
        nullptr);
    CUDA_CHECK(cudaDeviceSynchronize());

    Result result;
    result.findings = halo::engine::findings().size();
    const std::vector<float> got = d_out.download_all();
    for (std::size_t i = 0; i < got.size(); ++i) {
        const bool inside = i >= begin && i < begin + outputs;
        if (inside) result.wrong += !(std::abs(got[i] - want(i - begin)) <= want.most());
        else result.outside += !std::isnan(got[i]);
    }
    return result;
}

std::vector<LayerRung> all_rungs()
{
    std::vector<LayerRung> all;
    for (const auto part : {channels_plain_rungs(), channels_lines_rungs(), channels_rows_rungs(), channels_bulk_rungs()}) all.insert(all.end(), part.begin(), part.end());
    return all;
}

void check_right(const std::string& name, void (*run)(const LayerOfChannels&, cudaStream_t), Size size, Offsets offsets = {})
{
    CAPTURE(name);
    CAPTURE(size.in_channels);
    CAPTURE(size.out_channels);
    CAPTURE(size.length);
    CAPTURE(offsets.in);
    CAPTURE(offsets.weight);
    CAPTURE(offsets.out);
    const Result result = call(run, size, offsets);
    CHECK(result.wrong == 0);
    CHECK(result.outside == 0);
    CHECK(result.findings == 0);
}

/// One channel, rows without quads, rows that end within a group, a chunk or a round of copies, and other lengths.
const std::vector<Size> kSizes = {{1, 1, 1}, {1, 3, 4}, {4, 1, 4}, {5, 9, 4}, {36, 10, 4}, {260, 3, 4}, {1028, 17, 4}, {1024, 2, 4}, {2100, 2, 4}, {12, 5, 3}, {12, 3, 9}, {7, 2, 101}};

}  // namespace

TEST_CASE("every rung for a layer is right at any size, and touches nothing else")
{
    for (const LayerRung& rung : all_rungs())
        for (const Size size : kSizes) check_right(rung.name, rung.run, size);
}

TEST_CASE("and at any address, where quads don't fit")
{
    for (const LayerRung& rung : all_rungs())
        for (const Offsets offsets : {Offsets{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 2, 2}, {3, 1, 2}}) check_right(rung.name, rung.run, {132, 9, 4}, offsets);
}

TEST_CASE("so is every row of the sweep")
{
    for (const LayerSweep& row : channels_sweep())
        for (const Size size : kSizes) check_right(std::to_string(row.channels) + " channels a thread", row.run, size);
}

TEST_CASE("each rung for a layer says what it differs from: a rung of the same ladder")
{
    const std::vector<LayerRung> all = all_rungs();
    for (std::size_t i = 0; i < all.size(); ++i) {
        int same = 0, from = 0;
        for (const LayerRung& other : all) {
            same += std::string(other.name) == all[i].name;
            from += std::string(other.name) == all[i].from;
        }
        CAPTURE(all[i].name);
        CHECK(same == 1);
        CHECK(from == int(i > 0));
        CHECK(all[i].kernel.entry != nullptr);
    }
}

TEST_CASE("wrong layers are found")
{
    CHECK(call(last_group_left_out, {8, 3, 4}).wrong == 0);         // the near miss: there is no group that is not whole
    CHECK(call(last_group_left_out, {9, 3, 4}).wrong == 12);
    CHECK(call(quads_at_any_address, {8, 3, 4}).findings == 0);
    CHECK_THROWS_AS(call(quads_at_any_address, {9, 3, 4}), halo_cuda::CudaError);
    halo::engine::reset_watchers();     // else each later call fails with this error
    CHECK(call(end_of_the_channel_before, {8, 3, 1}).wrong > 0);
    CHECK(call(wait_left_out, {8, 3, 4}).findings > 0);
    halo::engine::reset_watchers();     // else the engine reports it again when the program ends
}
