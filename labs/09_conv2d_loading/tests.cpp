// Lab 09 · what conv2d_strided_load and conv2d_split_load must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new pixels and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "conv2d_loading.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("09_conv2d_loading", "conv2d_loading.cu")

LAB_FUNCTION(conv2d_strided_load, Conv2d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv2d_strided_load, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_strided_load, "one full tile is right up to its edges",
         {kTile, kTile})
LAB_CASE(conv2d_strided_load, "neighbouring tiles meet without a seam, and their corners without a gap",
         {2 * kTile, kTile}, {kTile, 2 * kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(conv2d_strided_load, "a tile that overhangs the image edge writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(conv2d_strided_load, "rows and columns are not confused when the image is wide, or high",
         {130, 3}, {3, 130})
LAB_CASE(conv2d_strided_load, "an image of more pixels than a short counts is right to its last one",
         {300, 120})
LAB_MEASURE(conv2d_strided_load, "a block loads each element of its tile once, though it has fewer threads than elements",
            {200, 136})
LAB_REMARK(conv2d_strided_load, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")

LAB_FUNCTION(conv2d_split_load, Conv2d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv2d_split_load, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_split_load, "one full tile is right up to its edges",
         {kTile, kTile})
LAB_CASE(conv2d_split_load, "neighbouring tiles meet without a seam, and their corners without a gap",
         {2 * kTile, kTile}, {kTile, 2 * kTile}, {3 * kTile, 2 * kTile})
LAB_CASE(conv2d_split_load, "a tile that overhangs the image edge writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(conv2d_split_load, "rows and columns are not confused when the image is wide, or high",
         {130, 3}, {3, 130})
LAB_CASE(conv2d_split_load, "an image of more pixels than a short counts is right to its last one",
         {300, 120})
LAB_MEASURE(conv2d_split_load, "the warps share the halo out, and still load each element once",
            {200, 136})
LAB_REMARK(conv2d_split_load, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
