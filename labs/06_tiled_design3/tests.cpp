// Lab 06 · what conv1d_design3 must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "tiled_design3.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("06_tiled_design3", "tiled_design3.cu")

LAB_FUNCTION(conv1d_design3, Conv1d{.radius = kRadius, .tile = kTile, .core_only = true})

LAB_CASE(conv1d_design3, "a single element has only ghosts as neighbours",
         {1})
LAB_CASE(conv1d_design3, "one full tile meets ghost elements on both sides and no halo",
         {kTile})
LAB_CASE(conv1d_design3, "neighbouring tiles meet without a seam",
         {4 * kTile})
LAB_CASE(conv1d_design3, "a halo that the input's end cuts short is ghost elements from there on",
         {kTile + 1}, {2 * kTile + kRadius - 1}, {2 * kTile + kRadius + 1})
LAB_CASE(conv1d_design3, "a tile that overhangs the end writes every element, and only elements",
         {kTile - 1}, {2 * kTile - kRadius}, {1000})
LAB_CASE(conv1d_design3, "an input shorter than the filter's reach is still right",
         {kRadius - 1}, {kRadius + 1})
LAB_MEASURE(conv1d_design3, "a block makes hardly more loads than its core has elements and the outer outputs want beside it",
            {5000})
LAB_LIMIT(conv1d_design3, global_load_requests, 0.15,
          "let all threads of the block load, neighbours side by side: a warp fetches 32 elements with one request")
LAB_LIMIT(conv1d_design3, global_load_sectors, 0.25,
          "let neighbouring threads load neighbouring elements in the same pass: thread tx the element tx, not 2 tx and 2 tx + 1")
LAB_LIMIT(conv1d_design3, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
LAB_REMARK(conv1d_design3, barriers, 0.006, "a block that fills s_tile once needs one barrier: after the last store to it, before the first load from it")
