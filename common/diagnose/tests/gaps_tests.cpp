// What is missing, as runs and as turns.

#include "diagnose/gaps.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace halo;

TEST_CASE("neighbours make one run, and a gap begins the next")
{
    const std::vector<Run> runs = runs_of(std::vector<std::size_t>{3, 4, 5, 9});
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].begin == 3);
    CHECK(runs[0].length == 3);
    CHECK(runs[1].begin == 9);
    CHECK(runs_of({}).empty());
}

TEST_CASE("the same part of each period is a turn, also if the end cuts the last one off")
{
    const auto turns = turns_of(std::vector<std::size_t>{1, 2, 5, 6, 9}, 10);
    REQUIRE(turns.has_value());
    CHECK(turns->first == 1);
    CHECK(turns->missing == 2);
    CHECK(turns->period == 4);
}

TEST_CASE("one run, a run of another length and a turn that is left out are not turns")
{
    CHECK(!turns_of(std::vector<std::size_t>{4, 5, 6, 7}, 8));
    CHECK(!turns_of(std::vector<std::size_t>{1, 2, 5, 9, 10}, 11));
    CHECK(!turns_of(std::vector<std::size_t>{1, 2, 5, 6}, 20));
}
