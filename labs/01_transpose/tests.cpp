// Lab 01 · what the four transposes must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements. No two elements are equal, so that each one in
// a wrong place shows. The output starts as NaN (in place: as the input) and is compared whole.

#include "transpose.hpp"

#include "harness/lab.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo::lab;

LAB("01_transpose", "transpose.cu")

LAB_FUNCTION(transpose_naive, Transpose{})

LAB_CASE(transpose_naive, "a single element stays, a row becomes a column, and a column a row",
         {1, 1}, {40, 1}, {1, 40})
LAB_CASE(transpose_naive, "a square changes rows for columns",
         {64, 64})
LAB_CASE(transpose_naive, "width and height are not confused when the matrix is wide, or high",
         {130, 3}, {3, 130}, {96, 64})
LAB_CASE(transpose_naive, "a width or height that the block does not divide writes every element, and only elements",
         {31, 8}, {33, 9}, {32, 7}, {65, 45})
LAB_MEASURE(transpose_naive, "each element is loaded once and stored once",
            {256, 96})
LAB_LIMIT(transpose_naive, global_loads, 1, "keep the element in a local variable, or move it in one line: one load is enough")
LAB_LIMIT(transpose_naive, global_stores, 1, "each element of out belongs to one thread, which stores it once")

LAB_LESSON(transpose_naive, global_store_sectors)       // its columns are what the tile is for

LAB_FUNCTION(transpose_tiled, Transpose{.tile = kTile})

LAB_CASE(transpose_tiled, "a single element stays, a row becomes a column, and a column a row",
         {1, 1}, {40, 1}, {1, 40})
LAB_CASE(transpose_tiled, "one full tile is transposed in itself",
         {kTile, kTile})
LAB_CASE(transpose_tiled, "each tile lands in the mirrored place",
         {3 * kTile, 3 * kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(transpose_tiled, "a tile that overhangs writes every element, and only elements",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(transpose_tiled, "width and height are not confused when the matrix is wide, or high",
         {130, 3}, {3, 130})
LAB_MEASURE(transpose_tiled, "a warp loads along rows of the input and stores along rows of the output",
            {256, 96})
LAB_LIMIT(transpose_tiled, global_load_sectors, 0.2,
          "let threadIdx.x run along a row of in when the tile is loaded, and load each row once: 32 elements are 4 sectors")
LAB_LIMIT(transpose_tiled, global_store_sectors, 0.2,
          "let threadIdx.x run along a row of out when the tile is stored, and store each row once: s_tile is read down a column")

LAB_LESSON(transpose_tiled, shared_bank_conflicts)      // what the padding is for

LAB_FUNCTION(transpose_padded, Transpose{.tile = kTile})

LAB_CASE(transpose_padded, "a single element stays, a row becomes a column, and a column a row",
         {1, 1}, {40, 1}, {1, 40})
LAB_CASE(transpose_padded, "each tile lands in the mirrored place, transposed in itself",
         {kTile, kTile}, {3 * kTile, 3 * kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(transpose_padded, "a tile that overhangs writes every element, and only elements",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(transpose_padded, "width and height are not confused when the matrix is wide, or high",
         {130, 3}, {3, 130})
LAB_MEASURE(transpose_padded, "a warp moves along rows, and a column of the tile lies in 32 banks",
            {256, 96})
LAB_LIMIT(transpose_padded, global_load_sectors, 0.2,
          "let threadIdx.x run along a row of in when the tile is loaded, and load each row once")
LAB_LIMIT(transpose_padded, global_store_sectors, 0.2,
          "let threadIdx.x run along a row of out when the tile is stored, and store each row once")
LAB_LIMIT(transpose_padded, shared_bank_conflicts, 0.01,
          "a column of s_tile must meet 32 banks: for which length of a row is (r * length) % 32 a different number for each r?")

LAB_FUNCTION(transpose_in_place, TransposeInPlace{.tile = kTile})

LAB_CASE(transpose_in_place, "a single element stays, and one tile is its own mirror image",
         {1}, {5}, {kTile - 1}, {kTile})
LAB_CASE(transpose_in_place, "each tile changes places with its mirror image, and nothing is lost",
         {2 * kTile}, {5 * kTile})
LAB_CASE(transpose_in_place, "tiles that overhang move every element, and only elements",
         {kTile + 1}, {2 * kTile - 1}, {100})
LAB_MEASURE(transpose_in_place, "a warp moves along rows on both sides, without bank conflicts",
            {256})
LAB_LIMIT(transpose_in_place, global_load_sectors, 0.2,
          "let threadIdx.x run along a row of data when a tile is loaded, and load each row once")
LAB_LIMIT(transpose_in_place, global_store_sectors, 0.2,
          "let threadIdx.x run along a row of data when a tile is stored, and store each row once")
LAB_LIMIT(transpose_in_place, shared_bank_conflicts, 0.01, "give both tiles rows of kTile + 1 floats")
