// Outputs whose elements come from elsewhere: shifted, exchanged, past an edge, from another halo or tile.
// Each suspicion has an output that it explains, and a near miss.

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/tests/scene.hpp"

using namespace halo;
using namespace halo::test;

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

TEST_CASE("tiles of another shape than the lab's are recognised, and errors inside tiles are not a seam")
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

TEST_CASE("exchanged directions: in the output, the image, both, the image's sides, each tile")
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

TEST_CASE("a halo from a few elements away, or from another tile, is distinguished from a missing one")
{
    Scene line = signal();
    line.got = line.with({.halo = {.before = true, .shift = 1}});
    CHECK(line.diagnosis().key == "halo_off_by_one");
    CHECK(line.diagnosis().seen == "this is exactly what you get when the left halo of each tile comes from 1 element further right");
    line.got = line.with({.halo = {.before = true, .after = true, .stale_from = 2}});
    CHECK(line.diagnosis().key == "halo_missing");
    CHECK(line.diagnosis().seen == "this is exactly what you get when the left and right halo stays what it was in the first tile of "
                                   "each block, with 2 blocks in all");
    line.got[256] += 1;
    CHECK(line.diagnosis().name != "the halo is another tile's");
    CHECK(line.diagnosis().key == "halo_missing");

    Scene scene = image();
    scene.got = scene.with({.halo = {.after = true, .rows = true, .shift = -2}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the lower halo of each tile comes from 2 rows further up");
    scene.got = scene.with({.halo = {.around = true, .shift = -1}});
    CHECK(scene.diagnosis().key == "halo_off_by_one");
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the whole halo of each tile comes from 1 column further left");
    scene.got = scene.with({.halo = {.around = true, .rows = true, .shift = 1}});
    CHECK(scene.diagnosis().seen == "this is exactly what you get when the whole halo of each tile comes from 1 row further down");
    scene.got[0] += 1;
    CHECK(scene.diagnosis().name != "the halo is off by one");
}

TEST_CASE("blocks that all read the first one's elements are reported as such, in each direction, with their own halo or without")
{
    Scene scene = signal();
    const auto load = [&](const Scene& s, int x, int y) {
        const bool inside = x >= 0 && x < s.width && y >= 0 && y < s.height;
        return inside ? double(s.in[std::size_t(y * s.width + x)]) : 0.0;
    };
    const auto compute = [](Scene& s, const std::function<double(int, int, int, int)>& element) {
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

    compute(scene, [&](int x, int, int d, int) { return load(scene, in_core(x + d, x, 256) ? (x + d) % 256 : x + d, 0); });
    CHECK(scene.diagnosis().key == "block_offset");
    compute(scene, [&](int x, int, int d, int) {
        return x + d >= 1000 ? 0.0 : load(scene, in_core(x + d, x, 256) ? (x + d) % 256 : x + d, 0);
    });
    CHECK(scene.diagnosis().seen
          == "this is exactly what you get when each block reads the elements of the first one, but its own halo, with blocks of 256");
    compute(scene, [&](int x, int, int d, int) { return load(scene, x % 256 + d, 0); });
    CHECK(scene.diagnosis().seen == "this is exactly what you get when each block reads the elements of the first one, with blocks of 256");
    compute(scene, [&](int x, int, int d, int) { return load(scene, in_core(x + d, x, 256) ? (x + d) % 255 : x + d, 0); });
    CHECK(scene.diagnosis().key != "block_offset");

    // The second block has one element, which alone is wrong and lies within the radius of the end.
    Scene short_one(257, 1, 4, 256);
    compute(short_one, [&](int x, int, int d, int) { return load(short_one, x + d == 256 && x == 256 ? 0 : x + d, 0); });
    CHECK(short_one.diagnosis().key == "block_offset");
    short_one.got[256] += 1;
    CHECK(short_one.diagnosis().seen == "it is in the last tile, from column 256 on");     // ghosts need not be the cause

    Scene picture = image();
    const auto core_of_first = [&](bool in_x, bool in_y) {
        compute(picture, [&](int x, int y, int dx, int dy) {
            const bool core = in_core(x + dx, x, 16) && in_core(y + dy, y, 16);
            return load(picture, core && in_x ? (x + dx) % 16 : x + dx, core && in_y ? (y + dy) % 16 : y + dy);
        });
        return picture.diagnosis().seen;
    };
    CHECK(core_of_first(true, true).find("each block reads the elements of the first one") != std::string::npos);
    CHECK(core_of_first(true, false).find("in each row of blocks") != std::string::npos);
    CHECK(core_of_first(false, true).find("in each column of blocks") != std::string::npos);
}

TEST_CASE("a second load from a few elements away is distinguished from such a halo")
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

TEST_CASE("in a square image, exchanged rows and columns may be the filter's or the images'")
{
    Scene square(32, 32, 2, 16), wide(40, 37, 2, 16);
    square.got = square.with({.transpose = true});
    CHECK(square.diagnosis().name == "rows and columns are exchanged");
    wide.got = wide.with({.transpose = true});
    CHECK(wide.diagnosis().name == "the filter is transposed");
}
