// Lab 08 · what conv2d_design3 must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new pixels and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "conv2d_design3.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("08_conv2d_design3", "conv2d_design3.cu")

LAB_FUNCTION(conv2d_design3, Conv2d{.radius = kRadius, .tile = kTile, .core_only = true})

LAB_CASE(conv2d_design3, "an image of one pixel has only ghosts as neighbours",
         {1, 1})
LAB_CASE(conv2d_design3, "one full tile is right up to its edges, where ghost elements begin",
         {kTile, kTile})
LAB_CASE(conv2d_design3, "a tile reads its neighbours' pixels on all four sides, and at the corners",
         {2 * kTile, kTile}, {kTile, 2 * kTile}, {3 * kTile, 3 * kTile})
LAB_CASE(conv2d_design3, "a tile that overhangs the image edge writes every pixel, and only pixels",
         {kTile - 1, kTile}, {kTile, kTile + 1}, {kTile + 1, kTile - 1}, {2 * kTile + 1, 5})
LAB_CASE(conv2d_design3, "an image smaller than the filter, or a tile's halo narrower than the radius, is still right",
         {kRadius, kRadius}, {kTile + 1, kTile + 1})
LAB_CASE(conv2d_design3, "rows and columns are not confused when the image is wide, or high",
         {130, 3}, {3, 130})
LAB_CASE(conv2d_design3, "an image of more pixels than a short counts is right to its last one",
         {300, 120})
LAB_MEASURE(conv2d_design3, "a block loads its core once, and only the halo again for each tap",
            {200, 136})
LAB_REMARK(conv2d_design3, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
LAB_CASE(conv2d_design3, "the core of a tile is loaded along rows, by all of its threads",
         {kTile, kTile})
LAB_LIMIT(conv2d_design3, global_load_requests, 0.2,
          "let all threads of the block load, neighbours side by side: a warp fetches 32 pixels with one request")
LAB_LIMIT(conv2d_design3, global_load_sectors, 0.45,
          "let threadIdx.x run along a row of in when the core is loaded: neighbouring threads, neighbouring pixels")
