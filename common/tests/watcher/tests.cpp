// A lab whose functions are right, and one of which the watcher remarks on.

#include "divided.hpp"

#include "harness/lab.hpp"
#include "kinds/elementwise/kind.hpp"

using namespace halo::lab;

LAB("00_watcher", "divided.cu")

LAB_FUNCTION(adds, AddToEach{.amount = 1})
LAB_CASE(adds, "each element is added to", {256})

LAB_FUNCTION(adds_in_two_ways_first, AddToEach{.amount = 1})
LAB_CASE(adds_in_two_ways_first, "each element is added to, in two ways", {256})
LAB_CASE(adds_in_two_ways_first, "so is each of others", {256})
