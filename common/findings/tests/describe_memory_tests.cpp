#include <utility>

#include <doctest/doctest.h>

#include "findings/describe.hpp"
#include "findings/tests/some_findings.hpp"

using namespace halo;
using namespace halo::some;

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
          "  try:   each thread has its own array, and gets a new one each time it enters the braces around it: store every element before it is read. An array that threads fill together is __shared__");
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

TEST_CASE("an access before the start of constant memory is an offset used as an index, not a ghost element")
{
    Finding f = access_finding();
    f.outside = Outside::before_start;
    f.space = Space::constant;
    f.array = "c_filter";
    f.index = {-4};
    f.shape = {9};
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of c_filter[-4], before the start of its 9 elements");
    CHECK(describe(f).attempt == "its first element has the index 0: is an offset used as an index?");
}

TEST_CASE("an array's size is reported in rows where the caller knows them")
{
    CHECK(describe(access_finding(), "40 rows of 25 elements").headline
          == "conv2d_tiled.cu:24: read of d_in[1000], past the end of its 40 rows of 25 elements");
}

TEST_CASE("a pointer that is not a device array is reported as what it is")
{
    Finding f = access_finding();
    f.array.clear();
    f.count = 1;
    f.allocated = {};
    f.outside = Outside::host_pointer;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read through a host pointer in a kernel");
    CHECK(describe(f).attempt == "give the kernel the device copy: the pointer that cudaMalloc set (d_…), not the host's (h_…)");
    f.device_copy = "d_filter";
    CHECK(describe(f).attempt == "the device has a copy of it: give the kernel d_filter");
    f.device_copy = "c_filter";
    f.copy_is_variable = true;
    CHECK(describe(f).attempt == "the device has a copy of it in c_filter: a kernel uses c_filter by its name, without a parameter");
    Finding named = f;
    named.space = Space::host;
    named.array = "h_filter";
    named.index = {2};
    CHECK(describe(named).headline == "conv2d_tiled.cu:24: read of h_filter[2], which is host memory, in a kernel");
    CHECK(describe(named).where.starts_with("block (3,0), thread (17,0)"));
    f.outside = Outside::null_pointer;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read through a null pointer");
    f.outside = Outside::wild;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of an address that belongs to no array");
    CHECK(describe(f).where.find("; before, ") == std::string::npos);
    Finding nowhere = f;
    nowhere.index.clear();
    nowhere.call = "cudaMalloc";
    nowhere.allocated = {"conv2d_tiled.cu", 60};
    nowhere.asked = 4'000'000'000;
    nowhere.there = 1'000;
    for (const auto& [outside, space] : {std::pair(Outside::wild, Space::host), std::pair(Outside::null_pointer, Space::global)}) {
        nowhere.outside = outside;
        nowhere.space = space;
        CHECK(describe(nowhere).where.ends_with("; before, cudaMalloc at conv2d_tiled.cu:60 was asked for 4000000000 bytes, and 1000 were free"));
    }
    CHECK(describe(nowhere).attempt == "check what each allocation returns, and print how many bytes it is asked for");

    f.array = "d_in";
    f.outside = Outside::freed;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of d_in[1000], which was freed before");
    f.kind = FindingKind::crash;
    f.outside = Outside::device_pointer;
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of d_in[1000], which is device memory, in host code");
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

TEST_CASE("an access of several elements that begins inside is not a wrong index")
{
    Finding f = access_finding();
    f.index = {998};
    CHECK(begins_inside(f));
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of several elements from d_in[998] on, past the end of its 1000 elements");
    CHECK(describe(f).attempt.starts_with("the last element of a float4 must be inside, too"));
    f.index = {1000};
    CHECK(!begins_inside(f));
    CHECK(describe(f).headline == "conv2d_tiled.cu:24: read of d_in[1000], past the end of its 1000 elements");
    f.index = {-1}, f.outside = Outside::before_start;
    CHECK(!begins_inside(f));
}

TEST_CASE("an index that went below zero in unsigned arithmetic is reported as such, and a large one is not")
{
    Finding f = access_finding();
    f.index = {4294967295};
    CHECK(describe(f).attempt == "the index went below 0 in unsigned arithmetic: compute it as int, and test it against 0");
    f.index = {4294967296};
    CHECK(describe(f).attempt == "test the index against the size first: the last block has threads with nothing to do. Is there a test? Then it lets this thread through, or tests another index");
}
