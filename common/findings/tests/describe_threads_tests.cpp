#include <doctest/doctest.h>

#include "findings/describe.hpp"
#include "findings/tests/some_findings.hpp"

using namespace halo;
using namespace halo::some;

TEST_CASE("a barrier that not all reach names who left, and where")
{
    CHECK(text(describe(barrier_finding())) ==
          "conv2d_tiled.cu:31: __syncthreads() reached by 256 of the block's 400 threads\n"
          "  where: block (3,0); thread (0,0) left first, by the `return` in line 29\n"
          "  try:   let every thread pass the barrier: put the test around what it guards, or return after the barrier");
}

TEST_CASE("a barrier under a condition names the other barrier, or that there is none")
{
    Finding f = barrier_finding();
    f.other_left = false;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:31: __syncthreads() reached by 256 of the block's 400 threads\n"
          "  where: block (3,0); thread (0,0) waits at another barrier, in line 29\n"
          "  try:   move the barrier out of every `if` and loop that only some threads enter");
    f.other = {};
    CHECK(describe(f).where == "block (3,0); thread (0,0) did not arrive");
}

TEST_CASE("a race between blocks that make atomic accesses may lack a fence")
{
    Finding f = race_finding();
    f.other_block = {4, 0, 0};
    CHECK(describe(f).attempt.find("__threadfence()") == std::string::npos);
    f.has_atomics = true;
    CHECK(describe(f).attempt ==
          "does an atomic flag, counter or lock let one block wait for the other? Then put a __threadfence() between the store and the atomic access, "
          "and another between the atomic access that sees it and the load");
}

TEST_CASE("a barrier that some threads reach more often says that all had passed it before")
{
    Finding f = barrier_finding();
    f.times = 4;
    f.arrived = 8;
    f.other = {};
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:31: __syncthreads() reached by 8 of the block's 400 threads, after all had passed it 4 times\n"
          "  where: block (3,0); thread (0,0) reached the end of the kernel without it\n"
          "  try:   a loop around the barrier has more iterations in some threads: give all the same number, and put the test around what it guards");
    f.times = 1;
    CHECK(describe(f).headline.ends_with(", after all had passed it once"));
}

TEST_CASE("a race names the element, both lines and both threads")
{
    CHECK(text(describe(race_finding())) ==
          "conv2d_tiled.cu:31: s_tile[0][16] is read here and written in line 24, with no barrier between\n"
          "  where: block (0,0): thread (12,0) reads, thread (16,0) writes; 5 such pairs\n"
          "  try:   put a __syncthreads() between the store and the load, where every thread of the block passes");
}

TEST_CASE("a race of one line with itself, and one between blocks")
{
    Finding f = race_finding();
    f.access = Access::write;
    f.other = f.at;
    f.count = 1;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:31: two threads access s_tile[0][16], with no barrier between\n"
          "  where: block (0,0): thread (12,0) writes, thread (16,0) writes\n"
          "  try:   let one thread own each element; do two of them compute the same index?");
    f.space = Space::global;
    f.array = "d_out";
    f.index = {3};
    f.other_block = {1, 0, 0};
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:31: two threads of different blocks access d_out[3], and blocks run in any order\n"
          "  where: thread (12,0) of block (0,0) writes, thread (16,0) of block (1,0) writes\n"
          "  try:   blocks run in any order: let one thread own each element, or end the kernel in between");
}

TEST_CASE("the advice about a race depends on its accesses, threads and memory")
{
    Finding f = race_finding();
    f.block_shape = {64, 1, 1};
    f.across_warps = false;
    CHECK(describe(f).attempt == "put a __syncthreads() between the store and the load, where every thread of the block passes: lanes of a "
             "warp need not run in step either");
    const Index3 threads = f.block_shape;
    f.block_shape = {32, 1, 1};
    CHECK(describe(f).attempt == "put a __syncwarp() between the store and the load, or a __syncthreads(): lanes of a warp need not run in step");
    f.block_shape = {16, 2, 2};
    CHECK(describe(f).attempt.find("__syncwarp") == std::string::npos);
    f.block_shape = threads;
    f.across_warps = true;
    CHECK(describe(f).attempt == "put a __syncthreads() between the store and the load, where every thread of the block passes");
    f.barrier_between = 27;
    CHECK(describe(f).attempt == "the barrier in line 27 does not separate these two: put one after all stores and before the first load, and in a "
             "loop another at the end of each iteration");
    f.barrier_between = 0;
    f.space = Space::global;
    CHECK(describe(f).attempt == "a __syncthreads() between the store and the load orders the threads of this block alone: if other blocks load there, too, store into another array");
    f.space = Space::shared;
    f.other_access = Access::atomic;
    CHECK(describe(f).attempt.starts_with("put a __syncthreads() between the updates and the load"));
    f.access = Access::write;
    CHECK(describe(f).attempt == "put a __syncthreads() between the store and the atomic updates");
    f.other_access = Access::read;
    f.other = f.at;
    CHECK(describe(f).attempt.starts_with("do all add to one element? then use atomicAdd()"));
    f.has_atomics = true;
    CHECK(describe(f).attempt.starts_with("does a lock guard it? Then put a __threadfence() after the lock is taken"));
    f.has_atomics = false;
    f.other_thread = f.thread;
    CHECK(describe(f).where == "block (0,0): thread (12,0) writes, another thread reads; 5 such pairs");
    f.other_block = {1, 0, 0};
    f.access = f.other_access = Access::atomic;
    CHECK(describe(f).attempt == "an atomic function whose name ends in _block is atomic for the threads of its own block alone: leave out _block");
    f.access = Access::write;
    f.other_access = Access::read;
    CHECK(describe(f).attempt == "do all add to one element? then use atomicAdd(); does each read another's? then let one block load both before it "
             "stores either");
    f.other.line = f.at.line - 7;
    CHECK(describe(f).headline == "conv2d_tiled.cu:31: s_tile[0][16] is written here and read in line 24 by another block, and blocks run in any order");
    f.other.line = 0;
    CHECK(describe(f).headline == "conv2d_tiled.cu:31: s_tile[0][16] is written here and read by another thread, and blocks run in any order");
}

TEST_CASE("a mask names the lanes that take part")
{
    Finding f = barrier_finding();
    f.call = "__shfl_sync";
    f.mask = 0x0000ffff;
    f.unnamed = true;
    f.thread = {3, 0, 0};
    f.other_thread = {5, 1, 0};     // lane 25 of a block 20 wide
    CHECK(describe(f).headline == "conv2d_tiled.cu:31: __shfl_sync() takes the value of lane 25, which its mask 0x0000ffff does not name");
    f.mask = 0xffffffff;
    CHECK(describe(f).headline == "conv2d_tiled.cu:31: __shfl_sync() takes the value of lane 25, which does not exist: the block ends before");
    f.thread = f.other_thread;
    f.mask = 0x0000ffff;
    CHECK(describe(f).headline == "conv2d_tiled.cu:31: __shfl_sync() called with the mask 0x0000ffff, which does not name the calling lane");
}

TEST_CASE("a failed assertion, a trap, a division by zero, and dynamic shared memory that the launch does not give")
{
    Finding f = access_finding();
    f.kind = FindingKind::crash;
    f.outside = Outside::assertion;
    f.call = "i < n";
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: the assertion `i < n` failed\n"
          "  where: in kernel conv2d_tiled_kernel, block (3,0), thread (17,0); 24 such threads\n"
          "  try:   print the values from this one thread: if (threadIdx.x == …) printf(…);");
    f.outside = Outside::trap;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: __trap() was called");
    f.outside = Outside::division;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: an integer is divided by 0");
    f = access_finding();
    f.space = Space::shared;
    f.shape = {0};
    CHECK(describe(f).attempt == "the launch gives no dynamic shared memory: kernel<<<grid, block, bytes>>>");
}

TEST_CASE("what may be a consequence of a race says so")
{
    Finding f = access_finding();
    const std::string alone = describe(f).where;
    f.after_race = true;
    CHECK(describe(f).where == alone + "; threads of this block had raced before, and this may be a consequence");
}
