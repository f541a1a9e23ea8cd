#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>

#include "data/generate.hpp"
#include "data/reference.hpp"

using namespace halo;

TEST_CASE("generated numbers are the same on every machine")
{
    CHECK(whole_numbers({4, 2}, 1) == std::vector<float>{-3, -9, -2, -4, 1, -4, -6, 7});
    CHECK(mix(1, 2) != mix(2, 1));
    CHECK(mix(1, "in") != mix(1, "filter"));
}

TEST_CASE("numbers are whole, never 0, at most 9, and another set for each seed")
{
    const auto numbers = whole_numbers({100, 100}, 7);
    for (const float value : numbers) CHECK((value == float(int(value)) && value != 0 && value >= -9 && value <= 9));
    for (int wanted = -9; wanted <= 9; ++wanted) CHECK((wanted == 0) == (std::ranges::count(numbers, float(wanted)) == 0));
    CHECK(numbers != whole_numbers({100, 100}, 8));
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
