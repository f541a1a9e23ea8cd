// Lab 04 · what the three kernels of design 1 must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "tiled_design1.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("04_tiled_design1", "tiled_design1.cu")

LAB_FUNCTION(conv1d_design1_phases, Conv1d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv1d_design1_phases, "a single element has only ghosts as neighbours",
         {1})
LAB_CASE(conv1d_design1_phases, "one full tile is right up to its edges",
         {kTile})
LAB_CASE(conv1d_design1_phases, "neighbouring tiles meet without a seam",
         {4 * kTile})
LAB_CASE(conv1d_design1_phases, "a tile that overhangs the end writes every element, and only elements",
         {kTile - 1}, {kTile + 1}, {2 * kTile + kRadius}, {1000})
LAB_CASE(conv1d_design1_phases, "an input shorter than the halo is still right",
         {kRadius - 1}, {kRadius + 1})
LAB_MEASURE(conv1d_design1_phases, "a block makes hardly more loads than its tile has elements",
            {5000})
LAB_LIMIT(conv1d_design1_phases, global_load_requests, 0.1,
          "let all threads of the block load, neighbours side by side: a warp fetches 32 elements with one request")
LAB_LIMIT(conv1d_design1_phases, global_load_sectors, 0.22,
          "let neighbouring threads load neighbouring elements in the same pass: thread tx the element tx, not 2 tx and 2 tx + 1")
LAB_LIMIT(conv1d_design1_phases, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
LAB_REMARK(conv1d_design1_phases, barriers, 0.006, "a block that fills s_tile once needs one barrier: after the last store to it, before the first load from it")

LAB_FUNCTION(conv1d_design1_halo_regions, Conv1d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv1d_design1_halo_regions, "a single element has two halos of ghost elements",
         {1})
LAB_CASE(conv1d_design1_halo_regions, "one full tile is right up to its edges",
         {kTile})
LAB_CASE(conv1d_design1_halo_regions, "neighbouring tiles meet without a seam",
         {4 * kTile})
LAB_CASE(conv1d_design1_halo_regions, "a right halo that the input's end cuts short is ghost elements from there on",
         {kTile + 1}, {2 * kTile + kRadius - 1}, {2 * kTile + kRadius + 1})
LAB_CASE(conv1d_design1_halo_regions, "a tile that overhangs the end writes every element, and only elements",
         {kTile - 1}, {2 * kTile - kRadius}, {1000})
LAB_CASE(conv1d_design1_halo_regions, "an input shorter than the halo is still right",
         {kRadius - 1}, {kRadius + 1})
LAB_MEASURE(conv1d_design1_halo_regions, "a block makes hardly more loads than its tile has elements",
            {5000})
LAB_LIMIT(conv1d_design1_halo_regions, global_load_requests, 0.1,
          "let all threads of the block load, neighbours side by side: a warp fetches 32 elements with one request")
LAB_LIMIT(conv1d_design1_halo_regions, global_load_sectors, 0.22,
          "let neighbouring threads load neighbouring elements in the same pass: thread tx the element tx, not 2 tx and 2 tx + 1")
LAB_LIMIT(conv1d_design1_halo_regions, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
LAB_REMARK(conv1d_design1_halo_regions, barriers, 0.006, "a block that fills s_tile once needs one barrier: after the last store to it, before the first load from it")

LAB_FUNCTION(conv1d_design1_two_step, Conv1d{.radius = kRadius, .tile = kTile})

LAB_CASE(conv1d_design1_two_step, "a single element has only ghosts as neighbours, in both steps",
         {1})
LAB_CASE(conv1d_design1_two_step, "one full tile is right up to its edges",
         {kTile})
LAB_CASE(conv1d_design1_two_step, "neighbouring tiles meet without a seam",
         {4 * kTile})
LAB_CASE(conv1d_design1_two_step, "an input that ends within the second step is ghost elements from there on",
         {kTile + 1}, {2 * kTile - 1}, {2 * kTile + kRadius - 1})
LAB_CASE(conv1d_design1_two_step, "a tile that overhangs the end writes every element, and only elements",
         {kTile - 1}, {2 * kTile + kRadius}, {1000})
LAB_CASE(conv1d_design1_two_step, "an input shorter than the halo is still right",
         {kRadius - 1}, {kRadius + 1})
LAB_MEASURE(conv1d_design1_two_step, "a block makes hardly more loads than its tile has elements",
            {5000})
LAB_LIMIT(conv1d_design1_two_step, global_load_requests, 0.1,
          "let all threads of the block load, neighbours side by side: a warp fetches 32 elements with one request")
LAB_LIMIT(conv1d_design1_two_step, global_load_sectors, 0.22,
          "let neighbouring threads load neighbouring elements in the same pass: thread tx the element tx, not 2 tx and 2 tx + 1")
LAB_LIMIT(conv1d_design1_two_step, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
LAB_REMARK(conv1d_design1_two_step, barriers, 0.006, "a block that fills s_tile once needs one barrier: after the last store to it, before the first load from it")
