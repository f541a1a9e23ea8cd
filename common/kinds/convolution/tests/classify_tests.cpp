// Each suspicion has an output that deserves it, and one that nearly does.

#include <bit>
#include <cmath>
#include <functional>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/classify.hpp"
#include "diagnose/compare.hpp"
#include "findings/explain.hpp"
#include "kinds/convolution/suspects.hpp"
#include "kinds/convolution/words.hpp"

using namespace halo;

namespace {

std::vector<float> numbers(std::size_t count, unsigned seed)
{
    std::vector<float> out(count);
    for (float& value : out) {
        seed = seed * 1664525u + 1013904223u;
        value = float(int((seed >> 20) % 9) + 1) * ((seed >> 30) & 1 ? -1.0f : 1.0f);
    }
    return out;
}

/// What is said about an output: `none` when nothing is.
struct Said : Explanation {
    std::string_view key = "none";
};

Said said(const WrongOutput& output)
{
    const auto found = classify(output);
    if (!found) return {};
    return {explain(*found, output.problem.flat() ? lab::kSignalWords : lab::kImageWords), name(found->key())};
}

/// An image (or, with height 1, a signal) with a right output to be spoiled.
struct Scene {
    int width, height, radius, tile;
    std::vector<float> in, filter, want, got;
    std::vector<float> earlier_in, earlier_filter, earlier_want;

    Scene(int width, int height, int radius, int tile)
        : width(width), height(height), radius(radius), tile(tile), in(numbers(std::size_t(width * height), 1)),
          filter(numbers(std::size_t((2 * radius + 1) * (height > 1 ? 2 * radius + 1 : 1)), 7)),
          want(with({})), got(want), earlier_in(numbers(in.size(), 3)), earlier_filter(numbers(filter.size(), 9)),
          earlier_want(mistaken(problem(), earlier_in, earlier_filter, {}))
    {
    }

    Convolution problem() const
    {
        return {width, height, radius, height > 1 ? radius : 0, tile, in, filter};
    }
    std::vector<float> with(const Deviation& deviation) const { return mistaken(problem(), in, filter, deviation); }

    /// Changes the elements for which `where(x, y)` holds.
    void spoil(const std::function<bool(int, int)>& where, bool unwrite = false)
    {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (float& value = got[std::size_t(y * width + x)]; where(x, y)) value = unwrite ? unwritten() : value + 3;
    }

    Said diagnosis() const
    {
        return said(WrongOutput{problem(), got, want, 1e-3, earlier_want, earlier_in, earlier_filter});
    }
};

/// Spoils every n-th element.
void line_noise(Scene& scene, int n)
{
    scene.spoil([&](int x, int) { return x % n == 1; });
}

Scene image() { return Scene(40, 37, 2, 16); }
Scene signal() { return Scene(1000, 1, 4, 256); }

}  // namespace

TEST_CASE("a right output is not suspected of anything")
{
    CHECK(image().diagnosis().key == "none");
    CHECK(signal().diagnosis().key == "none");
}

TEST_CASE("a suspicion must fit every element, also those that are right, and is dropped at the first wrong one")
{
    const std::vector<float> want{1, 2, 3, 4}, got{1, 2, 9, 4};
    const WrongOutput wrong{{.width = 4, .in = want, .filter = {}}, got, want, 0.5, {}, {}, {}};
    std::size_t asked = 0;
    const auto fits = [&](std::vector<float> suspected) {
        asked = 0;
        return fits_each(wrong, [&](std::size_t i) { return ++asked, suspected[i]; });
    };
    CHECK(fits({1, 2, 9.5f, 4}));
    CHECK(asked == 4);
    CHECK(!fits({1, 2, 8, 4}));
    CHECK(asked == 1);
    CHECK(!fits({1, 2, 9, 5}));
    CHECK(!fits({0, 2, 9, 4}));
    CHECK(asked == 3);
    CHECK(!fits({NAN, 2, 9, 4}));

    const WrongOutput right{{.width = 4, .in = want, .filter = {}}, want, want, 0.5, {}, {}, {}};
    CHECK(fits_each(right, [&](std::size_t i) { return want[i]; }));
    CHECK(!fits_each(right, [&](std::size_t i) { return got[i]; }));
    CHECK(!fits_each(WrongOutput{}, [](std::size_t) { return 0.0f; }));
}

TEST_CASE("an output that nobody touched, and one of zeros")
{
    Scene scene = image();
    scene.got.assign(scene.got.size(), unwritten());
    CHECK(scene.diagnosis().key == "not_started");
    scene.got.assign(scene.got.size(), 0.0f);
    CHECK(scene.diagnosis().key == "wrong_result");
    CHECK(scene.diagnosis().seen == "every pixel is 0");
    scene.got = scene.in;
    CHECK(scene.diagnosis().seen == "the output is a copy of the input");
    scene.got[5] += 1;
    CHECK(scene.diagnosis().key == "none");
}

TEST_CASE("what is left of the call before is kept apart: result, filter, input")
{
    Scene scene = signal();
    scene.got = scene.earlier_want;
    CHECK(scene.diagnosis().seen == "this is the result of the call before");
    scene.got = mistaken(scene.problem(), scene.in, scene.earlier_filter, {});
    CHECK(scene.diagnosis().seen == "this is computed with the filter of the call before");
    scene.got = mistaken(scene.problem(), scene.earlier_in, scene.filter, {});
    CHECK(scene.diagnosis().seen == "this is computed from the input of the call before");
    CHECK(scene.diagnosis().key == "stale");
    scene.got[0] += 1;
    CHECK(scene.diagnosis().key != "stale");
}

TEST_CASE("a mirrored filter, in both directions or one, and a transposed one")
{
    Scene scene = image();
    scene.got = scene.with({.mirror_x = true, .mirror_y = true});
    CHECK(scene.diagnosis().key == "filter_mirrored");
    CHECK(scene.diagnosis().seen == "this is exactly what a mirrored filter gives");
    CHECK(scene.diagnosis().name == "the filter is mirrored");
    scene.got = scene.with({.mirror_x = true});
    CHECK(scene.diagnosis().seen == "this is exactly what a filter mirrored in x gives");
    scene.got = scene.with({.transpose = true});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when rows and columns of the filter are exchanged");
    CHECK(scene.diagnosis().name == "the filter is transposed");

    Scene line = signal();
    line.got = line.with({.mirror_x = true});
    CHECK(line.diagnosis().seen == "this is exactly what a mirrored filter gives");
}

TEST_CASE("a sum that leaves out its last or first tap")
{
    Scene scene = signal();
    scene.got = scene.with({.trim = {.right = 1}});
    CHECK(scene.diagnosis().key == "tap_left_out");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the last tap of the filter is left out");
    scene.got = scene.with({.trim = {.left = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the first tap of the filter is left out");
}

TEST_CASE("an output that is right but shifted")
{
    Scene scene = signal();
    for (std::size_t i = 0; i + 1 < scene.got.size(); ++i) scene.got[i] = scene.want[i + 1];
    CHECK(scene.diagnosis().key == "halo_off_by_one");
    CHECK(scene.diagnosis().seen == "nearly every element is the one expected 1 element further right");
    line_noise(scene, 5);
    CHECK(scene.diagnosis().key == "halo_off_by_one");
    line_noise(scene, 4);
    CHECK(scene.diagnosis().key == "none");

    Scene picture = image();
    for (int y = 3; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            picture.got[std::size_t(y * picture.width + x)] = picture.want[std::size_t((y - 3) * picture.width + x)];
    CHECK(picture.diagnosis().seen == "nearly every pixel is the one expected 3 pixels further up");

    Scene diagonal = image();
    const auto move = [&](int sx, int sy) {
        diagonal.got = diagonal.want;
        for (int y = std::max(0, -sy); y < diagonal.height - std::max(0, sy); ++y)
            for (int x = std::max(0, -sx); x < diagonal.width - std::max(0, sx); ++x)
                diagonal.got[std::size_t(y * diagonal.width + x)] = diagonal.want[std::size_t((y + sy) * diagonal.width + x + sx)];
    };
    move(2, 2);
    CHECK(diagonal.diagnosis().seen == "nearly every pixel is the one expected 2 pixels further right and down");
    move(1, -1);
    CHECK(diagonal.diagnosis().seen == "nearly every pixel is the one expected 1 pixel further right and up");
    move(1, 2);
    CHECK(diagonal.diagnosis().key == "none");
}

TEST_CASE("ghost elements that are not zero: repeated, from the next row, from the other side, or just wrong")
{
    Scene scene = image();
    scene.got = scene.with({.ghost = Ghost::nearest});
    CHECK(scene.diagnosis().key == "ghost_not_zero");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when ghost elements repeat the element at the edge");
    scene.got = scene.with({.ghost = Ghost::next_row});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when x runs over the edge into the neighbouring row");
    scene.got = scene.with({.ghost = Ghost::around});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when ghost elements come from the opposite edge");

    scene.got = scene.want;
    scene.spoil([&](int x, int y) { return x < 2 || y >= scene.height - 1; });
    CHECK(scene.diagnosis().key == "ghost_not_zero");
    CHECK(scene.diagnosis().seen == "all 112 are within 2 of the image's edge, where ghost elements count");
    scene.spoil([](int x, int y) { return x == 20 && y == 19; });
    CHECK(scene.diagnosis().key != "ghost_not_zero");
}

TEST_CASE("a halo that is not loaded shows in the last columns of each tile")
{
    Scene scene = image();
    scene.spoil([](int x, int) { return x % 16 >= 14; });
    CHECK(scene.diagnosis().key == "halo_missing");
    CHECK(scene.diagnosis().seen == "all 148 are in the last 2 columns of a 16-wide tile");
    CHECK(scene.diagnosis().attempt == "look at the right halo: which thread fills s_tile[..][18] and [19]?");

    Scene one = image();
    one.spoil([](int x, int) { return x % 16 == 15; });
    CHECK(one.diagnosis().key == "halo_off_by_one");
    CHECK(one.diagnosis().seen == "all 74 are in the last column of a 16-wide tile");

    Scene rows = image();
    rows.spoil([](int, int y) { return y % 16 < 2; });
    CHECK(rows.diagnosis().seen == "all 240 are in the first 2 rows of a 16-high tile");
    CHECK(rows.diagnosis().attempt == "look at the upper halo: which thread fills s_tile[0] and [1]?");

    Scene line = signal();
    line.spoil([](int x, int) { return x % 256 >= 252; });
    CHECK(line.diagnosis().seen == "all 12 are in the last 4 elements of a 256-wide tile");
    CHECK(line.diagnosis().attempt == "look at the right halo: which thread fills s_tile[260] to [263]?");
}

TEST_CASE("tiles of another shape than the lab's are recognised, and errors inside of tiles are no seam")
{
    Scene scene = Scene(100, 70, 2, 16);
    scene.spoil([](int x, int) { return x % 28 == 27; });       // blocks of 32 threads: tiles of 28
    CHECK(scene.diagnosis().seen == "all 210 are in the last column of a 28-wide tile");

    Scene both = image();
    both.spoil([](int x, int y) { return x % 16 < 2 || y % 16 >= 14; });
    CHECK(both.diagnosis().seen.ends_with("are within 2 of the edges of 16 x 16 tiles"));

    Scene middle = image();
    middle.spoil([](int x, int) { return x % 16 >= 13 && x % 2 == 1; });
    CHECK(middle.diagnosis().key == "none");
}

TEST_CASE("a last block that is missing leaves the end unwritten")
{
    Scene line = signal();
    line.spoil([](int x, int) { return x >= 768; }, true);
    CHECK(line.diagnosis().key == "unwritten");
    CHECK(line.diagnosis().seen == "all 232 were never written: everything from out[768] on");

    Scene columns = image();
    columns.spoil([](int x, int) { return x >= 32; }, true);
    CHECK(columns.diagnosis().seen == "all 296 were never written: the columns from 32 on");

    Scene corner = image();
    corner.spoil([](int x, int y) { return x >= 32 || y >= 32; }, true);
    CHECK(corner.diagnosis().seen == "all 456 were never written: only the first 32 columns of the first 32 rows are");
}

TEST_CASE("a border, stripes or scattered elements that nobody wrote")
{
    Scene border = image();
    border.spoil([&](int x, int y) { return x < 2 || x >= 38 || y < 2 || y >= 35; }, true);
    CHECK(border.diagnosis().seen == "all 292 were never written: within 2 of the edge");

    Scene stripes = image();
    stripes.spoil([](int x, int) { return x % 16 < 2; }, true);
    CHECK(stripes.diagnosis().seen == "never written: all 222 are in the first 2 columns of a 16-wide tile");

    Scene scattered = image();
    scattered.spoil([](int x, int y) { return (x * 7 + y * 5) % 11 == 0; }, true);
    CHECK(scattered.diagnosis().key == "unwritten");
    CHECK(scattered.diagnosis().attempt == "which threads store an output? Each output needs exactly one");
}

TEST_CASE("errors in the last tile only")
{
    Scene scene = image();
    scene.spoil([](int x, int y) { return x >= 34 && y > 3 && y < 30; });
    CHECK(scene.diagnosis().key == "wrong_result");
    CHECK(scene.diagnosis().seen == "all 156 are in the last tile, from column 32 on");
}

TEST_CASE("what nobody wrote after a right call is what is left of it, and what was added to that is no omission")
{
    Scene scene = signal();
    scene.got.assign(scene.got.size(), unwritten());
    WrongOutput output{scene.problem(), scene.got, scene.want, 1e-3, scene.earlier_want, scene.earlier_in, scene.earlier_filter};
    CHECK(said(output).key == "not_started");
    output.earlier_right = true;
    CHECK(said(output).key == "stale");
    CHECK(said(output).seen == "nothing was written in this call, and the call before was right");
    scene.got[3] = scene.want[3];
    output.got = scene.got;
    CHECK(said(output).key == "unwritten");

    for (std::size_t i = 0; i < scene.got.size(); ++i) scene.got[i] = unwritten() + scene.want[i];
    CHECK(said(output).key == "sum_of_nothing");
    CHECK(said(output).name == "a sum that starts from uninitialised memory");
    scene.got[3] = scene.want[3];
    CHECK(said(output).key != "sum_of_nothing");
    for (float& value : scene.got) value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(unwritten()) & ~0xffu);   // a byte was copied
    CHECK(said(output).key != "sum_of_nothing");
}

TEST_CASE("fresh device memory that was copied back was never written, a computed NaN was")
{
    Scene scene = signal();
    scene.spoil([](int x, int) { return x >= 768; });
    for (std::size_t i = 768; i < scene.got.size(); ++i) scene.got[i] = std::bit_cast<float>(0xffff'ffffu);
    CHECK(scene.diagnosis().seen == "all 232 were never written: everything from out[768] on");
    for (std::size_t i = 768; i < scene.got.size(); ++i) scene.got[i] = std::bit_cast<float>(0x7fc0'0000u);
    CHECK(scene.diagnosis().key != "unwritten");
}

TEST_CASE("columns and rows of taps that are left out, and a reach that is fixed")
{
    Scene scene = image();
    scene.got = scene.with({.trim = {.right = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the last column of the filter is left out");
    scene.got = scene.with({.trim = {.left = 1, .right = 1, .top = 1, .bottom = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the outermost taps of the filter are left out");
    scene.got[700] += 1;
    CHECK(scene.diagnosis().key == "none");

    Scene line = signal();
    line.got = line.with({.trim = {.left = 2, .right = 2}});
    CHECK(line.diagnosis().seen == "this is exactly what you get when only the 5 taps in the middle count");
    CHECK(line.diagnosis().key == "tap_left_out");
    line.got = line.with({.trim = {.left = 1, .right = 2}});
    CHECK(line.diagnosis().key == "none");
}

TEST_CASE("a sum that begins anew in every row, and one that keeps its last product")
{
    Scene scene = image();
    scene.got = scene.with({.trim = {.top = 4}});
    CHECK(scene.diagnosis().name == "the sum starts over in every row");
    scene.got = scene.with({.trim = {.top = 3}});
    CHECK(scene.diagnosis().key == "none");

    Scene line = signal();
    line.got = line.with({.trim = {.left = 8}});
    line.got[998] = 1;                                      // where the last tap meets a ghost, loops differ
    CHECK(line.diagnosis().name == "the sum keeps only its last product");
    line.got = line.with({.trim = {.left = 7}});
    CHECK(line.diagnosis().key == "none");
}

TEST_CASE("a sum that goes on from another output's, and one that does not begin with 0")
{
    Scene line = signal();
    for (std::size_t i = 512; i < line.got.size(); ++i) line.got[i] = line.want[i] + line.got[i - 512];
    CHECK(line.diagnosis().name == "the sum is not reset");
    CHECK(line.diagnosis().seen == "each is its own sum plus the output 512 elements before it");
    line.got[999] += 1;
    CHECK(line.diagnosis().name != "the sum is not reset");

    Scene scene = image();
    for (int y = 1; y < scene.height; y += 2)
        for (int x = 0; x < scene.width; ++x) {
            const auto at = std::size_t(y * scene.width + x);
            scene.got[at] = scene.want[at] + scene.got[at - std::size_t(scene.width)];
        }
    CHECK(scene.diagnosis().seen == "each is its own sum plus the output one row before it");

    Scene begun = image();
    begun.spoil([](int, int) { return true; });
    CHECK(begun.diagnosis().seen == "every element is 3 too large");
    begun.got[5] = begun.want[5];
    CHECK(begun.diagnosis().key == "none");
}

TEST_CASE("small errors of both signs are rounding, larger ones or those of one sign are not")
{
    Scene scene = image();
    const auto err = [&](float size, bool both) {
        for (std::size_t i = 0; i < scene.got.size(); ++i)
            scene.got[i] = scene.want[i] + (i % 3 == 0 ? 0 : both && i % 3 == 1 ? -size : size);
    };
    err(0.25f, true);
    CHECK(scene.diagnosis().name == "only the precision is wrong");
    err(0.25f, false);
    CHECK(scene.diagnosis().key == "none");
    err(25, true);
    CHECK(scene.diagnosis().key == "none");
}

TEST_CASE("an element at the edge that is taken for a ghost is distinguished from a ghost that is not zero")
{
    Scene line = signal();
    line.in.back() = 0;
    line.got = line.with({});
    line.in.back() = 5;
    line.want = line.with({});
    CHECK(line.diagnosis().key == "ghost_not_zero");
    CHECK(line.diagnosis().seen == "this is exactly what you get when the last element counts as 0");
    line.got[998] += 1;
    CHECK(line.diagnosis().key != "ghost_not_zero");

    Scene scene = image();
    const std::vector<float> in = scene.in;
    for (int x = 0; x < scene.width; ++x) scene.in[std::size_t(x)] = 0;
    for (int y = 0; y < scene.height; ++y) scene.in[std::size_t(y * scene.width)] = 0;
    scene.got = scene.with({});
    scene.in = in;
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the first row or column counts as 0");
}

TEST_CASE("directions exchanged: of the output, of the image, of both, of its sides, of each tile")
{
    Scene scene = image();
    const auto flip = [](const std::vector<float>& from, int columns, int rows) {
        std::vector<float> to(from.size());
        for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) to[std::size_t(x * rows + y)] = from[std::size_t(y * columns + x)];
        return to;
    };
    scene.got = flip(scene.want, 40, 37);
    CHECK(scene.diagnosis().name == "the output is transposed");
    scene.got[7] += 1;
    CHECK(scene.diagnosis().key == "none");

    scene.got = mistaken(scene.problem(), flip(scene.in, 37, 40), scene.filter, {});
    CHECK(scene.diagnosis().name == "the image is read transposed");

    Convolution sides = scene.problem();
    std::swap(sides.width, sides.height);
    scene.got = mistaken(sides, scene.in, scene.filter, {});
    CHECK(scene.diagnosis().name == "width and height are exchanged");
    scene.got = mistaken(sides, scene.in, scene.filter, {.transpose = true});
    CHECK(scene.diagnosis().name == "rows and columns are exchanged");
    scene.got[0] += 1;
    CHECK(scene.diagnosis().key == "none");

    Scene tile = Scene(16, 16, 2, 16);                      // one tile: its patch is the image
    tile.got = mistaken(tile.problem(), flip(tile.in, 16, 16), tile.filter, {});
    CHECK(tile.diagnosis().name == "the tile is transposed");
    tile.tile = 0;
    CHECK(tile.diagnosis().name == "the image is read transposed");
}

TEST_CASE("a halo from beside or of another tile is distinguished from one that is missing")
{
    Scene line = signal();
    line.got = line.with({.halo = {.before = true, .shift = 1}});
    CHECK(line.diagnosis().key == "halo_off_by_one");
    CHECK(line.diagnosis().seen == "this is exactly what you get when the left halo of each tile comes from 1 element further right");
    line.got = line.with({.halo = {.before = true, .behind = true, .stale_from = 2}});
    CHECK(line.diagnosis().key == "halo_missing");
    CHECK(line.diagnosis().seen == "this is exactly what you get when the left and right halo stays what it was in the first tile of "
                                   "each block, with 2 blocks in all");
    line.got[256] += 1;
    CHECK(line.diagnosis().name != "the halo is another tile's");
    CHECK(line.diagnosis().key == "halo_missing");

    Scene scene = image();
    scene.got = scene.with({.halo = {.behind = true, .rows = true, .shift = -2}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the lower halo of each tile comes from 2 rows further up");
    scene.got = scene.with({.halo = {.around = true, .shift = -1}});
    CHECK(scene.diagnosis().key == "halo_off_by_one");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the whole halo of each tile comes from 1 column further left");
    scene.got = scene.with({.halo = {.around = true, .rows = true, .shift = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the whole halo of each tile comes from 1 row further down");
    scene.got[0] += 1;
    CHECK(scene.diagnosis().name != "the halo is off by one");
}

TEST_CASE("one wrong element is too little to know a cause by")
{
    Scene dot = Scene(1, 1, 2, 16);
    dot.filter = numbers(25, 7);
    dot.in = {3};
    dot.want = {3};
    dot.got = {4};
    CHECK(dot.diagnosis().key == "none");
}

TEST_CASE("a weight taken for another one is reported as an index of the filter, also in two directions")
{
    Scene scene = signal();
    const auto by = [&](const std::function<int(int)>& at) {
        std::vector<float> filter;
        for (int t = 0; t < 9; ++t) filter.push_back(at(t) < 9 ? scene.filter[std::size_t(at(t))] : 0.0f);
        return mistaken(scene.problem(), scene.in, filter, {});
    };
    scene.got = by([](int t) { return t < 4 ? 4 - t : t - 4; });
    CHECK(scene.diagnosis().key == "filter_index");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when an offset d takes filter[|d|]");
    scene.got = by([](int) { return 4; });
    CHECK(scene.diagnosis().seen == "this is exactly what you get when filter[4] is taken for every offset");
    scene.got = by([](int t) { return t + 1; });
    CHECK(scene.diagnosis().seen == "this is exactly what you get when each offset takes the weight 1 place after its own");
    scene.got = by([](int t) { return (t + 8) % 9; });
    CHECK(scene.diagnosis().seen
          == "this is exactly what you get when each offset takes the weight 1 place before its own, starting over at the end");
    scene.got[500] += 1;
    CHECK(scene.diagnosis().key != "filter_index");
    scene.got = by([](int t) { return t == 8 ? 7 : t; });      // one weight alone, and no rule says which
    CHECK(scene.diagnosis().key != "filter_index");

    Scene picture = image();
    const auto of_picture = [&](const std::function<int(int, int)>& at) {
        std::vector<float> filter;
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 5; ++x) filter.push_back(at(x, y) < 25 ? picture.filter[std::size_t(at(x, y))] : 0.0f);
        return mistaken(picture.problem(), picture.in, filter, {});
    };
    picture.got = of_picture([](int x, int) { return 6 * x; });
    CHECK(picture.diagnosis().seen == "this is exactly what you get with filter[dx + R][dx + R]: dy does not count");
    picture.got = of_picture([](int x, int y) { return 4 * y + x; });
    CHECK(picture.diagnosis().seen == "this is exactly what you get when the filter's rows are taken to be 4 long, not 5");
    picture.got = of_picture([](int x, int) { return x; });
    CHECK(picture.diagnosis().seen == "this is exactly what you get when the filter's first row is taken for every row");
    picture.got = picture.with({.transpose = true});
    CHECK(picture.diagnosis().key == "filter_mirrored");
}

TEST_CASE("blocks that all read the first one's elements are reported as such, in each direction, with a halo of their own or without")
{
    Scene scene = signal();
    const auto load = [&](const Scene& s, int x, int y) {
        const bool inside = x >= 0 && x < s.width && y >= 0 && y < s.height;
        return inside ? double(s.in[std::size_t(y * s.width + x)]) : 0.0;
    };
    const auto come_of = [](Scene& s, const std::function<double(int, int, int, int)>& element) {
        const int ry = s.height > 1 ? s.radius : 0;
        for (int y = 0; y < s.height; ++y)
            for (int x = 0; x < s.width; ++x) {
                double sum = 0;
                for (int dy = -ry; dy <= ry; ++dy)
                    for (int dx = -s.radius; dx <= s.radius; ++dx)
                        sum += double(s.filter[std::size_t((dy + ry) * (2 * s.radius + 1) + dx + s.radius)]) * element(x, y, dx, dy);
                s.got[std::size_t(y * s.width + x)] = float(sum);
            }
    };
    const auto in_core = [](int at, int output, int tile) { return at >= 0 && at / tile == output / tile; };

    come_of(scene, [&](int x, int, int d, int) { return load(scene, in_core(x + d, x, 256) ? (x + d) % 256 : x + d, 0); });
    CHECK(scene.diagnosis().key == "block_offset");
    come_of(scene, [&](int x, int, int d, int) {
        return x + d >= 1000 ? 0.0 : load(scene, in_core(x + d, x, 256) ? (x + d) % 256 : x + d, 0);
    });
    CHECK(scene.diagnosis().seen
          == "this is exactly what you get when each block reads the elements of the first one, but its own halo, with blocks of 256");
    come_of(scene, [&](int x, int, int d, int) { return load(scene, x % 256 + d, 0); });
    CHECK(scene.diagnosis().seen == "this is exactly what you get when each block reads the elements of the first one, with blocks of 256");
    come_of(scene, [&](int x, int, int d, int) { return load(scene, in_core(x + d, x, 256) ? (x + d) % 255 : x + d, 0); });
    CHECK(scene.diagnosis().key != "block_offset");

    // One element of a second block: it alone is wrong, and lies within the radius of the end.
    Scene short_one(257, 1, 4, 256);
    come_of(short_one, [&](int x, int, int d, int) { return load(short_one, x + d == 256 && x == 256 ? 0 : x + d, 0); });
    CHECK(short_one.diagnosis().key == "block_offset");
    short_one.got[256] += 1;
    CHECK(short_one.diagnosis().seen == "it is in the last tile, from column 256 on");     // no ghost needs to be in play

    Scene picture = image();
    const auto core_of_first = [&](bool in_x, bool in_y) {
        come_of(picture, [&](int x, int y, int dx, int dy) {
            const bool core = in_core(x + dx, x, 16) && in_core(y + dy, y, 16);
            return load(picture, core && in_x ? (x + dx) % 16 : x + dx, core && in_y ? (y + dy) % 16 : y + dy);
        });
        return picture.diagnosis().seen;
    };
    CHECK(core_of_first(true, true).find("each block reads the elements of the first one") != std::string::npos);
    CHECK(core_of_first(true, false).find("in each row of blocks") != std::string::npos);
    CHECK(core_of_first(false, true).find("in each column of blocks") != std::string::npos);
}

TEST_CASE("a second load that comes from beside is distinguished from a halo that does")
{
    Scene scene = signal();
    const auto shifted_by = [&](int late, int from_place) {
        for (int x = 0; x < scene.width; ++x) {
            double sum = 0;
            for (int d = -4; d <= 4; ++d) {
                const int at = x + d + (x % 256 + d >= from_place ? late : 0);
                if (at >= 0 && at < scene.width) sum += double(scene.filter[std::size_t(d + 4)]) * double(scene.in[std::size_t(at)]);
            }
            scene.got[std::size_t(x)] = float(sum);
        }
        return scene.diagnosis();
    };
    CHECK(shifted_by(1, 252).name == "the second load is off by one");
    CHECK(shifted_by(1, 252).seen == "this is exactly what you get when the last 8 elements of each tile come from 1 element further right");
    CHECK(shifted_by(-4, 252).seen == "this is exactly what you get when the last 8 elements of each tile come from 4 elements further left");
    CHECK(shifted_by(1, 251).name != "the second load is off by one");
}

TEST_CASE("a sum in an int gives whole numbers, and nothing else is taken for one")
{
    Scene halves = signal();
    for (float& weight : halves.filter) weight /= 2;
    halves.want = halves.with({});
    halves.got = halves.want;
    for (float& value : halves.got) value = std::trunc(value);
    CHECK(halves.diagnosis().name == "fractions are cut off");
    halves.got[7] += 100;
    CHECK(halves.diagnosis().name != "fractions are cut off");

    Scene whole = signal();                                         // all are whole by right
    line_noise(whole, 5);
    CHECK(whole.diagnosis().name != "fractions are cut off");
}

TEST_CASE("a sum without the filter's weights is distinguished from one with a single weight")
{
    Scene scene = signal();
    const std::vector<float> ones(scene.filter.size(), 1.0f);
    scene.got = mistaken(scene.problem(), scene.in, ones, {});
    CHECK(scene.diagnosis().name == "the filter is not used");
    const std::vector<float> twos(scene.filter.size(), 2.0f);
    scene.got = mistaken(scene.problem(), scene.in, twos, {});
    CHECK(scene.diagnosis().name != "the filter is not used");
}

TEST_CASE("an end that is missing inside a tile is a matter of threads, at a tile's start one of blocks")
{
    Scene line(256, 1, 4, 256);
    line.spoil([](int x, int) { return x >= 252; }, true);
    CHECK(line.diagnosis().key == "unwritten");
    CHECK(line.diagnosis().attempt.find("number of blocks") == std::string::npos);
    Scene blocks(512, 1, 4, 256);
    blocks.spoil([](int x, int) { return x >= 256; }, true);
    CHECK(blocks.diagnosis().attempt.find("round the number of blocks up") == 0);
}

TEST_CASE("of a square image, exchanged rows and columns may be the filter's or the images'")
{
    Scene square(32, 32, 2, 16), wide(40, 37, 2, 16);
    square.got = square.with({.transpose = true});
    CHECK(square.diagnosis().name == "rows and columns are exchanged");
    wide.got = wide.with({.transpose = true});
    CHECK(wide.diagnosis().name == "the filter is transposed");
}
