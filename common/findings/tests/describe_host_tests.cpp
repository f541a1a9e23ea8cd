#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "findings/describe.hpp"
#include "findings/finding_kind.hpp"
#include "findings/tests/some_findings.hpp"

using namespace halo;
using namespace halo::some;

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

TEST_CASE("a copy of a host array says what it was asked to move and what is there")
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

TEST_CASE("a kernel whose blocks still came to an end may only need more time")
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
          "  try:   the kernel may only need more time: allow it 200 seconds, --time-limit=200 for cucc run, HALO_LAUNCH_LIMIT=200 for a built program; or launch fewer blocks");
    f.limit_is_setting = false;   // in a test, nobody can allow it more
    CHECK(describe(f).attempt == "the kernel may have an end, but too much to do: does each block do more than its share, or are there more blocks than elements need?");
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
          "  try:   look at the loop around this line: what makes its condition false? If the kernel only needs more time, allow it: --time-limit for cucc run, "
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

TEST_CASE("every kind of finding leads to its verdict; a leak is a remark, and to none")
{
    CHECK(verdict_of(FindingKind::endless) == Verdict::timeout);
    CHECK(verdict_of(FindingKind::race) == Verdict::race);
    CHECK(!is_remark(FindingKind::race));
    CHECK(verdict_of(FindingKind::leak) == Verdict::passed);
    CHECK(is_remark(FindingKind::leak));
    CHECK(name(FindingKind::uninitialised) == "uninitialised");
}

TEST_CASE("every kind of finding has a row in its place, and a sentence that begins with its line")
{
    for (const FindingRow& row : all_finding_kinds()) {
        CAPTURE(std::string(row.name));
        CHECK(&row_of(row.kind) == &row);
        Finding f;
        f.kind = row.kind;
        f.at = {kFile, 24};
        CHECK(describe(f).headline.starts_with("conv2d_tiled.cu:24: "));
    }
    CHECK_THROWS_AS(row_of(FindingKind(all_finding_kinds().size())), std::out_of_range);
}
