#include "timing/interval.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using namespace halo::timing;

namespace {

std::vector<double> up_to(int n)
{
    std::vector<double> values(std::size_t(n), 0.0);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

}  // namespace

TEST_CASE("the interval of a median leaves out what the binomial distribution allows")
{
    struct Case {
        int n;
        double low, median, high;
    };
    // Ranks as in tables of the sign test, 2.5 % on each side.
    for (const Case c : {Case{1, 1, 1, 1}, {2, 1, 1.5, 2}, {5, 1, 3, 5}, {6, 1, 3.5, 6}, {9, 2, 5, 8}, {12, 3, 6.5, 10}, {21, 6, 11, 16}, {25, 8, 13, 18}, {31, 10, 16, 22}}) {
        CAPTURE(c.n);
        const Interval i = median_of(up_to(c.n));
        CHECK(i.low == c.low);
        CHECK(i.median == c.median);
        CHECK(i.high == c.high);
    }
}

TEST_CASE("it covers the true median in 95 of 100 series, of values that are far from normal")
{
    std::mt19937 random(5);
    std::exponential_distribution<double> waits(1.0);
    int covered = 0;
    constexpr int kSeries = 4000;
    for (int s = 0; s < kSeries; ++s) {
        std::vector<double> values(21);
        for (double& value : values) value = waits(random);
        const Interval i = median_of(values);
        covered += i.low <= std::log(2.0) && std::log(2.0) <= i.high;
    }
    CHECK(covered > 0.95 * kSeries);
    CHECK(covered < 0.99 * kSeries);
}

TEST_CASE("the order of the values does not matter, a NaN and no values at all are refused")
{
    CHECK(median_of(std::vector{3.0, 1.0, 2.0}).median == 2);
    CHECK_THROWS_AS(median_of(std::vector<double>{}), std::invalid_argument);
    CHECK_THROWS_AS(median_of(std::vector{1.0, std::numeric_limits<double>::quiet_NaN()}), std::invalid_argument);
}

TEST_CASE("an interval of more than a tenth decides nothing")
{
    CHECK(!undecided({.low = 0.96, .median = 1.0, .high = 1.05}));
    CHECK(undecided({.low = 0.94, .median = 1.0, .high = 1.05}));
}
