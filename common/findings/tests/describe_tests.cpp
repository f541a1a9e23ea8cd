#include <doctest/doctest.h>

#include "findings/describe.hpp"

using namespace halo;

namespace {

const std::string kFile = "/some where/labs/07_conv2d_tiled/conv2d_tiled.cu";

Finding access_finding()
{
    Finding f;
    f.kind = FindingKind::out_of_bounds;
    f.kernel = "conv2d_tiled_kernel";
    f.at = {kFile, 24};
    f.outside = Outside::past_end;
    f.array = "d_in";
    f.index = {1000};
    f.shape = {1000};
    f.block = {3, 0, 0};
    f.thread = {17, 0, 0};
    f.count = 24;
    f.allocated = {kFile, 50};
    return f;
}

Finding race_finding()
{
    Finding f;
    f.kind = FindingKind::race;
    f.kernel = "conv2d_tiled_kernel";
    f.space = Space::shared;
    f.at = {kFile, 31};
    f.access = Access::read;
    f.other = {kFile, 24};
    f.other_access = Access::write;
    f.array = "s_tile";
    f.index = {0, 16};
    f.shape = {20, 20};
    f.thread = {12, 0, 0};
    f.other_thread = {16, 0, 0};
    f.count = 5;
    return f;
}

Finding barrier_finding()
{
    Finding f;
    f.kind = FindingKind::barrier;
    f.at = {kFile, 31};
    f.other = {kFile, 29};
    f.other_left = true;
    f.block = {3, 0, 0};
    f.block_shape = {20, 20, 1};
    f.arrived = 256;
    return f;
}

}  // namespace

TEST_CASE("an access past the end names array, index, size, thread and allocation")
{
    CHECK(text(describe(access_finding())) ==
          "conv2d_tiled.cu:24: read of d_in[1000], past the end of its 1000 elements\n"
          "  where: block (3,0), thread (17,0); 24 such accesses; allocated at conv2d_tiled.cu:50\n"
          "  try:   test the index against the size first: the last block has threads with nothing to do. Is there a test? Then it lets this thread through, or tests another index");
}

TEST_CASE("an index outside a thread's own array names the index that is wrong, and what it may be at most")
{
    Finding f = access_finding();
    f.space = Space::local;
    f.allocated = {};
    f.array = "sum";
    f.index = {4};
    f.shape = {4};
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: sum[4] is past the end of its 4 elements\n"
          "  where: block (3,0), thread (17,0); 24 such accesses\n"
          "  try:   its last index is 3: how far does the loop run?");
    f.index = {0, 3};
    f.shape = {2, 3};
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: sum[0][3] is past the end of its row, which has 3 elements");
    CHECK(describe(f).attempt == "its last index is 2: how far does the loop run?");
    f.index = {2, 0};
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: sum[2][0] is past the end of its 2 x 3 elements");
    CHECK(describe(f).attempt == "its last index is 1: how far does the loop run?");
    f.index = {1, -1};
    f.outside = Outside::before_start;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: sum[1][-1] is before the start of its row, which has 3 elements");
    CHECK(describe(f).attempt == "its first element has the index 0: can the index be negative?");
}

TEST_CASE("an element of a thread's own array that was never stored is not taken for one of shared or global memory")
{
    Finding f = access_finding();
    f.kind = FindingKind::uninitialised;
    f.space = Space::local;
    f.outside = Outside::none;
    f.allocated = {};
    f.array = "window";
    f.index = {4};
    f.shape = {5};
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: read of window[4], which was never initialised\n"
          "  where: block (3,0), thread (17,0); 24 such reads\n"
          "  try:   each thread has its own copy, and each entry to its block a new one: store every element before it is read");
}

TEST_CASE("an access before the start, in shared memory, once, by a thread with a z")
{
    Finding f = access_finding();
    f.outside = Outside::before_start;
    f.space = Space::shared;
    f.access = Access::write;
    f.array = "s_tile";
    f.index = {-1, 3};
    f.shape = {20, 20};
    f.count = 1;
    f.allocated = {};
    f.thread.z = 2;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: write of s_tile[-1][3], before the start of its 20 x 20 elements\n"
          "  where: block (3,0), thread (17,0,2)\n"
          "  try:   its first element has the index 0: is this an index of the shared array, or one of the input?");
}

TEST_CASE("an access before the start of constant memory is an offset taken for an index, not a ghost element")
{
    Finding f = access_finding();
    f.outside = Outside::before_start;
    f.space = Space::constant;
    f.array = "c_filter";
    f.index = {-4};
    f.shape = {9};
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of c_filter[-4], before the start of its 9 elements");
    CHECK(describe(f).attempt == "its first element has the index 0: is an offset taken for an index?");
}

TEST_CASE("an array's size is reported in rows where the caller knows them")
{
    CHECK(describe(access_finding(), "40 rows of 25 elements").headline
          == "conv2d_tiled.cu:24: read of d_in[1000], past the end of its 40 rows of 25 elements");
}

TEST_CASE("a pointer that is no device array is reported as what it is")
{
    Finding f = access_finding();
    f.array.clear();
    f.count = 1;
    f.allocated = {};
    f.outside = Outside::host_pointer;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read through a host pointer in a kernel");
    f.outside = Outside::null_pointer;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read through a null pointer");
    f.outside = Outside::wild;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of an address that belongs to no array");

    f.array = "d_in";
    f.outside = Outside::freed;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of d_in[1000], which was freed before");
    f.kind = FindingKind::crash;
    f.outside = Outside::device_pointer;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of d_in[1000], which is device memory, in host code");
}

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
          "  try:   a loop around the barrier takes more turns in some threads: let all take equally many, and put the test around what it guards");
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
    CHECK(describe(f).attempt == "the barrier in line 27 does not part these two: put one behind all stores and before the first load; in a loop, a "
             "second one at the turn's end");
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
    f.other_thread = f.thread;
    CHECK(describe(f).where == "block (0,0): thread (12,0) writes, another thread reads; 5 such pairs");
    f.other_block = {1, 0, 0};
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

TEST_CASE("a value that was never initialised")
{
    Finding f = access_finding();
    f.kind = FindingKind::uninitialised;
    f.space = Space::shared;
    f.array = "s_tile";
    f.index = {0, 18};
    f.allocated = {};
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: read of s_tile[0][18], which was never initialised\n"
          "  where: block (3,0), thread (17,0); 24 such reads\n"
          "  try:   store every element before it is read: which thread should have stored this one?");
}

TEST_CASE("a value that a copy left out")
{
    Finding f = access_finding();
    f.kind = FindingKind::uninitialised;
    f.array = "d_in";
    f.index = {500};
    f.shape = {2000};
    f.other = {kFile, 58};
    f.asked = 2000;
    f.there = 8000;
    Message m = describe(f);
    CHECK(m.where == "block (3,0), thread (17,0); 24 such reads; the copy in line 58 brings 2,000 of its 8,000 bytes");
    CHECK(m.attempt == "a copy counts bytes, not elements: 2,000 elements of 4 bytes are 8,000");
    f.asked = 1996;
    CHECK(describe(f).attempt == "copy the whole array, and count in bytes: d_in has 8,000");
    f.other = {};
    CHECK(describe(f).where.find("copies") == std::string::npos);
    CHECK(describe(f).attempt == "fill the array before a kernel reads it: cudaMemcpy, cudaMemset or an earlier kernel");
}

TEST_CASE("a copy from the pointer itself")
{
    Finding f;
    f.kind = FindingKind::out_of_bounds;
    f.at = {kFile, 46};
    f.space = Space::host;
    f.outside = Outside::wild;
    f.call = "cudaMemcpy";
    f.array = "h_in";
    f.asked = 4000;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:46: cudaMemcpy reads 4,000 bytes at &h_in, the address of the pointer itself\n"
          "  where: in host code\n"
          "  try:   leave out the &: h_in is where the array is; only cudaMalloc needs an &, because it sets a pointer");
    f.access = Access::write;
    CHECK(describe(f).headline == "conv2d_tiled.cu:46: cudaMemcpy writes 4,000 bytes to &h_in, the address of the pointer itself");
}

TEST_CASE("an element past a row of a shared array is named by both indices of its address")
{
    Finding f = access_finding();
    f.kind = FindingKind::out_of_bounds;
    f.space = Space::shared;
    f.outside = Outside::past_end;
    f.array = "s_tile";
    f.shape = {20, 21};
    f.index = {20, 0};
    CHECK(describe(f).where.ends_with("; s_tile[19][21] has the same address"));
    f.index = {-1, 20};
    CHECK(describe(f).where.ends_with("; s_tile[0][-1] has the same address"));
    f.index = {-3, 19};             // [-2][-2]
    CHECK(describe(f).where.ends_with("; s_tile[-2][-2] has the same address"));
    f.space = Space::constant;
    CHECK(describe(f).where.ends_with("; s_tile[-2][-2] has the same address"));
    f.space = Space::shared;
    for (const std::vector<std::int64_t>& index : {std::vector<std::int64_t>{21, 0}, {20, 11}, {-1, 10}, {-3, 1}}) {
        f.index = index;
        CHECK(describe(f).where.find("same address") == std::string::npos);
    }
    f.shape = {420}, f.index = {420};
    CHECK(describe(f).where.find("same address") == std::string::npos);
}

TEST_CASE("an access of several elements that begins inside is no wrong index")
{
    Finding f = access_finding();
    f.index = {998};
    CHECK(begins_inside(f));
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of several elements from d_in[998] on, past the end of its 1000 elements");
    CHECK(describe(f).attempt.starts_with("the last element of a float4 has to lie inside, too"));
    f.index = {1000};
    CHECK(!begins_inside(f));
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of d_in[1000], past the end of its 1000 elements");
    f.index = {-1}, f.outside = Outside::before_start;
    CHECK(!begins_inside(f));
}

TEST_CASE("a copy of a host array says what it was told to move and what is there")
{
    Finding f;
    f.kind = FindingKind::out_of_bounds;
    f.at = {kFile, 46};
    f.space = Space::host;
    f.outside = Outside::past_end;
    f.call = "cudaMemcpyToSymbol";
    f.array = "h_filter";
    f.shape = {5};
    f.asked = 508;
    f.there = 20;
    f.count = 2;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:46: cudaMemcpyToSymbol reads 508 bytes of h_filter, which has 20\n"
          "  where: in host code; 2 such copies\n"
          "  try:   multiply the elements of h_filter by the size of one: 5 in this call; the room at the other end does not count");
    f.asked = 8;
    f.there = 4;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:46: cudaMemcpyToSymbol reads 8 bytes of h_filter, which has 4\n"
          "  where: in host code; 2 such copies\n"
          "  try:   sizeof(h_filter) is the size of the pointer: multiply the elements of h_filter by the size of one");
    f.asked = 508;
    f.access = Access::write;
    f.outside = Outside::before_start;
    f.there = 0;
    CHECK(describe(f).headline == "conv2d_tiled.cu:46: cudaMemcpyToSymbol writes 508 bytes to h_filter, which has 0 there: its start is further on");
}

TEST_CASE("a kernel whose blocks still came to an end may be honest work")
{
    Finding f = access_finding();
    f.kind = FindingKind::endless;
    f.bytes = 10;
    f.progressing = f.limit_is_setting = true;
    f.finished = 1200;
    f.blocks = 16384;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: kernel conv2d_tiled_kernel did not end within 10 seconds; 1,200 of its 16,384 blocks had finished\n"
          "  where: block (3,0), thread (17,0) was here when it was stopped\n"
          "  try:   honest work may take longer: allow it 200 seconds, --time-limit=200 for cucc run, HALO_LAUNCH_LIMIT=200 for a built program; or launch fewer blocks");
    f.limit_is_setting = false;   // in a test, nobody can allow it more
    CHECK(describe(f).attempt == "it may be honest work, but too much: does each block do more than its share, or are there more blocks than elements need?");
}

TEST_CASE("what may be a consequence of a race says so")
{
    Finding f = access_finding();
    const std::string alone = describe(f).where;
    f.after_race = true;
    CHECK(describe(f).where == alone + "; threads of this block had raced before, and this may be a consequence");
}

TEST_CASE("a kernel that did not end, and memory that was not freed")
{
    Finding f = access_finding();
    f.kind = FindingKind::endless;
    f.bytes = 5;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: kernel conv2d_tiled_kernel did not end within 5 seconds\n"
          "  where: block (3,0), thread (17,0) was here when it was stopped\n"
          "  try:   look at the loop around this line: what makes its condition false?");
    f.limit_is_setting = true;
    f.blocks = 16;
    CHECK(text(describe(f)) ==
          "conv2d_tiled.cu:24: kernel conv2d_tiled_kernel did not end within 5 seconds\n"
          "  where: block (3,0), thread (17,0) was here when it was stopped; 0 of 16 blocks had finished\n"
          "  try:   look at the loop around this line: what makes its condition false? If it is honest work, allow it more: --time-limit for cucc run, "
          "HALO_LAUNCH_LIMIT for a built program");

    Finding leak;
    leak.kind = FindingKind::leak;
    leak.bytes = 4000;
    leak.at = {kFile, 60};
    leak.array = "d_filter";
    leak.count = 2;
    CHECK(text(describe(leak)) ==
          "conv2d_tiled.cu:60: d_filter is never freed (4000 bytes)\n"
          "  where: allocated here, and still there when the function returned; 2 times\n"
          "  try:   call cudaFree once for everything that cudaMalloc returned");
    leak.at = {};
    leak.array.clear();
    leak.kernel = "conv1d_basic";
    leak.count = 1;
    CHECK(text(describe(leak)) ==
          "conv1d_basic: device memory is never freed (4000 bytes)\n"
          "  where: still there when the function returned\n"
          "  try:   call cudaFree once for everything that cudaMalloc returned");
}

TEST_CASE("arrays that are not freed are named in one message")
{
    Finding leak;
    leak.kind = FindingKind::leak;
    leak.bytes = 4000;
    leak.at = {kFile, 60};
    leak.array = "d_in";
    leak.count = 2;
    CHECK(text(describe_leaks({leak})) == text(describe(leak)));
    Finding filter = leak, out = leak;
    filter.array = "d_filter", filter.at.line = 61, filter.bytes = 20;
    out.array.clear(), out.at.line = 62;
    CHECK(text(describe_leaks({leak, filter, out})) ==
          "conv2d_tiled.cu:60: d_in, d_filter and device memory are never freed (8020 bytes)\n"
          "  where: allocated at conv2d_tiled.cu:60, conv2d_tiled.cu:61 and conv2d_tiled.cu:62, and still there when the function "
          "returned; 2 times\n"
          "  try:   call cudaFree once for everything that cudaMalloc returned");
    CHECK(describe_leaks({}).headline.empty());
}

TEST_CASE("every kind of finding leads to its verdict; a leak to none")
{
    CHECK(verdict_of(FindingKind::endless) == Verdict::timeout);
    CHECK(verdict_of(FindingKind::race) == Verdict::race);
    CHECK(verdict_of(FindingKind::leak) == Verdict::passed);
    CHECK(name(FindingKind::uninitialised) == "uninitialised");
}

TEST_CASE("an index that went below zero in unsigned arithmetic is reported as such, and a large one is not")
{
    Finding f = access_finding();
    f.index = {4294967295};
    CHECK(describe(f).attempt == "the index went below 0 in unsigned arithmetic: compute it as int, and test it against 0");
    f.index = {4294967296};
    CHECK(describe(f).attempt == "test the index against the size first: the last block has threads with nothing to do. Is there a test? Then it lets this thread through, or tests another index");
}
