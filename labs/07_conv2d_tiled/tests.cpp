// Lab 07 · what conv2d_basic and conv2d_tiled must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new pixels and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "conv2d_tiled.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("07_conv2d_tiled", "conv2d_tiled.cu")

LAB_FUNCTION(conv2d_basic, Conv2d{.radius = kRadius})

LAB_CASE(conv2d_basic, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_basic, "each pixel is the filter laid over its neighbourhood, not mirrored",
         {16, 16}, {48, 32})
LAB_CASE(conv2d_basic, "a width or height that the block does not divide writes every pixel, and only pixels",
         {15, 16}, {16, 17}, {17, 15}, {33, 5})
LAB_CASE(conv2d_basic, "rows and columns are not confused when the image is wide, or high",
         {130, 3}, {3, 130})
LAB_MEASURE(conv2d_basic, "neighbouring threads load neighbouring pixels of a row",
            {200, 136})
LAB_LIMIT(conv2d_basic, global_load_sectors, 6.0,
          "let threadIdx.x run along a row of in, as in the given x: neighbouring threads, neighbouring pixels")
LAB_LIMIT(conv2d_basic, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")

LAB_FUNCTION(conv2d_tiled, Conv2d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv2d_tiled, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_tiled, "one full tile is right up to its edges",
         {kTile, kTile})
LAB_CASE(conv2d_tiled, "neighbouring tiles meet without a seam",
         {3 * kTile, 2 * kTile})
LAB_CASE(conv2d_tiled, "a tile that overhangs the image edge writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(conv2d_tiled, "rows and columns are not confused when the image is wide, or high",
         {130, 3}, {3, 130})
LAB_MEASURE(conv2d_tiled, "a block makes hardly more loads than its patch has pixels",
            {200, 136})
LAB_LIMIT(conv2d_tiled, global_load_requests, 0.2,
          "let all threads of the block load, neighbours side by side: a warp fetches 32 pixels with one request")
LAB_LIMIT(conv2d_tiled, global_load_sectors, 0.5,
          "let threadIdx.x run along a row of in when the patch is loaded: neighbouring threads, neighbouring pixels")
LAB_LIMIT(conv2d_tiled, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
LAB_REMARK(conv2d_tiled, barriers, 0.006, "a block that fills s_tile once needs one barrier: after the last store to it, before the first load from it")
LAB_REMARK(conv2d_tiled, shared_bank_conflicts, 0.5,
           "let a warp read and write along a row of the tile, not down a column: threadIdx.x is the last index")
