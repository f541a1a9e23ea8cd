// The rungs on the CPU engine, at small sizes that fit no block, against plain loops; and rungs that are wrong.

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "engine/engine.hpp"
#include "task.hpp"
#include "wrong_rungs.hpp"

using namespace halo;
using namespace halo::ladder;

namespace {

struct Size {
    int width, height;
};

struct Result {
    int wrong = 0;              ///< elements of the output
    int outside = 0;            ///< elements beside it that were stored
    std::size_t findings = 0;   ///< of the engine: races, accesses outside of arrays, values that nobody stored
};

constexpr std::size_t kGuard = 64;

/// One call on arrays that begin `in_offset` and `out_offset` floats past a multiple of 16 bytes.
Result call(const Ladder& ladder, void (*run)(const Problem&), Size size, int in_offset = 0, int out_offset = 0)
{
    const std::size_t elements = std::size_t(size.width) * std::size_t(size.height), begin = kGuard + std::size_t(out_offset);
    const std::vector<float> filter = filter_of(ladder);
    std::vector<float> in(elements + std::size_t(in_offset)), out(elements + 2 * kGuard + 4, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < elements; ++i) in[i + std::size_t(in_offset)] = input_at(i);
    const bool in_place = ladder.what == What::in_place;
    for (std::size_t i = 0; in_place && i < elements; ++i) out[begin + i] = input_at(i);

    DeviceBuffer<float> d_in(in.size(), "in"), d_out(out.size(), "out"), d_filter(filter.size(), "filter");
    d_in.upload(in);
    d_out.upload(out);
    d_filter.upload(filter);
    halo::engine::reset_watchers();
    run({in_place ? nullptr : d_in.data() + in_offset, d_out.data() + begin, size.width, size.height, filter.data(), d_filter.data()});
    CUDA_CHECK(cudaDeviceSynchronize());

    Result result;
    result.findings = halo::engine::findings().size();
    const std::vector<float> got = d_out.download_all();
    const Want want = want_of(ladder, size.width, size.height);
    for (std::size_t i = 0; i < got.size(); ++i) {
        const bool inside = i >= begin && i < begin + elements;
        if (inside) result.wrong += !(std::abs(got[i] - want(i - begin)) <= want.most());
        else result.outside += !std::isnan(got[i]);
    }
    return result;
}

/// Sizes of that ladder: lines for 1-D, squares in place.
std::vector<Size> sizes_for(const Ladder& ladder)
{
    std::vector<Size> sizes;
    for (const Size size : {Size{1, 1}, {3, 2}, {4, 4}, {5, 9}, {8, 4}, {67, 35}, {132, 68}, {260, 36}, {36, 132}, {264, 122}}) {
        if (ladder.what == What::in_place) sizes.push_back({size.width, size.width});
        else if (ladder.is_line()) sizes.push_back({size.width * size.height, 1});
        else sizes.push_back(size);
    }
    return sizes;
}

}  // namespace

TEST_CASE("every rung is right at any size, and touches nothing else")
{
    for (const Ladder& ladder : ladders(kCpuEngine))
        for (const Rung& rung : ladder.rungs)
            for (const Size size : sizes_for(ladder)) {
                CAPTURE(std::string(ladder.name) + ", " + rung.name);
                CAPTURE(size.width);
                CAPTURE(size.height);
                const Result result = call(ladder, rung.run, size);
                CHECK(result.wrong == 0);
                CHECK(result.outside == 0);
                CHECK(result.findings == 0);
            }
}

TEST_CASE("and at any address, where quads don't fit")
{
    struct Offsets {
        int in, out;
    };
    for (const Ladder& ladder : ladders(kCpuEngine))
        for (const Rung& rung : ladder.rungs)
            for (const Offsets offsets : {Offsets{1, 0}, {0, 1}, {1, 1}, {2, 2}, {3, 1}}) {
                CAPTURE(std::string(ladder.name) + ", " + rung.name);
                CAPTURE(offsets.in);
                CAPTURE(offsets.out);
                const Result result = call(ladder, rung.run, ladder.is_line() ? Size{520, 1} : Size{68, 68}, offsets.in, offsets.out);
                CHECK(result.wrong == 0);
                CHECK(result.outside == 0);
                CHECK(result.findings == 0);
            }
}

TEST_CASE("each rung says what it differs from: a rung of the same ladder")
{
    for (const Ladder& ladder : ladders(kCpuEngine))
        for (const Rung& rung : ladder.all) {
            int same = 0, from = 0;
            for (const Rung& other : ladder.all) {
                same += std::string(other.name) == rung.name;
                from += std::string(other.name) == rung.from;
            }
            CAPTURE(rung.name);
            CHECK(same == 1);
            CHECK(from == int(&rung != &ladder.all.front()));
        }
}

TEST_CASE("what the engine cannot run is named, and is not a last rung")
{
    for (const Ladder& ladder : ladders(kCpuEngine)) {
        for (const Rung& rung : ladder.absent)
            std::printf("not run: %s, %s: it is in PTX, which the engine does not know; make measure checks it on a card\n", ladder.name, rung.name);
        for (const Rung& rung : ladder.rungs) CHECK(bool(rung.run));
        CHECK(ladder.rungs.size() + ladder.absent.size() == ladder.all.size());
        CHECK(ladder.all.back().capability == 0);
    }
}

TEST_CASE("wrong rungs are found")
{
    const std::vector<Ladder> all = ladders(kCpuEngine);
    const auto named = [&all](const std::string& name) -> const Ladder& {
        for (const Ladder& ladder : all)
            if (ladder.name == name) return ladder;
        throw std::invalid_argument(name);
    };
    const Ladder &line = named("1-D convolution, filter 9"), &image = named("2-D convolution, 3 × 3"), &matrix = named("transpose");

    CHECK(call(line, tail_left_out, {520, 1}).wrong == 0);      // the near miss: there is no tail
    CHECK(call(line, tail_left_out, {521, 1}).wrong == 1);
    CHECK(call(line, one_quad_too_many, {520, 1}).outside == 0);
    CHECK(call(line, one_quad_too_many, {521, 1}).outside == 3);
    CHECK(call(image, halo_of_the_row_before, {67, 35}).wrong > 35);
    CHECK(call(image, only_whole_marches, {64, 32}).wrong == 0);
    CHECK(call(image, only_whole_marches, {64, 33}).wrong == 64);
    CHECK(call(matrix, barrier_left_out, {67, 35}).findings > 0);
    halo::engine::reset_watchers();     // else the engine reports it again when the program ends
}
