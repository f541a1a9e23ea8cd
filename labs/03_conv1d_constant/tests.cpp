// Lab 03 · what conv1d_constant must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "conv1d_constant.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("03_conv1d_constant", "conv1d_constant.cu")

LAB_FUNCTION(conv1d_constant, DeviceConv1d{})

LAB_CASE(conv1d_constant, "a single element has only ghosts as neighbours",
         {.width = 1, .filter_width = 5})
LAB_CASE(conv1d_constant, "a filter of one weight scales each element",
         {.width = 40, .filter_width = 1})
LAB_CASE(conv1d_constant, "each element is the filter laid over its neighbours, not mirrored",
         {.width = 256, .filter_width = 5}, {.width = 200, .filter_width = 9})
LAB_CASE(conv1d_constant, "a last block that is not full writes every element, and only elements",
         {.width = 255, .filter_width = 3}, {.width = 257, .filter_width = 5}, {.width = 1000, .filter_width = 7},
         {.width = 300000, .filter_width = 3})
LAB_CASE(conv1d_constant, "the widest filter fits, also when it is wider than the input",
         {.width = 600, .filter_width = kMaxFilterWidth}, {.width = 100, .filter_width = kMaxFilterWidth})
LAB_CASE(conv1d_constant, "a narrow filter after a wide one uses its own elements only",
         {.width = 300, .filter_width = 31}, {.width = 300, .filter_width = 3})
LAB_MEASURE(conv1d_constant, "each product costs one load from global memory, and a warp reads one element of c_filter at a time",
            {.width = 5000, .filter_width = 9})
LAB_LIMIT(conv1d_constant, global_loads, 9,
          "read the filter from c_filter, which is in constant memory: 9 loads an output are those of in")
LAB_LIMIT(conv1d_constant, constant_replays, 0.5,
          "let all threads of a warp read the same element of c_filter at a time: start each sum with the same one")
LAB_LIMIT(conv1d_constant, global_stores, 2.0, "keep the sum in a variable of the thread, and store it once, after the loop")
