// Refused calls and launches on the engine: each message names the call's line, whoever checks for errors.

#include "refusals.hpp"

#include <string>

#include <doctest/doctest.h>

#include "harness/student/isolate.hpp"
#include "harness/judge/judge.hpp"
#include "harness/lab/cases.hpp"
#include "kinds/convolution/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

Judgement judged(const char* name, Conv1d::Function function)
{
    Lab lab{"00_specimens", "refusals.cu", {}, {}, {}};
    lab.functions.push_back(whole_entry(name, function, Conv1d{.radius = kRadius}));
    lab.cases.push_back({name, "small", {SignalSize{10}}, false});
    const auto calls = plan(lab, name, 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, name, calls), 30);
    return judge(lab, name, calls, isolated.response, isolated.ended);
}

#define JUDGED(function) judged(#function, &function)

/// The message of a refused call, whose verdict and key must be these.
std::string refused(const Judgement& j, std::string_view key)
{
    CHECK(j.verdict == Verdict::cuda_error);
    CHECK(key_of(j) == key);
    return text(j.message);
}

}  // namespace

TEST_CASE("an array allocated in elements is too short for a copy in bytes, and neither the kernel nor the later check is blamed")
{
    CHECK(refused(JUDGED(allocates_elements), "copy_refused") ==
          "refusals.cu:49: cudaMemcpy asks for 40 bytes of d_copy, which has 10\n"
          "  where: cudaMemcpyDeviceToDevice, from d_in to d_copy (allocated in line 48); in a call with 10 elements, radius "
          "1\n"
          "  try:   the size of 10 floats is 40 bytes: does the cudaMalloc of d_copy ask for elements, not bytes, or is this size multiplied twice?");
}

TEST_CASE("a copy that goes past the end counts from its pointer on")
{
    CHECK(refused(JUDGED(copies_too_much), "copy_refused") ==
          "refusals.cu:74: cudaMemcpy asks for 80 bytes of d_in, which has 32 from there on\n"
          "  where: cudaMemcpyDeviceToHost, from d_in to a host array; in a call with 10 elements, radius 1\n"
          "  try:   count in bytes, elements * sizeof: is d_in too small, or does the call move too much?");
}

TEST_CASE("a copy that counts 8 bytes an element has taken a pointer's size")
{
    CHECK(refused(JUDGED(copies_pointers), "copy_refused") ==
          "refusals.cu:58: cudaMemcpy asks for 80 bytes of d_in, which has 40\n"
          "  where: cudaMemcpyDeviceToHost, from d_in to a host array; in a call with 10 elements, radius 1\n"
          "  try:   that is 8 bytes an element, and a float has 4: is sizeof taken of a pointer, or are elements counted twice?");
}

TEST_CASE("a copy to the pointer itself, with the & that cudaMalloc needs")
{
    CHECK(refused(JUDGED(copies_to_the_pointer), "copy_refused") ==
          "refusals.cu:66: cudaMemcpy has a variable of the host as its target, but its direction is cudaMemcpyHostToDevice\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   is there an & too much? cudaMalloc sets a pointer and needs &d_in, its address; cudaMemcpy needs d_in, what the pointer holds");
}

TEST_CASE("a copy back whose direction is that of a copy to the device")
{
    CHECK(refused(JUDGED(copies_in_the_wrong_direction), "copy_refused") ==
          "refusals.cu:82: cudaMemcpy copies from d_out to a host array, but its direction is cudaMemcpyHostToDevice\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   the direction names source and target: cudaMemcpyDeviceToHost");
}

TEST_CASE("a copy back whose pointers are exchanged")
{
    CHECK(refused(JUDGED(exchanges_the_pointers), "copy_refused") ==
          "refusals.cu:89: cudaMemcpy has d_out as its target and a host array as its source, but cudaMemcpyDeviceToHost as "
          "its direction\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   the target comes first, as in an assignment: are the two pointers exchanged?");
}

TEST_CASE("a copy from an array that was freed")
{
    CHECK(refused(JUDGED(copies_from_freed), "copy_refused") ==
          "refusals.cu:97: cudaMemcpy uses d_copy, which was freed before\n"
          "  where: cudaMemcpyDeviceToHost, from d_copy (allocated in line 95) to a host array; in a call with 10 elements, "
          "radius 1\n"
          "  try:   free an array only after the last kernel and copy that use it");
}

TEST_CASE("a copy to a null pointer")
{
    CHECK(refused(JUDGED(copies_to_null), "copy_refused") ==
          "refusals.cu:104: cudaMemcpy has a null pointer as its target\n"
          "  where: cudaMemcpyDeviceToDevice, from d_in to a null pointer; in a call with 10 elements, radius 1\n"
          "  try:   what should have set this pointer? Without its own cudaMalloc, or after one that was refused, it points to "
          "nothing");
}

TEST_CASE("a copy to a variable by its name")
{
    CHECK(refused(JUDGED(copies_by_name), "copy_refused") ==
          "refusals.cu:110: cudaMemcpy has c_filter as its target, a variable on the device: its name is not an address there\n"
          "  where: cudaMemcpyHostToDevice, from a host array to c_filter; in a call with 10 elements, radius 1\n"
          "  try:   cudaMemcpyToSymbol(c_filter, source, bytes) copies to it by its name");
}

TEST_CASE("a direction where the offset belongs")
{
    CHECK(refused(JUDGED(passes_the_direction_for_the_offset), "copy_refused") ==
          "refusals.cu:116: cudaMemcpyToSymbol asks for 12 bytes of c_filter from byte 1 on, which has 11 there\n"
          "  where: from a host array to c_filter; in a call with 10 elements, radius 1\n"
          "  try:   its fourth argument is an offset in bytes, and cudaMemcpyHostToDevice is 1: leave it out (the direction is "
          "the fifth argument)");
}

TEST_CASE("an array freed twice")
{
    CHECK(refused(JUDGED(frees_twice), "free_refused") ==
          "refusals.cu:126: cudaFree of d_copy, which was freed before\n"
          "  where: d_copy is allocated in line 123; in a call with 10 elements, radius 1\n"
          "  try:   free each array once: which line did it first?");
}

TEST_CASE("host memory that is freed on the device")
{
    CHECK(refused(JUDGED(frees_the_host), "free_refused") ==
          "refusals.cu:132: cudaFree of a pointer that does not come from cudaMalloc\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   the host frees its own memory itself: was a pointer to device memory meant?");
}

TEST_CASE("a pointer whose own address is freed")
{
    CHECK(refused(JUDGED(frees_the_pointer_itself), "free_refused") ==
          "refusals.cu:184: cudaFree of the address of a host variable\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   is there an & too much? A call that frees takes the pointer as it is: only cudaMalloc needs an &, because it sets the pointer");
}

TEST_CASE("a grid of no blocks, although a later line checks for it")
{
    CHECK(refused(JUDGED(rounds_blocks_down), "launch_refused") ==
          "refusals.cu:138: launch of convolve refused: a grid of 0 blocks\n"
          "  where: <<<(0,1,1), (64,1,1)>>>; in a call with 10 elements, radius 1\n"
          "  try:   round the number of blocks up, (count + threads - 1) / threads: where does a division give 0?");
}

TEST_CASE("a block of too many threads")
{
    CHECK(refused(JUDGED(has_a_large_block), "launch_refused") ==
          "refusals.cu:144: launch of convolve refused: blocks of 40 x 40 = 1600 threads, at most 1024\n"
          "  where: <<<(1,1,1), (40,40,1)>>>; in a call with 10 elements, radius 1\n"
          "  try:   blocks come first in <<<blocks, threads>>>: are the two exchanged? If not, a smaller block computes fewer "
          "outputs, and more blocks the rest");
}

TEST_CASE("shared arrays that are too large")
{
    CHECK(refused(JUDGED(has_a_large_tile), "launch_refused") ==
          "refusals.cu:149: launch of with_a_large_tile refused: its __shared__ arrays have 52800 bytes, at most 49152\n"
          "  where: <<<(1,1,1), (32,1,1)>>>; in a call with 10 elements, radius 1\n"
          "  try:   multiply the extents of the arrays by sizeof: which of them can be smaller?");
}

TEST_CASE("dynamic shared memory that is too large")
{
    CHECK(refused(JUDGED(asks_for_much_shared), "launch_refused") ==
          "refusals.cu:155: launch of convolve refused: 60000 bytes of dynamic shared memory, at most 49152\n"
          "  where: <<<(2,1,1), (64,1,1), 60000>>>; in a call with 10 elements, radius 1\n"
          "  try:   the third number between <<< and >>> is bytes, and those of its __shared__ arrays are added: print it. Is it meant to be so large? Above 48 KiB in all the host must call cudaFuncSetAttribute(convolve, "
          "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) first");
}

TEST_CASE("any other call is named with the error that it returned")
{
    CHECK(refused(JUDGED(destroys_no_stream), "cuda_error") ==
          "refusals.cu:161: cudaStreamDestroy refused: invalid resource handle\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   check the arguments: a null pointer, one that was freed, a size that is negative or too large?");
}

TEST_CASE("a refusal that the function handles is none, and the next one is still named")
{
    CHECK(text(JUDGED(handles_it).message) == "handles_it: right in its case");
    CHECK(refused(JUDGED(handles_one_and_not_the_next), "free_refused").starts_with("refusals.cu:176: cudaFree of a pointer 4 bytes after"));
}
