// Functions whose products have elements from elsewhere: shifted, exchanged, from another halo or tile.
// Each mistake has a function that makes it, and a near miss.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "kinds/convolution/seams.hpp"
#include "kinds/convolution/tests/elsewhere.hpp"

using namespace halo;
using namespace halo::test;

namespace {

auto in_halo(int tile, const std::function<bool(int x, int y)>& where)
{
    return [=](Spot o, Spot due) { return where(side(o.x, due.x, tile), side(o.y, due.y, tile)); };
}

}  // namespace

TEST_CASE("an output that is right but shifted")
{
    const Scene line = signal(), picture = image();
    const auto shifted = [](const Scene& s, int x, int y, int every = 1) {
        return s.of_sums([&](Spot o, Spot d) {
            const bool moved = every == 1 || o.x % every != 0;
            return s.at(o.x + d.x + (moved ? x : 0), o.y + d.y + (moved ? y : 0));
        });
    };
    CHECK(shifted(line, 1, 0).key == "off_by_one");
    CHECK(shifted(line, 1, 0).name == "off by one");
    CHECK(shifted(line, 1, 0).seen == "nearly every element is the one expected 1 element further right");
    CHECK(shifted(line, -3, 0).name == "shifted by 3");
    CHECK(shifted(line, -3, 0).mistake == "shifted");
    CHECK(shifted(line, -123, 0).mistake == "shifted_far");                 // of a filter that reaches 4
    CHECK(shifted(line, 1, 0, 5).name == "off by one");                     // a fifth is right
    CHECK(shifted(line, 1, 0, 2).name != "off by one");
    CHECK(shifted(picture, 0, -3).seen == "nearly every pixel is the one expected 3 pixels further up");
    CHECK(shifted(picture, 2, 2).seen == "nearly every pixel is the one expected 2 pixels further right and down");
    CHECK(shifted(picture, 1, -1).seen == "nearly every pixel is the one expected 1 pixel further right and up");
    CHECK(shifted(picture, 1, 1).drawing
          == "out[2][2] multiplies f[-2][-2] with in[1][1], not with in[0][0]; 24 more of its products are wrong\n"
             "x x x x x     x met an element from elsewhere\n"
             "x x x x x\n"
             "x x x x x\n"
             "x x x x x\n"
             "x x x x x");
    CHECK(with(picture, [&](Spot, Spot due) { return picture.at(due.x, due.y) >= 0; }, [&](Spot s) { return picture.at(s.x, s.y + 1); }).name
          == "off by one");                                                 // the test is made with the index that is right
}

TEST_CASE("exchanged directions: in the output, the image, both, the image's sides, each tile")
{
    const Scene scene = image();
    const auto flip = [](const Floats& from, int width, int height) {
        Floats to(from.size());
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) to[std::size_t(x * height + y)] = from[std::size_t(y * width + x)];
        return to;
    };
    CHECK(scene.of([&](const Floats& in, const Floats& filter, int, int) { return flip(scene.right(in, filter), 40, 37); }).name
          == "the output is transposed");
    CHECK(scene.of_sums([&](Spot o, Spot d) {
                   return scene.at(o.x + d.x, o.y + d.y) == kNothing ? kNothing : (o.x + d.x) * 37 + o.y + d.y;
               }).name
          == "the image is read transposed");

    const auto other_sides = [&](const Floats& in, const Floats& filter, int width, int height) {
        return convolved({height, width, 2, 2, 16, in, filter}, in, filter);
    };
    CHECK(scene.of(other_sides).name == "width and height are exchanged");
    CHECK(scene.of([&](const Floats& in, const Floats& filter, int width, int height) {
                   return other_sides(in, flip(filter, 5, 5), width, height);
               }).name
          == "rows and columns are exchanged");

    const auto tiles_transposed = [](const Scene& s, int tile) {
        return s.of_sums([&](Spot o, Spot d) {
            const int left = o.x / tile * tile, top = o.y / tile * tile;
            return s.at(left + o.y + d.y - top, top + o.x + d.x - left);
        });
    };
    CHECK(tiles_transposed(scene, 16).name == "the tile is transposed");
    CHECK(tiles_transposed(scene, 12).name != "the tile is transposed");
    CHECK(tiles_transposed(Scene(16, 16, 2, 16), 16).name == "the tile is transposed");     // one tile: its patch is the image
    CHECK(tiles_transposed(Scene(16, 16, 2, 0), 16).name == "the image is read transposed");

    const auto half = scene.of_sums([&](Spot o, Spot d) {                                   // half the rows are right
        const Spot due = plus(o, d);
        return scene.at(due.x, due.y) == kNothing ? kNothing : o.y % 2 == 0 ? due.x * 37 + due.y : scene.at(due.x, due.y);
    });
    CHECK(half.name != "the image is read transposed");
}

TEST_CASE("an image whose row and column are exchanged, each tested against its own side")
{
    const Scene scene = image();
    const Report read = scene.of_sums([&](Spot o, Spot d) { return scene.at(o.y + d.y, o.x + d.x); });
    CHECK(read.mistake == "input_transposed");
    CHECK(scene.of_sums([&](Spot o, Spot d) { return scene.at(o.y + d.y + 1, o.x + d.x); }).mistake != "input_transposed");
}

TEST_CASE("an offset of rows that moves along the row, in one pass or the second of two")
{
    const Scene scene = image();
    const auto along = [&](int by) {
        return scene.of_sums([&scene, by](Spot o, Spot d) {
            const int between = o.y * 40 + o.x + by * d.y;
            return o.y + d.y < 0 || o.y + d.y > 36 || between < 0 ? kNothing : scene.at(between % 40 + d.x, between / 40);
        });
    };
    CHECK(along(1).mistake == "row_offset_along_row");
    CHECK(along(2).mistake != "row_offset_along_row");
}

TEST_CASE("in a square image, exchanged rows and columns may be the filter's or the images'")
{
    const auto transposed = [](const Scene& s) { return s.of_sums([&](Spot o, Spot d) { return s.at(o.x + d.y, o.y + d.x); }).name; };
    CHECK(transposed(Scene(32, 32, 2, 16)) == "rows and columns are exchanged");
    CHECK(transposed(image()) == "dy and dx are exchanged");
}

TEST_CASE("a row of the image taken to have another length is reported with both lengths")
{
    const Scene scene = image();
    const auto rows_of = [&](int length) {
        return scene.of_sums([&](Spot o, Spot d) {
            const Spot due = plus(o, d);
            const int flat = due.y * length + due.x;
            return scene.at(due.x, due.y) == kNothing || flat >= 1480 ? kNothing : flat;
        });
    };
    CHECK(rows_of(37).name == "a row of the image has a different length");
    CHECK(rows_of(37).seen == "this is exactly what you get when a row of the image is taken to have 37 elements, not 40");
    CHECK(rows_of(44).seen == "this is exactly what you get when a row of the image is taken to have 44 elements, not 40");
    CHECK(rows_of(39).mistake == "input_row_length");
    const auto exchanged = [&](int length) {                // in the test of the index, too
        return scene.of_sums([&](Spot o, Spot d) {
            const Spot due = plus(o, d);
            return scene.at(due.y, due.x) == kNothing ? kNothing : due.y * length + due.x;
        });
    };
    CHECK(exchanged(37).seen == "this is exactly what you get when a row of the image is taken to have 37 elements, not 40");
    CHECK(scene.of_sums([&](Spot o, Spot d) {
                   const Spot due = plus(o, d);
                   return scene.at(due.x, due.y) == kNothing ? kNothing : due.y * (o.x % 2 == 0 ? 37 : 36) + due.x;
               }).mistake
          != "input_row_length");
}

TEST_CASE("a halo that is not loaded is named with its side, in tiles of the lab's size")
{
    const Scene scene = image(), line = signal();
    const auto missing = [&](const std::function<bool(int, int)>& where) { return with(scene, in_halo(16, where), nothing); };
    const Report right = missing([](int x, int) { return x > 0; });
    CHECK(right.key == "halo_missing");
    CHECK(right.name == "the halo is missing");
    CHECK(right.seen == "no sum has a product with the right halo of its tile");
    CHECK(right.attempt == "look at the right halo: which thread fills s_tile[..][18] and [19]?");
    CHECK(right.drawing == "out[2][14] lacks f[-2][+2] · in[0][16]; 4 more of its products are wrong\n"
                           ". . . . -     - missing\n"
                           ". . . . -\n"
                           ". . . . -\n"
                           ". . . . -\n"
                           ". . . . -");
    CHECK(missing([](int x, int) { return x < 0; }).seen == "no sum has a product with the left halo of its tile");
    CHECK(missing([](int x, int) { return x != 0; }).seen == "no sum has a product with the left and right halo of its tile");
    CHECK(missing([](int, int y) { return y > 0; }).seen == "no sum has a product with the lower halo of its tile");
    const Report upper = missing([](int, int y) { return y < 0; });
    CHECK(upper.seen == "no sum has a product with the upper halo of its tile");
    CHECK(upper.attempt == "look at the upper halo: which thread fills s_tile[0] and [1]?");
    CHECK(missing([](int x, int y) { return x != 0 || y != 0; }).seen == "no sum has a product with an element outside its tile");
    const Report corners = missing([](int x, int y) { return x != 0 && y != 0; });
    CHECK(corners.name == "the corners of the halo are missing");
    CHECK(corners.seen == "sums near the corners of their 16 x 16 tile lack the elements that are both beside and above or below it");
    const Report without_corners = missing([](int x, int y) { return x > 0 && y == 0; });
    CHECK(without_corners.key == "halo_missing");
    CHECK(without_corners.seen == "all 148 are in the last 2 columns of a 16-wide tile");
    const Report two_sides = missing([](int x, int y) { return x > 0 || y > 0; });      // a thread for each place of a patch as large as the block
    CHECK(two_sides.key == "halo_missing");
    CHECK(two_sides.seen == "all 291 are within 2 of the edges of 16 x 16 tiles");

    const Report right_1d = with(line, in_halo(256, [](int x, int) { return x > 0; }), nothing);
    CHECK(right_1d.seen == "no sum has a product with the right halo of its tile");
    CHECK(right_1d.attempt == "look at the right halo: which thread fills s_tile[260] to [263]?");
    const auto beyond = [&](int first, int last) {
        return with(line, [=](Spot o, Spot due) { return due.x - o.x / 256 * 256 >= 256 + first && due.x - o.x / 256 * 256 <= 256 + last; }, nothing);
    };
    CHECK(beyond(2, 3).seen == "all 6 are in the last 2 elements of a 256-wide tile");          // half of the halo
    CHECK(beyond(0, 1).seen == "all 12 are in the last 4 elements of a 256-wide tile");

    CHECK(with(scene, [](Spot o, Spot due) { return o.x % 16 == 8 && due.x > o.x; }, nothing).key != "halo_missing");     // in the middle of a tile
}

TEST_CASE("where the image ends, one wrong column of a tile does not tell how many there are")
{
    const auto first_column_of_the_second_tile = [](int width) {
        std::vector<Spot> spots;
        for (int y = 0; y < 15; ++y) spots.push_back({16, y});
        return seams({.width = width, .height = 15, .radius_x = 2, .radius_y = 2, .tile = 16}, spots)->mistake;
    };
    CHECK(first_column_of_the_second_tile(17) == Mistake::seam);
    CHECK(first_column_of_the_second_tile(18) == Mistake::seam_one_off);
}

TEST_CASE("a halo that lacks its outermost column or row is one too narrow")
{
    const Scene scene = image();
    const Report column = with(scene, [](Spot o, Spot due) { return due.x > o.x / 16 * 16 + 16; }, nothing);
    CHECK(column.key == "off_by_one");
    CHECK(column.seen == "all 74 are in the last column of a 16-wide tile");
    CHECK(column.attempt == "look at the right halo: which thread fills s_tile[..][19]?");
    CHECK(with(scene, [](Spot o, Spot due) { return due.y < o.y / 16 * 16 - 1; }, nothing).seen
          == "all 80 are in the first row of a 16-high tile");
    CHECK(with(scene, [](Spot o, Spot due) { return due.y < o.y / 16 * 16 - 1 || due.y > o.y / 16 * 16 + 16; }, nothing).key == "off_by_one");
    CHECK(with(scene, in_halo(16, [](int x, int) { return x > 0; }), nothing).key == "halo_missing");
}

TEST_CASE("a halo that holds something else is located, in tiles of another shape than the lab's too")
{
    const Scene scene = image();
    const auto scattered = [](const Scene& s) { return [&s](Spot at) { return s.at((at.x * 7 + at.y * 3) % s.width, (at.y * 5 + at.x) % s.height); }; };
    const Report rows = with(scene, in_halo(16, [](int, int y) { return y < 0; }), scattered(scene));
    CHECK(rows.key == "halo_missing");
    CHECK(rows.seen.ends_with("are in the first 2 rows of a 16-high tile"));
    CHECK(with(scene, in_halo(16, [](int x, int y) { return x < 0 || y > 0; }), scattered(scene)).seen.ends_with("are within 2 of the edges of 16 x 16 tiles"));

    const Scene wide(100, 70, 2, 16);
    CHECK(with(wide, [](Spot o, Spot due) { return due.x > o.x / 28 * 28 + 28; }, nothing).seen       // blocks of 32 threads: tiles of 28
          == "all 210 are in the last column of a 28-wide tile");
    CHECK(with(scene, [](Spot o, Spot due) { return o.x % 16 == 13 && due.x > o.x; }, scattered(scene)).key != "halo_missing");
}

TEST_CASE("a halo from a few elements away, or from another tile, is distinguished from a missing one")
{
    const Scene line = signal(), scene = image();
    const auto moved = [](const Scene& s, int tile, const std::function<bool(int, int)>& where, int by_x, int by_y) {
        return with(s, in_halo(tile, where), [&s, by_x, by_y](Spot at) { return s.at(at.x, at.y) == kNothing ? kNothing : s.at(at.x + by_x, at.y + by_y); });
    };
    const Report left = moved(line, 256, [](int x, int) { return x < 0; }, 1, 0);
    CHECK(left.key == "off_by_one");
    CHECK(left.seen == "this is exactly what you get when the left halo of each tile comes from 1 element further right");
    CHECK(moved(line, 256, [](int x, int) { return x > 0; }, -2, 0).seen
          == "this is exactly what you get when the right halo of each tile comes from 2 elements further left");
    CHECK(moved(line, 256, [](int x, int) { return x != 0; }, 1, 0).seen
          == "this is exactly what you get when the left and right halo of each tile comes from 1 element further right");
    CHECK(moved(scene, 16, [](int, int y) { return y > 0; }, 0, -2).seen
          == "this is exactly what you get when the lower halo of each tile comes from 2 rows further up");
    CHECK(moved(scene, 16, [](int, int y) { return y < 0; }, 0, 1).seen
          == "this is exactly what you get when the upper halo of each tile comes from 1 row further down");
    CHECK(moved(scene, 16, [](int x, int) { return x > 0; }, 1, 0).seen
          == "this is exactly what you get when the right halo of each tile comes from 1 column further right");
    const auto around = [](int x, int y) { return x != 0 || y != 0; };
    CHECK(moved(scene, 16, around, -1, 0).key == "off_by_one");
    CHECK(moved(scene, 16, around, -1, 0).seen == "this is exactly what you get when the whole halo of each tile comes from 1 column further left");
    CHECK(moved(scene, 16, around, 0, 1).seen == "this is exactly what you get when the whole halo of each tile comes from 1 row further down");
    CHECK(with(line, in_halo(256, [](int x, int) { return x < 0; }), [&](Spot s) { return line.at(s.x + 1 + s.x % 2); }).name
          != "the halo is shifted");
}

TEST_CASE("a halo kept from the first tile of each block is reported with the number of blocks")
{
    const Scene line = signal();
    const auto kept = [&](const std::function<bool(int, int)>& where, int blocks) {      // of tile i, the halo of tile i % blocks
        return line.of_sums([&](Spot o, Spot d) {
            const int tile = o.x / 256, first = tile % blocks;
            return line.at(o.x + d.x - (where(side(o.x, o.x + d.x, 256), 0) ? (tile - first) * 256 : 0));
        });
    };
    const auto right = [](int x, int) { return x > 0; };
    const auto both = [](int x, int) { return x != 0; };
    CHECK(kept(right, 2).key == "halo_missing");
    CHECK(kept(right, 2).name == "the halo is another tile's");
    CHECK(kept(right, 2).seen == "this is exactly what you get when the right halo stays what it was in the first tile of each block, with 2 blocks in all");
    CHECK(kept(both, 2).seen == "this is exactly what you get when the left and right halo stays what it was in the first tile of each block, with 2 blocks in all");
    CHECK(line.of_sums([&](Spot o, Spot d) {  // the halo of the tile before
                  const int due = o.x + d.x;
                  return line.at(due - (o.x >= 256 && side(o.x, due, 256) > 0 ? 256 : 0));
              })
              .name != "the halo is another tile's");
    CHECK(with(line, in_halo(256, right), [&](Spot s) { return line.at(s.x - 255); }).name != "the halo is another tile's");
}

TEST_CASE("blocks that all read the first one's elements are reported as such, in each direction, with their own halo or without")
{
    const Scene line = signal();
    const auto core = [](int due, int output, int tile) { return due >= 0 && due / tile == output / tile; };
    const Report own_halo = line.of_sums([&](Spot o, Spot d) {
        const int due = o.x + d.x;
        return line.at(core(due, o.x, 256) ? due % 256 : due);
    });
    CHECK(own_halo.key == "block_offset");
    CHECK(own_halo.seen
          == "this is exactly what you get when each block reads the elements of the first one, but its own halo, with blocks of 256");
    CHECK(line.of_sums([&](Spot o, Spot d) { return line.at(o.x % 256 + d.x); }).seen
          == "this is exactly what you get when each block reads the elements of the first one, with blocks of 256");
    CHECK(line.of_sums([&](Spot o, Spot d) { return line.at(o.x % 128 + d.x); }).seen
          == "this is exactly what you get when each block reads the elements of the first one, with blocks of 128");
    CHECK(line.of_sums([&](Spot o, Spot d) { return line.at(core(o.x + d.x, o.x, 256) ? (o.x + d.x) % 255 : o.x + d.x); }).key != "block_offset");

    // The second block has one element, which alone is wrong and is within the radius of the end.
    const Scene short_one(257, 1, 4, 256);
    CHECK(short_one.of_sums([&](Spot o, Spot d) { return short_one.at(o.x == 256 && d.x == 0 ? 0 : o.x + d.x); }).key == "block_offset");
    CHECK(short_one.of_sums([&](Spot o, Spot d) { return short_one.at(o.x == 256 && d.x == 0 ? 9 : o.x + d.x); }).key != "block_offset");

    const Scene picture = image();
    const auto core_of_first = [&](bool in_x, bool in_y) {
        return picture.of_sums([&](Spot o, Spot d) {
                          const Spot due = plus(o, d);
                          const bool in_core = core(due.x, o.x, 16) && core(due.y, o.y, 16);
                          return picture.at(in_core && in_x ? due.x % 16 : due.x, in_core && in_y ? due.y % 16 : due.y);
                      })
            .seen;
    };
    CHECK(core_of_first(true, true).find("each block reads the elements of the first one") != std::string::npos);
    CHECK(core_of_first(true, false).find("in each row of blocks") != std::string::npos);
    CHECK(core_of_first(false, true).find("in each column of blocks") != std::string::npos);
}

TEST_CASE("a second load from a few elements away is distinguished from such a halo")
{
    const Scene line = signal();
    const auto shifted_by = [&](int late, int from_place) {
        return line.of_sums([&](Spot o, Spot d) { return line.at(o.x + d.x + (o.x % 256 + d.x >= from_place ? late : 0)); });
    };
    CHECK(shifted_by(1, 252).name == "the second load is shifted");
    CHECK(shifted_by(1, 252).seen == "this is exactly what you get when the last 8 elements of each tile come from 1 element further right");
    CHECK(shifted_by(-4, 252).seen == "this is exactly what you get when the last 8 elements of each tile come from 4 elements further left");
    CHECK(shifted_by(1, 246).name != "the second load is shifted");
    CHECK(shifted_by(1, 256).name == "the halo is shifted");
}

TEST_CASE("products that fit no pattern are drawn, and the sentence about them is true")
{
    const Scene scene = image();
    const Report r = scene.of_sums([&](Spot o, Spot d) {
        if (o.x % 3 == 1 && d.x == 2 && d.y == -1) return scene.at(3, 7);
        return o.x % 3 == 1 && d.x == 0 && d.y == 2 ? kNothing : scene.at(o.x + d.x, o.y + d.y);
    });
    CHECK(r.key == "wrong_result");
    CHECK(r.mistake == "other_products");
    CHECK(r.drawing == "out[2][4] multiplies f[-1][+2] with in[7][3], not with in[1][6]; 1 more of its products is wrong\n"
                       ". . . . .     - missing\n"
                       ". . . . x     x met an element from elsewhere\n"
                       ". . . . .\n"
                       ". . . . .\n"
                       ". . - . .");
}
