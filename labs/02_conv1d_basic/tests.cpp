// Lab 02 · what conv1d_basic must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements and a new filter. The output starts as NaN and
// is compared whole with plain loops that sum in double. The filter is asymmetric: mirroring it shows.

#include "conv1d_basic.hpp"

#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo::lab;

LAB("02_conv1d_basic", "conv1d_basic.cu")

LAB_FUNCTION(conv1d_basic, HostConv1d{})

LAB_CASE(conv1d_basic, "a single element has only ghosts as neighbours",
         {.width = 1, .filter_width = 5})
LAB_CASE(conv1d_basic, "a filter of one weight scales each element",
         {.width = 40, .filter_width = 1})
LAB_CASE(conv1d_basic, "each element is the filter laid over its neighbours, not mirrored",
         {.width = 256, .filter_width = 5}, {.width = 200, .filter_width = 9})
LAB_CASE(conv1d_basic, "a last block that is not full writes every element, and only elements",
         {.width = 255, .filter_width = 3}, {.width = 257, .filter_width = 5}, {.width = 1000, .filter_width = 7},
         {.width = 300000, .filter_width = 3})
LAB_CASE(conv1d_basic, "a filter wider than the input is mostly ghost elements",
         {.width = 3, .filter_width = 9}, {.width = 100, .filter_width = kMaxFilterWidth})
LAB_MEASURE(conv1d_basic, "many blocks work together on one input",
            {.width = 5000, .filter_width = 5})
LAB_REMARK(conv1d_basic, global_stores, 1.5, "store each output once: keep the sum in a variable until the loop has ended, and let one thread own an output")
LAB_LIMIT(conv1d_basic, idle_threads, 0.5, "blocks come first in <<< >>>, then threads: how many blocks does the width need, rounded up?")
