// What difference must do, as a lab states it.

#include "volume.hpp"

#include "harness/lab.hpp"
#include "tests/volume/kind.hpp"

using namespace halo::lab;

LAB("00_volume", "volume.cu")

LAB_FUNCTION(difference, PlaneDifference{})

LAB_CASE(difference, "a single plane stays as it is",
         {1, 1, 1}, {33, 17, 1})
LAB_CASE(difference, "each plane loses the one before it",
         {1, 1, 3}, {6, 4, 5})
LAB_MEASURE(difference, "rows, planes and depth are not confused",
            {40, 24, 16})
LAB_DRAW(difference, {"depth", 2})
