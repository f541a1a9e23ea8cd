#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "diagnose/compare.hpp"
#include "harness/judge/wrong_output.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

std::vector<float> counting(std::size_t n)
{
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = float(i + 1);
    return values;
}

WrongOutput map_of(const Output& output, const std::vector<float>& got, const std::vector<float>& want) { return wrong_output(output, "a call", got, want, 0.5, {}); }

}  // namespace

TEST_CASE("a small output has a cell for each element: right, wrong, never written")
{
    const std::vector<float> want = counting(6);
    std::vector<float> got = want;
    got[1] += 0.4f;                                     // within the tolerance
    got[2] += 0.6f;
    got[4] = unwritten();
    got[5] = std::numeric_limits<float>::quiet_NaN();   // some NaN, but not what was there before
    CHECK(map_of({.shape = {2, 3}}, got, want).cells == std::vector<std::string>{"..x", ".-x"});
    CHECK(map_of({}, got, want).cells == std::vector<std::string>{"..x.-x"});
    CHECK(map_of({.shape = {2, 3}}, want, want).cells == std::vector<std::string>{"...", "..."});
}

TEST_CASE("a large output has cells of several elements, and none is left out")
{
    const std::int64_t rows = 33, columns = 130;        // one more row than there are cells, and two columns more than two cells' worth
    const std::vector<float> want = counting(std::size_t(rows * columns));
    std::vector<float> got = want;
    got.back() = 0;                                     // the last element is in the last cell
    got[std::size_t(columns + 1)] = unwritten();        // with a right element beside it
    got[std::size_t(2 * columns + 4)] = unwritten();
    got[std::size_t(2 * columns + 5)] = 0;              // one that was written makes the cell wrong
    const WrongOutput map = map_of({.shape = {1, columns}}, got, want);
    CHECK(map.rows == rows);
    CHECK(map.columns == columns);
    CHECK(map.high == 2);
    CHECK(map.wide == 3);
    REQUIRE(map.cells.size() == 17);
    for (const std::string& row : map.cells) CHECK(row.size() == 44);
    CHECK(map.cells[0][0] == WrongOutput::kNeverWritten);
    CHECK(map.cells[1][1] == WrongOutput::kWrong);
    CHECK(map.cells[16][43] == WrongOutput::kWrong);
    std::size_t marked = 0;
    for (const std::string& row : map.cells) marked += row.size() - std::size_t(std::count(row.begin(), row.end(), WrongOutput::kRight));
    CHECK(marked == 3);
}

TEST_CASE("the bytes of a pixel are one element")
{
    const std::vector<float> want = counting(12);
    std::vector<float> got = want;
    got[7] = 0;
    const WrongOutput map = map_of({.shape = {2, 2}, .across = 3}, got, want);
    CHECK(map.rows == 2);
    CHECK(map.columns == 2);
    CHECK(map.cells == std::vector<std::string>{"..", "x."});
}
