// Deliberately wrong transposes and what must be reported about them, and the inputs that make this possible.

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "kinds/judged.hpp"
#include "kinds/transposition/kind.hpp"
#include "kinds/transposition/transposition.hpp"

#include "findings/explain.hpp"
#include "kinds/transposition/words.hpp"

using namespace halo;
using namespace halo::lab;

namespace of_transposition {
namespace {

constexpr int kTile = 4;

/// What is reported about an output; the key is `none` when nothing is.
struct Report : Explanation {
    std::string_view key = "none";
};

/// Outputs of a wrong transpose: each() sets row y, column x of the output to `value(y, x)`.
struct Specimen {
    bool in_place;
    MatrixSize size;
    Inputs inputs;
    Expected expected;
    std::vector<float> got, earlier;
    bool any_kernel = false;

    explicit Specimen(MatrixSize size, bool in_place = false) : in_place(in_place), size(size)
    {
        const Judged kind = in_place ? Judged(TransposeInPlace{.tile = kTile}) : Judged(Transpose{.tile = kTile});
        inputs = kind->make_inputs(in_place ? Size(SquareSize{size.width}) : Size(size), 7);
        expected = kind->solve(inputs);
        got = expected.want;
    }

    Transposition task() const
    {
        return {size.width, in_place ? size.width : size.height, any_kernel ? 0 : kTile, in_place, inputs.arrays.at(0), any_kernel};
    }
    float& at(int y, int x) { return got[std::size_t(y * task().height + x)]; }

    void each(const std::function<float(int y, int x)>& value)
    {
        for (int y = 0; y < task().width; ++y)
            for (int x = 0; x < task().height; ++x) at(y, x) = value(y, x);
    }

    Report diagnosis() const
    {
        const auto found = classify(WrongTranspose{task(), got, expected.want, earlier});
        if (!found) return {};
        return {explain(*found, task().in_place ? kMatrixInPlaceWords : kMatrixWords), name(found->key())};
    }
};

}  // namespace

TEST_CASE("no two elements of a matrix are equal, all are whole with at most seven digits, and a new seed moves them all")
{
    const std::vector<float> a = Transpose{}.make_inputs({1000, 300}, 1).arrays.at(0);
    const std::vector<float> b = Transpose{}.make_inputs({1000, 300}, 2).arrays.at(0);
    REQUIRE(a.size() == 300000);
    CHECK(std::set<float>(a.begin(), a.end()).size() == a.size());
    CHECK(std::ranges::all_of(a, [](float v) { return v == std::floor(v) && v >= 1 && v < 1e7f; }));
    std::size_t equal = 0;
    for (std::size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i];
    CHECK(equal < 10);
    CHECK(TransposeInPlace{}.make_inputs({.width = 9}, 1).arrays.at(0).size() == 81);
}

TEST_CASE("the reference of a transpose exchanges row and column")
{
    Specimen s({3, 2});
    const std::vector<float>& in = s.inputs.arrays.at(0);
    CHECK(s.expected.want == std::vector<float>{in[0], in[3], in[1], in[4], in[2], in[5]});
    CHECK(s.expected.already_right == 0);
    CHECK(Specimen({.width = 5}, true).expected.already_right == 5);
    CHECK(Transpose{}.describe({3, 1}) == "matrix of 1 row and 3 columns");
    CHECK(TransposeInPlace{}.describe({.width = 5}) == "5 x 5 matrix");
}

TEST_CASE("a right transpose has no diagnosis, nor has one wrong element")
{
    Specimen s({9, 6});
    CHECK(s.diagnosis().key == "none");
    s.at(3, 2) = 0;
    CHECK(s.diagnosis().key == "none");
}

TEST_CASE("nothing written, nothing moved, a copy, and the result of the previous call")
{
    Specimen s({8, 8});
    std::ranges::fill(s.got, unwritten());
    CHECK(s.diagnosis().key == "not_started");
    s.got = s.inputs.arrays.at(0);
    CHECK(s.diagnosis().seen == "the output is a copy of the input");

    Specimen in_place({.width = 8}, true);
    in_place.got = in_place.inputs.arrays.at(0);
    CHECK(in_place.diagnosis().key == "not_started");

    Specimen kept({8, 6});
    kept.earlier = kept.got = Transpose{}.make_inputs({6, 8}, 3).arrays.at(0);
    CHECK(kept.diagnosis().key == "stale");
    kept.earlier.clear();
    CHECK(kept.diagnosis().key == "none");
}

TEST_CASE("tiles that no block stored are unwritten, also those on the diagonal")
{
    Specimen s({8, 8});
    s.each([&](int y, int x) { return y >= 4 && x >= 4 ? unwritten() : s.task().at(y, x); });
    CHECK(s.diagnosis().key == "unwritten");
    s.at(4, 5) = s.task().at(0, 0);
    CHECK(s.diagnosis().key == "unwritten");
}

TEST_CASE("rows of the output as long as those of the input")
{
    Specimen s({8, 12});
    std::ranges::fill(s.got, unwritten());
    for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 12; ++y) s.got[std::size_t(x * 8 + y)] = s.task().at(x, y);
    CHECK(s.diagnosis().seen == "this is what you get when a row of the output is taken to have 8 elements");     // a third is not written
    Specimen longer({12, 11});
    for (int x = 0; x < 11; ++x)
        for (int y = 0; y < 11; ++y) longer.got[std::size_t(x * 12 + y)] = longer.task().at(x, y);
    CHECK(longer.diagnosis().seen == "this is what you get when a row of the output is taken to have 12 elements");
}

TEST_CASE("tiles that do not move, tiles that are not transposed, and neither when only the diagonal is left out")
{
    Specimen s({8, 8});
    s.each([&](int y, int x) { return s.task().at(x / 4 * 4 + y % 4, y / 4 * 4 + x % 4); });
    CHECK(s.diagnosis().seen == "each tile is transposed in itself, but has not moved");
    s.each([&](int y, int x) { return s.task().at(y / 4 * 4 + x % 4, x / 4 * 4 + y % 4); });
    CHECK(s.diagnosis().seen == "the tiles have changed places, but none is transposed in itself");

    // Of a wide matrix a part lands where it should not, and the rest of the output lacks it.
    Specimen wide({16, 8});
    wide.each([&](int y, int x) { return y < 8 ? wide.task().at(x / 4 * 4 + y % 4, y / 4 * 4 + x % 4) : unwritten(); });
    CHECK(wide.diagnosis().seen == "each tile is transposed in itself, but has not moved");
    wide.at(0, 5) = wide.task().at(0, 0);
    CHECK(wide.diagnosis().key == "unwritten");

    Specimen diagonal({.width = 8}, true);
    diagonal.each([&](int y, int x) { return y / 4 == x / 4 ? diagonal.task().at(x, y) : diagonal.task().at(y, x); });
    CHECK(diagonal.diagnosis().seen == "all are where they were, in the tiles on the diagonal");
    diagonal.at(0, 5) = diagonal.task().at(5, 0);                    // and one elsewhere: not only the diagonal
    CHECK(diagonal.diagnosis().seen.find("in the tiles on the diagonal") == std::string::npos);
}

TEST_CASE("where the tile is the student's choice, parts that are not turned and rows in another order are named")
{
    Specimen s({128, 64});
    s.any_kernel = true;
    s.each([&](int y, int x) { return s.task().at(y / 4 * 4 + x % 4, x / 4 * 4 + y % 4); });
    CHECK(s.diagnosis().seen == "each block of 4 x 4 elements is in its place, but none is transposed in itself");
    s.each([&](int y, int x) { return s.task().at(y / 64 * 64 + x % 64, x / 64 * 64 + y % 64); });
    CHECK(s.diagnosis().seen == "each block of 64 x 64 elements is in its place, but none is transposed in itself");
    s.each([&](int y, int x) { return s.task().at(y, x ^ (y / 4 % 16 * 4)); });
    CHECK(s.diagnosis().seen == "each element is in its row of the output, but in another place of this row");
    s.at(0, 0) = s.task().at(1, 0);                                 // and one of another row
    CHECK(s.diagnosis().seen.find("in its row") == std::string::npos);
}

TEST_CASE("in place, a duplicated value is distinguished from one that was not moved")
{
    Specimen s({.width = 8}, true);
    s.each([&](int y, int x) { return y > x ? s.task().at(x, y) : s.task().at(y, x); });
    CHECK(s.diagnosis().seen == "of each pair one value is there twice and the other is lost");
    s.each([&](int y, int x) { return std::max(x, y) >= 6 ? s.task().at(x, y) : s.task().at(y, x); });
    CHECK(s.diagnosis().key == "unwritten");
}

TEST_CASE("in place, a tile that was overwritten before it was loaded is distinguished from tiles that were not moved")
{
    Specimen s({.width = 12}, true);
    s.each([&](int y, int x) { return y / 4 <= x / 4 ? s.task().at(x, y) : s.task().at(y, x); });
    CHECK(s.diagnosis().key == "overwritten");
    CHECK(s.diagnosis().seen.find("on the diagonal or above it; those below it are right") != std::string::npos);
    s.each([&](int y, int x) { return y / 4 >= x / 4 ? s.task().at(x, y) : s.task().at(y, x); });
    CHECK(s.diagnosis().seen.find("on the diagonal or below it") != std::string::npos);
    s.at(0, 11) = s.task().at(11, 0), s.at(11, 0) = s.task().at(0, 11);     // a pair on either side
    CHECK(s.diagnosis().key == "unwritten");
}

TEST_CASE("a value from elsewhere is reported with its place in the input")
{
    Specimen s({9, 6});
    s.at(2, 3) = s.task().at(7, 4);
    s.at(8, 5) = s.task().at(0, 0);
    CHECK(s.diagnosis().seen == "that element is in row 4, column 7 of the input, where row 3, column 2 was due");
    s.at(2, 3) = 0;                                                  // not a value of the input
    CHECK(s.diagnosis().key == "none");
}

TEST_CASE("elements never written are reported with the row or column they begin in")
{
    Specimen s({9, 6});
    for (int x = 0; x < 6; ++x) s.at(8, x) = unwritten();
    CHECK(s.diagnosis().key == "unwritten");
    CHECK(s.diagnosis().seen == "all 6 were never written: they begin in row 8 of the output");
    Specimen column({9, 6});
    for (int y = 0; y < 9; ++y) column.at(y, 5) = unwritten();
    CHECK(column.diagnosis().seen == "all 9 were never written: they begin in column 5 of the output");
    Specimen in_tiles({9, 6});                                      // in tiles of 4, rows 2 and 3 of each
    in_tiles.each([&](int y, int x) { return y % 4 >= 2 ? unwritten() : in_tiles.task().at(y, x); });
    CHECK(in_tiles.diagnosis().seen.ends_with("were never written: the first is in row 2, column 0, inside the first tile"));
    CHECK(in_tiles.diagnosis().attempt == "does each thread go on to all its elements of the tile, down to the tile's last row?");
}

}  // namespace of_transposition
