#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "data/generate.hpp"
#include "data/reference.hpp"

using namespace halo;

TEST_CASE("generated numbers are the same on every machine")
{
    CHECK(whole_numbers({4, 2}, 1) == std::vector<float>{-3, -9, -2, -4, 1, -4, -6, 7});
    CHECK(mix(1, 2) != mix(2, 1));
    CHECK(mix(1, "in") != mix(1, "filter"));
}

TEST_CASE("numbers are whole, never 0, at most 9, and different for each seed")
{
    const auto numbers = whole_numbers({100, 100}, 7);
    for (const float value : numbers) CHECK((value == float(int(value)) && value != 0 && value >= -9 && value <= 9));
    for (int wanted = -9; wanted <= 9; ++wanted) CHECK((wanted == 0) == (std::ranges::count(numbers, float(wanted)) == 0));
    CHECK(numbers != whole_numbers({100, 100}, 8));
}

TEST_CASE("distinct numbers are whole, fill their range without a repetition, and are different for each seed")
{
    for (const unsigned bits : {1u, 6u, 17u}) {
        const std::size_t count = std::size_t(1) << bits;
        std::vector<float> numbers = distinct_numbers(count, bits, 7);
        CHECK((bits == 1 || numbers != distinct_numbers(count, bits, 8)));
        std::ranges::sort(numbers);
        for (std::size_t i = 0; i < count; ++i) REQUIRE(numbers[i] == float(i + 1));
    }
    CHECK(distinct_numbers(3, 23, 1).size() == 3);
}

TEST_CASE("a filter differs from its mirror images and its transpose, whatever the seed")
{
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const auto row = asymmetric_filter({9, 1}, seed);
        CHECK(row.front() != row.back());
        const auto square = asymmetric_filter({5, 5}, seed);
        CHECK(square[0] != square[4]);
        CHECK(square[0] != square[20]);
        CHECK(square[0] != square[24]);
        CHECK(square[4] != square[20]);
    }
    CHECK(asymmetric_filter({1, 1}, 3).size() == 1);
}

TEST_CASE("the 1-D reference by hand: not mirrored, ghosts count as 0")
{
    const std::vector<float> in = {1, 2, 3, 4}, filter = {10, 1, 0.5f};
    CHECK(conv1d_reference(in, filter) == std::vector<float>{2, 13.5f, 25, 34});
    CHECK(conv1d_reference(std::vector<float>{5}, filter) == std::vector<float>{5});
}

TEST_CASE("the 2-D reference by hand, and equal to the 1-D one on a single row")
{
    const std::vector<float> in = {1, 2,
                                   3, 4,
                                   5, 6};
    const std::vector<float> filter = {0, 0, 0,
                                       0, 1, 10,
                                       0, 0, 100};
    CHECK(conv2d_reference(in, {2, 3}, filter, 1) == std::vector<float>{1 + 20 + 400, 2, 3 + 40 + 600, 4, 5 + 60, 6});

    const auto row = whole_numbers({50, 1}, 3), middle = asymmetric_filter({3, 1}, 4);
    std::vector<float> square(9, 0.0f);
    std::ranges::copy(middle, square.begin() + 3);
    CHECK(conv2d_reference(row, {50, 1}, square, 1) == conv1d_reference(row, middle));
}

TEST_CASE("a separable filter gives what the whole filter gives")
{
    const Extent extent{13, 7};
    const auto in = whole_numbers(extent, 5), column = asymmetric_filter({5, 1}, 6), row = asymmetric_filter({5, 1}, 7);
    std::vector<float> whole;
    for (const float c : column)
        for (const float r : row) whole.push_back(c * r);
    CHECK(conv2d_separable_reference(in, extent, column, row) == conv2d_reference(in, extent, whole, 2));
}

TEST_CASE("a layer of channels by hand, and equal to the 1-D reference on one channel")
{
    const std::vector<float> in = {1, 2, 3,  10, 20, 30}, weight = {1, 0, 0,  0, 1, 0,  0, 0, 2,  0, 3, 0}, bias = {100, 0.5f};
    CHECK(conv1d_channels_reference(in, weight, bias, 3) == std::vector<float>{110, 121, 132, 4 + 30 + 0.5f, 6 + 60 + 0.5f, 90.5f});
    const auto row = whole_numbers({40, 1}, 3), filter = asymmetric_filter({5, 1}, 4);
    CHECK(conv1d_channels_reference(row, filter, std::vector<float>{0}, 40) == conv1d_reference(row, filter));
}

TEST_CASE("an element outside has a stand-in however far out it is, even in an image of one element")
{
    const auto around = [](int size, Boundary boundary) {
        std::vector<int> found;
        for (int i = -4; i < size + 4; ++i) found.push_back(stand_in(i, size, boundary));
        return found;
    };
    CHECK(around(3, Boundary::zero) == std::vector<int>{-1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1});
    CHECK(around(3, Boundary::replicate) == std::vector<int>{0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2});
    CHECK(around(3, Boundary::mirror) == std::vector<int>{0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2});
    CHECK(around(2, Boundary::mirror) == std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
    CHECK(around(1, Boundary::mirror) == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("the reference for images by hand: each colour separately, rounded, clamped, and the three boundaries")
{
    const std::vector<float> in = {10, 100, 200,  20, 110, 250};        // two pixels in a row
    const std::vector<float> right = {0, 0, 0,  0, 0, 1,  0, 0, 0}, half = {0, 0, 0,  0, 0.56f, 0,  0, 0, 0},
                             twice = {0, 0, 0,  0, 2, 0,  0, 0, 0}, minus = {0, 0, 0,  0, -1, 0,  0, 0, 0};
    const auto filtered = [&](const std::vector<float>& filter, Boundary boundary) {
        return filter_image_reference(in, {2, 1}, filter, 1, boundary);
    };
    CHECK(filtered(right, Boundary::zero) == std::vector<float>{20, 110, 250, 0, 0, 0});
    CHECK(filtered(right, Boundary::replicate) == std::vector<float>{20, 110, 250, 20, 110, 250});
    CHECK(filtered(right, Boundary::mirror) == std::vector<float>{20, 110, 250, 10, 100, 200});
    CHECK(filtered(half, Boundary::zero) == std::vector<float>{6, 56, 112, 11, 62, 140});       // 5.6, 11.2, 61.6
    CHECK(filtered(twice, Boundary::zero) == std::vector<float>{20, 200, 255, 40, 220, 255});
    CHECK(filtered(minus, Boundary::mirror) == std::vector<float>(6, 0.0f));
}

TEST_CASE("a filter for bytes sums to 1, is asymmetric, and leaves no sum near a half")
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto filter = byte_filter(2, seed);
        double sum = 0.0, sizes = 0.0;
        for (const float weight : filter) {
            sum += double(weight);
            sizes += std::abs(double(weight));
            CHECK(std::abs(double(weight) * 45 - std::round(double(weight) * 45)) < 1e-4);
        }
        CHECK(std::abs(sum - 1.0) < 1e-5);
        CHECK(sizes * 255 * 27 * 0x1p-24 < 1.0 / 90);      // the rounding error stays below the distance to a half
        CHECK(filter.front() != filter.back());
    }
}

TEST_CASE("bytes of an image use the whole range, and are different for each seed")
{
    const auto bytes = colour_bytes({40, 30}, 1);
    CHECK(bytes.size() == 3600);
    CHECK(std::ranges::min(bytes) == 0.0f);
    CHECK(std::ranges::max(bytes) == 255.0f);
    CHECK(bytes != colour_bytes({40, 30}, 2));
}
