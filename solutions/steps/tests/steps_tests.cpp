// The steps on the CPU engine, at small sizes that fit no block, against the course's reference; and steps that are wrong.

#include <string>

#include <doctest/doctest.h>

#include "count.hpp"
#include "data/generate.hpp"
#include "data/reference.hpp"
#include "wrong_steps.hpp"

using namespace halo;
using namespace halo::steps;

namespace {

constexpr Extent kSizes[] = {{1, 1}, {kTile, kTile}, {kTile - 1, kTile + 1}, {2, 40}, {40, 2}, {3 * kTile, 2 * kTile}, {67, 35}};

Picture coloured(Extent extent)
{
    const std::vector<float> bytes = colour_bytes(extent, 7);
    return {extent, {bytes.begin(), bytes.end()}};
}

std::vector<unsigned char> reference(const Picture& picture, const std::vector<float>& filter)
{
    const std::vector<float> in(picture.bytes.begin(), picture.bytes.end());
    const std::vector<float> want = filter_image_reference(in, picture.extent, filter, kRadius, Boundary::zero);
    return {want.begin(), want.end()};
}

bool right(const Counted& result) { return result.wrong == 0 && result.outside == 0 && result.findings == 0; }

}  // namespace

TEST_CASE("every step gives the reference's bytes at any size, and touches nothing else")
{
    const std::vector<float> filter = byte_filter(kRadius, 3);
    for (const Extent size : kSizes) {
        CAPTURE(size.width);
        CAPTURE(size.height);
        const Picture picture = coloured(size);
        const auto want = reference(picture, filter);
        CHECK(filtered_on_cpu(picture, filter) == want);
        for (const Step& step : device_steps()) {
            CAPTURE(std::string(step.name));
            const Counted result = counted(step.run, picture, filter, want);
            CHECK(result.wrong == 0);
            CHECK(result.outside == 0);
            CHECK(result.findings == 0);
        }
    }
}

TEST_CASE("a wrong step is found at one of these sizes at least, and one with its sides exchanged is not found in a square")
{
    const std::vector<float> filter = byte_filter(kRadius, 3);
    for (const WrongStep& step : kWrongSteps) {
        CAPTURE(std::string(step.name));
        bool found = false;
        for (const Extent size : kSizes) {
            const Picture picture = coloured(size);
            found |= !right(counted(step.run, picture, filter, reference(picture, filter)));
        }
        CHECK(found);
    }
    const Picture square = coloured({2 * kTile, 2 * kTile});
    CHECK(right(counted(sides_exchanged, square, filter, reference(square, filter))));
}

TEST_CASE("loads are what the steps' shapes say")
{
    const std::vector<float> filter = byte_filter(kRadius, 3);
    const Picture picture = coloured({4 * kTile, 3 * kTile});
    const auto [width, height] = picture.extent;
    const auto want = reference(picture, filter);
    const std::uint64_t pairs = taps(width) * taps(height), blocks = 4 * 3;
    const std::uint64_t patches = std::uint64_t(4 * (kTile + 4) - 4) * std::uint64_t(3 * (kTile + 4) - 4);     // 2 rows or columns on each side do not exist
    const auto count = [&](void (*run)(const Work&)) { return counted(run, picture, filter, want).counters; };

    const Counters of_naive = count(naive), of_shared = count(shared), of_constant = count(shared_constant), of_cached = count(cached_halo);
    CHECK(of_naive.global_loads == 4 * pairs);                          // a weight and three bytes for each product of three colours
    CHECK(of_shared.global_loads == 3 * patches + blocks * 25);         // each block fetches the filter
    CHECK(of_shared.shared_loads == std::uint64_t(width * height) * 25 * 4);
    CHECK(of_constant.global_loads == 3 * patches);
    CHECK(of_constant.shared_loads == std::uint64_t(width * height) * 25 * 3);
    CHECK(of_constant.constant_loads == std::uint64_t(width * height) * 25);
    // Of a core's 80 × 80 taps along one axis and the other, 74 × 74 find their pixel in it.
    const std::uint64_t in_core = blocks * taps(kTile) * taps(kTile);
    CHECK(of_cached.global_loads == 3 * (std::uint64_t(width * height) + pairs - in_core));
    CHECK(of_constant.idle_threads == blocks * 144);
    CHECK(of_cached.idle_threads == 0);
}
