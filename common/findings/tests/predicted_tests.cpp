#include <limits>

#include <doctest/doctest.h>

#include "findings/predicted.hpp"

using namespace halo;

TEST_CASE("a count is a whole number from 0 to 2⁵³, a ratio any number from 0 on")
{
    for (const double value : {0.0, 1.0, 41664.0, 9007199254740992.0}) CHECK(possible(value, "global_loads"));
    for (const double value : {-1.0, 0.5, 9007199254740994.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        CHECK(!possible(value, "global_loads"));
    CHECK(possible(16.08, kRatio));
    CHECK(!possible(-0.1, kRatio));
    CHECK(!possible(std::numeric_limits<double>::quiet_NaN(), kRatio));
}

TEST_CASE("a prediction is about a counter or the ratio, and about nothing that was not counted")
{
    const Counters counters{.idle_threads = 3, .global_loads = 5152};
    CHECK(*counted("global_loads", counters, 8.73) == 5152);
    CHECK(*counted("reuse_ratio", counters, 8.73) == 8.73);
    CHECK(*counted("barriers", counters, {}) == 0);
    CHECK(!counted("reuse_ratio", counters, {}));
    CHECK(!counted("global_loads", {}, 8.73));
    CHECK(!counted("global_load", counters, 8.73));
}

TEST_CASE("how far off is said as a factor when large and in percent when small")
{
    CHECK(how_far_off(41664, 41664) == "right");
    CHECK(how_far_off(46800, 41664) == "12 % too high");
    CHECK(how_far_off(41600, 41664) == "close, 0.2 % too low");
    CHECK(how_far_off(680000, 41664) == "16 times too high");
    CHECK(how_far_off(16.08, 16.0821) == "right");
    CHECK(how_far_off(16.07, 16.0821) != "right");
    CHECK(how_far_off(5, 0) == "there are none");
    CHECK(how_far_off(0, 12) == "too low");
    CHECK(compare_numbers(20832, 41664) == "predicted 20832, measured 41664: 2.0 times too low");
}
