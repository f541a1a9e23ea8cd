// Lab 10 · what conv2d_shuffle must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new pixels and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "conv2d_shuffle.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("10_conv2d_shuffle", "conv2d_shuffle.cu")

LAB_FUNCTION(conv2d_shuffle, Conv2d{.radius = kRadius, .tile = kTile, .by_shuffles = true})

LAB_CASE(conv2d_shuffle, "one warp's tile is right up to its edges",
         {kTile, kTile})
LAB_CASE(conv2d_shuffle, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_shuffle, "neighbouring tiles meet without a seam",
         {3 * kTile, 2 * kTile})
LAB_CASE(conv2d_shuffle, "a tile that overhangs the image edge writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 9})
LAB_CASE(conv2d_shuffle, "an image as wide as a warp, a pixel more or less, is right in every column",
         {31, 7}, {32, 7}, {33, 7})
LAB_CASE(conv2d_shuffle, "a block whose last warps have no tile loses no row",
         {5, 4 * kTile}, {5, 4 * kTile + 1}, {kTile, 6 * kTile - 1})
LAB_CASE(conv2d_shuffle, "rows and columns are not confused when the image is wide, or high",
         {130, 9}, {9, 130})
LAB_MEASURE(conv2d_shuffle, "a warp loads its patch once, and its lanes hand it round",
            {200, 136})
LAB_REMARK(conv2d_shuffle, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
