// An index outside an array of rows: how it may have been made.

#include <doctest/doctest.h>

#include "explained.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

TEST_CASE("an element outside a matrix is reported with the rows of the matrix and the row it would be in")
{
    // Thread (3, 15) of block (0, 1) has pixel (3, 31): y + dy = 32.
    const Explained t = explained(kImage, kSize, access(32 * 35 + 4, {0, 1, 0}, {3, 15, 0}));
    CHECK(t.key == Key::out_of_bounds);
    CHECK(text(t.message) ==
          "conv2d_tiled.cu:30: read of d_in[1124], past the end of its 31 rows of 35 elements\n"
          "  where: block (0,1), thread (3,15); 1124 would be in row 32, column 4\n"
          "  try:   test the index against the size before the load: beyond the last element are ghost elements, which count as 0, and "
             "threads with nothing to do. If you have a test: does it test the right index, and should || be &&?");
}

TEST_CASE("an index that only rows of another length explain is reported as a row length")
{
    Finding f = access(30 * 40 + 33, {2, 1, 0}, {1, 14, 0});        // pixel (33, 30)
    f.access = Access::write;
    f.array = "d_out";
    CHECK(explained(kImage, kSize, f).key == Key::out_of_bounds);           // rows of 40: nothing here is 40 long
    f.index = {30 * 48 + 33};
    Explained t = explained(kImage, kSize, f);
    CHECK(t.key == Key::row_length);
    CHECK(t.message.where == "block (2,1), thread (1,14); 1473 is row 30, column 33 if a row has 48 elements, as long as the "
                             "blocks in a row are wide");
    CHECK(t.message.attempt == "a row of d_out has 35 elements: what is the index of the row multiplied by?");

    // As wide as it is high: 30 columns of 40.
    f.shape = {30 * 40};
    f.index = {39 * 40 + 20};
    f.block = {1, 2, 0}, f.thread = {4, 7, 0};
    t = explained(kImage, {30, 40}, f);
    CHECK(t.key == Key::row_length);
    CHECK(t.message.where.find("which is the number of rows") != std::string::npos);
    f.index = {39 * 30 + 30}, f.thread = {14, 7, 0};                // x = width: no row is too long, a test is missing
    CHECK(explained(kImage, {30, 40}, f).key == Key::out_of_bounds);
}

TEST_CASE("x and y exchanged in an index are reported, and not where the thread's own place fits")
{
    const ImageSize wide = {48, 32};
    Finding f = access(40 * 48 + 17, {2, 1, 0}, {8, 1, 0});          // pixel (40, 17)
    f.shape = {48 * 32};
    f.access = Access::write;
    CHECK(explained(kImage, wide, f).message.attempt == "that is x and y of this thread exchanged: the row comes first, y * 48 + x");
    f.index = {33 * 48 + 17}, f.block = {1, 2, 0}, f.thread = {1, 1, 0};    // pixel (17, 33), below the image
    CHECK(explained(kImage, wide, f).message.attempt.find("exchanged") == std::string::npos);
}

TEST_CASE("x and y in each other's places are reported before rows of another length, if the last access agrees")
{
    // A tile's load as in[x * width + y], where 165 is both 5 * 33 + 0 and 4 * 40 + 5.
    Finding f = access(165, {0, 0, 0}, {7, 2, 0});
    f.shape = {33 * 5};
    f.block_shape = {20, 20, 1};
    const ImageSize size = {33, 5};
    CHECK(cause_of(kImage, size, f).because == Mistake::x_and_y_exchanged);
    f.last = {{2, 0, 0}, {2, 6, 0}, {32 * 33 + 4}};
    CHECK(explained(kImage, size, f).message.where.ends_with("165 would be in row 5, column 0"));
    CHECK(explained(kImage, size, f).message.attempt == "that is x and y of this thread exchanged: the row comes first, y * 33 + x");
    f.last = {{2, 0, 0}, {2, 6, 0}, {4 * 40 + 32}};                // pixel (32, 4)
    CHECK(cause_of(kImage, size, f).mistake == Mistake::rows_of_blocks);
    f.last.index = {700};                                           // neither of the two
    CHECK(cause_of(kImage, size, f).because == Mistake::ghost_read_past_end);
    f.index = {5 * 33 + 6}, f.thread = {7, 6, 0}, f.last.index = {4 * 40 + 32};        // the first is a ghost below its own pixel
    CHECK(cause_of(kImage, size, f).because == Mistake::ghost_read_past_end);
}

TEST_CASE("the last access distinguishes one coordinate in both places of an index from rows of another length")
{
    Finding f = access(240, {0, 0, 0}, {0, 15, 0});                 // 15 * 15 + 15, and 15 * 16 + 0
    f.access = Access::write;
    f.array = "d_out";
    f.shape = {15 * 16};
    const ImageSize size = {15, 16};
    f.last = {{0, 0, 0}, {14, 15, 0}, {240}};
    CHECK(cause_of(kImage, size, f).because == Mistake::y_twice);
    CHECK(explained(kImage, size, f).message.attempt == "that is y * 15 + y of this thread: where is its x?");
    f.last.index = {15 * 16 + 14};
    CHECK(explained(kImage, size, f).key == Key::row_length);
    f.index = {15 * 15 + 15}, f.thread = {15, 14, 0}, f.last = {{0, 0, 0}, {15, 15, 0}, {240}};       // x = width, and no test
    CHECK(cause_of(kImage, size, f).because == Mistake::x_twice);

    // A turned tile whose row and column both begin at the block's x: out[(x0 + r) * height + x0 + tx].
    Finding turned = access(32 * 31 + 32, {1, 0, 0}, {0, 0, 0});
    turned.access = Access::write;
    turned.array = "d_out";
    turned.shape = {33 * 31};
    turned.block_shape = {32, 8, 1};
    turned.last = {{1, 0, 0}, {30, 0, 0}, {32 * 31 + 32 + 30}};
    const auto tiled = Transpose{.tile = 32};
    CHECK(explained(tiled, {33, 31}, turned).message.attempt
          == "that is 32 * 31 + 32 of this thread, and both begin with blockIdx.x: which of the two needs blockIdx.y?");
    Finding in_place_of_input = turned;          // out[(y0 + r) * height + x0 + tx]
    in_place_of_input.shape = {33 * 40};
    in_place_of_input.block = {0, 1, 0}, in_place_of_input.thread = {0, 1, 0}, in_place_of_input.index = {33 * 40};
    in_place_of_input.last = {{0, 1, 0}, {31, 7, 0}, {39 * 40 + 31}};
    CHECK(explained(tiled, {33, 40}, in_place_of_input).message.attempt
          == "that is this thread's place in the input: in d_out the row is made of blockIdx.x, and the column of blockIdx.y");
    turned.block = {1, 1, 0}, turned.last.block = {1, 1, 0};        // there it is the right row and column, and a test is missing
    CHECK(cause_of(tiled, {33, 31}, turned).because == Mistake::no_output_here);
}

TEST_CASE("where each thread walks down a tile, a row below the last one holds ghosts")
{
    Finding f = access(112 * 5, {0, 0, 0}, {2, 3, 0});               // 560 is also 5 rows of 112
    f.shape = {5 * 112};
    f.block_shape = {32, 4, 1};
    const auto warps = Conv2d{.radius = 2, .tile = 28};
    CHECK(explained(warps, {5, 112}, f).key == Key::out_of_bounds);
    f.index = {116 * 5};
    CHECK(explained(warps, {5, 112}, f).key == Key::row_length);
}

TEST_CASE("where blocks and threads are the student's choice, no index is held against them")
{
    Finding f = access(30 * 48 + 33, {2, 1, 0}, {1, 14, 0});
    f.access = Access::write;
    f.array = "d_out";
    CHECK(explained(kImage, kSize, f).key == Key::row_length);
    CHECK(explained(Conv2d{.radius = 2, .any_kernel = true}, kSize, f).key == Key::out_of_bounds);
}

TEST_CASE("a transpose has two matrices, and an output whose rows are the input's columns")
{
    const auto naive = Transpose{};
    Finding f = access(34 * 35 + 5, {4, 0, 0}, {2, 5, 0});
    f.block_shape = {8, 8, 1};
    f.access = Access::write;
    f.array = "d_out";
    const Explained t = explained(naive, kSize, f);                            // out[x * width + y]
    CHECK(t.key == Key::row_length);
    CHECK(t.message.headline == "conv2d_tiled.cu:30: write of d_out[1195], past the end of its 35 rows of 31 elements");
    f.index = {35 * 31 + 5}, f.thread = {3, 5, 0};                   // x = width
    CHECK(explained(naive, kSize, f).key == Key::out_of_bounds);
    CHECK(explained(naive, {1, 1}, [&] {
              Finding one = f;
              one.shape = {1}, one.index = {1};
              return one;
          }()).message.headline.ends_with("past the end of its 1 element"));
    f.array = "scratch";
    CHECK(explained(naive, kSize, f).message.headline.ends_with("past the end of its 1085 elements"));
}

TEST_CASE("a row that is not in brackets leaves the image before its start, below the first row")
{
    // Thread (2, 1): y + dy * 35 + x + dx for dy = dx = -1.
    const Explained t = explained(kImage, kSize, access(1 - 35 + 2 - 1, {0, 0, 0}, {2, 1, 0}));
    CHECK(t.key == Key::row_length);
    CHECK(t.message.where.ends_with("; -33 is y + dy * 35 + x + dx for this thread"));
    CHECK(t.message.attempt == "are brackets missing? The whole row y + dy is multiplied by the width");
    // A test that is missing fails in the first row, and one against the wrong side in any: -1 of row 0, or of row -1.
    CHECK(cause_of(kImage, kSize, access(-1, {0, 0, 0}, {0, 0, 0})).mistake != Mistake::row_without_brackets);
    CHECK(cause_of(kImage, kSize, access(-33, {0, 0, 0}, {2, 0, 0})).mistake != Mistake::row_without_brackets);
    CHECK(cause_of(kImage, kSize, access(-33, {0, 1, 0}, {2, 1, 0})).mistake != Mistake::row_without_brackets);
    CHECK(cause_of(kImage, kSize, access(-71, {0, 0, 0}, {2, 1, 0})).mistake != Mistake::row_without_brackets);
    // In rows of 3, -1 is y + dy * 3 + x + dx as well, but also the element before a row.
    Finding before_row = access(-1, {0, 0, 0}, {0, 1, 0});
    before_row.shape = {3 * 130};
    CHECK(cause_of(kImage, {3, 130}, before_row).mistake == Mistake::ghost_pixel_before_start);
    Finding another = access(-33, {0, 0, 0}, {2, 1, 0});
    another.last = {{0, 0, 0}, {2, 1, 0}, {-20}};
    CHECK(cause_of(kImage, kSize, another).mistake != Mistake::row_without_brackets);
}

TEST_CASE("before the start, but only in a later block: the index starts over in each block")
{
    const auto signal = Conv1d{.radius = 4, .tile = 256};
    Finding f = access(-1, {1, 0, 0}, {0, 0, 0});
    f.shape = {1000};
    CHECK(explained(signal, {.width = 1000}, f).key == Key::block_offset);
    f.index = {-5};         // farther than the filter reaches
    CHECK(explained(signal, {.width = 1000}, f).key == Key::out_of_bounds);
    f.index = {-4};
    CHECK(explained(signal, {.width = 1000}, f).key == Key::block_offset);
    f.access = Access::write;
    CHECK(explained(signal, {.width = 1000}, f).key == Key::out_of_bounds);
    f.access = Access::read;
    f.block = {};
    CHECK(explained(signal, {.width = 1000}, f).key == Key::out_of_bounds);
    CHECK(explained(signal, {.width = 1000}, f).message.attempt.find("ghost") != std::string::npos);
}
