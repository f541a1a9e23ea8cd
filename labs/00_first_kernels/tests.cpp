// Lab 00 · what the five functions must do. Each sentence is a test, and the sizes make it true.
//
// Every size but a measured one is called twice with the same pointers, but new elements. They are hundreds, in no order and all different, so that
// each one shows where it came from. The output starts as NaN, which is not a number, and is compared whole.

#include "first_kernels.hpp"

#include "harness/lab.hpp"
#include "kinds/elementwise/kind.hpp"

using namespace halo::lab;

LAB("00_first_kernels", "first_kernels.cu")

LAB_FUNCTION(add_by_index, AddToEach{.amount = 10})

LAB_CASE(add_by_index, "one thread adds 10 to one element",
         {1})
LAB_CASE(add_by_index, "each thread adds 10 to an element of its own",
         {8}, {100})
LAB_MEASURE(add_by_index, "one block takes up to 1024 threads",
            {1024})
LAB_LIMIT(add_by_index, global_stores, 1.5, "no loop: each thread stores one element, its own")
LAB_DRAW(add_by_index, {"width", 0})                // a block has no more threads

LAB_FUNCTION(add_with_guard, AddToEach{.amount = 10})

LAB_CASE(add_with_guard, "with a thread for each element, every one is written",
         {256})
LAB_CASE(add_with_guard, "threads without an element neither read nor store",
         {255}, {100}, {1})
LAB_LIMIT(add_with_guard, global_stores, 2.5, "each thread stores one element, its own, and a thread without an element none: is an index held at the last element, or does a loop go over all of them?")

LAB_FUNCTION(add_in_blocks, AddToEach{.amount = 10})

LAB_CASE(add_in_blocks, "full blocks divide the elements among themselves",
         {256}, {1024})
LAB_CASE(add_in_blocks, "the last block need not be full",
         {255}, {257}, {1000})
LAB_CASE(add_in_blocks, "fewer elements than a block has threads need one block",
         {1}, {40})
LAB_LIMIT(add_in_blocks, global_stores, 2.5, "each thread stores one element, its own, and a thread without an element none: is an index held at the last element, or does a loop go over all of them?")
LAB_MEASURE(add_in_blocks, "there are as many blocks as it takes",
            {2000})
LAB_LIMIT(add_in_blocks, global_load_requests, 0.07,
          "a card runs the threads of a block in groups of 32, its warps, and a smaller block wastes most of one: blocks come first in "
          "<<< >>>, then threads; are the two exchanged?")
LAB_LIMIT(add_in_blocks, idle_threads, 0.5, "blocks come first in <<< >>>, then threads: how many blocks do n elements need, rounded up?")

LAB_FUNCTION(add_from_host, HostAddToEach{.amount = 10})

LAB_CASE(add_from_host, "one element goes to the device and comes back",
         {1})
LAB_CASE(add_from_host, "all elements come back, each with 10 added",
         {257}, {1000})

LAB_FUNCTION(reverse_blocks, ReverseBlocks{.block = 256})

LAB_CASE(reverse_blocks, "a block reverses its elements",
         {256})
LAB_CASE(reverse_blocks, "each block reverses its own elements, and only those",
         {512}, {768})
LAB_MEASURE(reverse_blocks, "many blocks wait, each for its own threads",
            {2560})
LAB_LIMIT(reverse_blocks, global_stores, 1.5, "no loop: each thread stores one element, its own")
LAB_DRAW(reverse_blocks, {"width", 256})            // whole blocks
