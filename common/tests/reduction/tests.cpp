// What sum must do, as a lab states it.

#include "reduction.hpp"

#include "harness/lab.hpp"
#include "tests/reduction/kind.hpp"

using namespace halo::lab;

LAB("00_reduction", "reduction.cu")

LAB_FUNCTION(sum, Reduction{})

LAB_CASE(sum, "an array of one element is its own sum",
         {1})
LAB_CASE(sum, "every element counts once",
         {128}, {1024})
LAB_CASE(sum, "a length that is not a multiple of the block is summed completely",
         {127}, {129}, {1000})
LAB_MEASURE(sum, "every element is loaded once",
            {10000})
LAB_LIMIT(sum, global_loads, 10000.0, "keep the element in a variable, or in shared memory")
