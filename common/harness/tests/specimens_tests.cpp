// Wrong functions on the engine, each in its own process, and what must be reported about them.

#include "specimens.hpp"

#include <string>

#include <doctest/doctest.h>

#include "harness/student/isolate.hpp"
#include "harness/judge/judge.hpp"
#include "harness/lab/cases.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

Lab lab_of(const char* name, Conv1d::Function function)
{
    Lab lab{"00_specimens", "specimens.cu", {}, {}, {}};
    lab.functions.push_back(whole_entry(name, function, Conv1d{.radius = kRadius}));
    lab.cases.push_back({name, "small", {SignalSize{10}, SignalSize{100}}, false});
    return lab;
}

Judgement judged(const char* name, Conv1d::Function function)
{
    const Lab lab = lab_of(name, function);
    const auto calls = plan(lab, name, 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, name, calls), 30);
    return judge(lab, name, calls, isolated.response, isolated.ended);
}

template <Kind K>
Judgement judged_as(const char* name, const K& kind, typename K::Function function, std::vector<typename K::Size> sizes)
{
    Lab lab{"00_specimens", "specimens.cu", {}, {}, {}};
    lab.functions.push_back(whole_entry(name, function, kind));
    lab.cases.push_back({name, "small", std::vector<Size>(sizes.begin(), sizes.end()), false});
    const auto calls = plan(lab, name, 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, name, calls), 30);
    return judge(lab, name, calls, isolated.response, isolated.ended);
}

#define JUDGED(function) judged(#function, &function)

}  // namespace

TEST_CASE("a right function passes")
{
    const Judgement j = JUDGED(right);
    CHECK(text(j.message) == "right: right in its case");
    CHECK(j.findings.empty());
    CHECK(j.leaked_bytes == 0);
}

TEST_CASE("a race is reported although the values are right")
{
    const Judgement j = JUDGED(racy);
    CHECK(j.verdict == Verdict::race);
    CHECK(j.message.headline == "specimens.cu:31: s_in[0] is written here and read in line 33, with no barrier between");
}

TEST_CASE("a leak is a finding with its size, and no verdict")
{
    const Judgement j = JUDGED(leaks);
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.leaked_bytes == 4 * 400);
    REQUIRE(j.findings.size() == 1);
    CHECK(j.findings[0].kind == "leak");
    CHECK(j.findings[0].count == 4);
}

TEST_CASE("values computed on the host do not pass")
{
    CHECK(text(JUDGED(on_the_host).message) ==
          "on_the_host: the values are right, but no kernel was launched\n"
          "  where: in a call with 10 elements, radius 1\n"
          "  try:   the task is to compute on the device: let each output be stored by a thread of a kernel");
}

TEST_CASE("sums that the host forms and a kernel copies do not pass, a look at the input does")
{
    const std::vector<SignalAndFilterSize> sizes = {{.width = 300, .filter_width = 5}};
    CHECK(text(judged_as("sums_on_the_host", DeviceConv1d{}, sums_on_the_host, sizes).message) ==
          "sums_on_the_host: the values are right, but the host computed them\n"
          "  where: host code read 1494 elements of its arrays, in a call with 300 elements, filter 5 wide\n"
          "  try:   the task is to compute on the device: let the host only copy, and a thread of a kernel compute each output");
    CHECK(judged_as("looks_at_its_input", DeviceConv1d{}, looks_at_its_input, sizes).message.headline == "looks_at_its_input: right in its case");
}

TEST_CASE("a sum that was never initialised is named as such")
{
    const Judgement j = judged_as("never_sets_its_sum", DeviceConv1d{}, never_sets_its_sum, {{.width = 300, .filter_width = 5}});
    CHECK(j.verdict == Verdict::uninitialised);
    CHECK(text(j.message) ==
          "never_sets_its_sum: a variable that was never initialised is added to or stored, 300 of 300 elements differ (300 elements, filter 5 wide)\n"
          "  where: first out[0] = -1.69474e+38, expected -32.5\n"
          "  what:  every wrong one is what the engine puts into such variables, and not a sum\n"
          "  try:   declare the sum with its start value: float sum = 0.0f;");
}

TEST_CASE("exceptions, refused launches and crashes are reported with their call")
{
    CHECK(text(JUDGED(throws).message) == "throws: out of ideas\n  where: in a call with 10 elements, radius 1");

    const Judgement no_launch = JUDGED(refused);
    CHECK(no_launch.verdict == Verdict::cuda_error);
    CHECK(key_of(no_launch) == "launch_refused");
    CHECK(text(no_launch.message) ==
          "specimens.cu:89: launch of convolve refused: blocks of 2048 threads, at most 1024\n"
          "  where: <<<(1,1,1), (2048,1,1)>>>; in a call with 10 elements, radius 1\n"
          "  try:   blocks come first in <<<blocks, threads>>>: are the two exchanged? If not, a smaller block computes fewer outputs, and "
          "more blocks the rest");

    const Judgement dead = JUDGED(crashes);
    CHECK(dead.verdict == Verdict::crash);
    CHECK(text(dead.message) ==
          "crashes: the program died of SIGSEGV: an address that it may not use\n"
          "  where: in a call with 100 elements, radius 1\n"
          "  try:   which host code follows a device pointer, or runs past a host array?");

    const Judgement left = JUDGED(exits);
    CHECK(left.verdict == Verdict::crash);
    CHECK(left.message.headline == "specimens.cu:100: exit ends the program");
    CHECK(left.message.where == "in host code; the program went on without this call; 10 elements, radius 1");
}

TEST_CASE("a filter kept from the first call is found in the second")
{
    const Judgement j = JUDGED(keeps);
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(key_of(j) == "stale");
}

TEST_CASE("a function that is wrong for no known reason is asked what it sums")
{
    const Lab lab = lab_of("mirrors", mirrors);
    const auto calls = plan(lab, "mirrors", 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, "mirrors", calls), 30);
    const DetailedJudgement first = judge(lab, "mirrors", calls, isolated.response, isolated.ended);
    REQUIRE(first.inquiry);
    CHECK(first.verdict == Verdict::wrong_result);
    CHECK(first.message.what.empty());

    const Isolated asked = run_isolated(lab, first.inquiry->request, 30);
    const DetailedJudgement j = judge(lab, "mirrors", calls, isolated.response, isolated.ended, Answer{asked.response, asked.ended});
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(key_of(j) == "filter_mirrored");
    CHECK(text(j.message) == "mirrors: the filter is mirrored, 97 of 100 elements differ (100 elements, radius 1)\n"
                             "  where: first out[0] = 48, expected -19.5, stored in line 183 by thread (0,0) of block (0,0), which loads in line 182\n"
                             "  what:  this is exactly what a mirrored filter gives\n"
                             "         out[1] shows more than out[0]:\n"
                             "         out[1] multiplies f[-1] with in[2], not with in[0]; 1 more of its products is wrong\n"
                             "         > . <     < met an element left of its own\n"
                             "                   > met an element right of its own\n"
                             "  try:   here out[i] sums filter[d+R] · in[i+d]: both indices grow together");
}

TEST_CASE("the last block that writes past the end is named by its line")
{
    const Judgement j = JUDGED(overruns);
    CHECK(j.verdict == Verdict::out_of_bounds);
    CHECK(j.message.headline == "specimens.cu:44: write of d_out[10], past the end of its 10 elements");
    CHECK(j.message.where == "block (0,0), thread (10,0); 54 such accesses; 10 elements, radius 1");
}

TEST_CASE("a filter of any width is passed on, and a copy that reads past its end is named with its bytes")
{
    const std::vector<SignalAndFilterSize> sizes = {{.width = 100, .filter_width = 5}, {.width = 20, .filter_width = 63}};
    CHECK(judged_as("widens", DeviceConv1d{}, widens, sizes).message.headline == "widens: right in its case");
    CHECK(text(judged_as("reads_on", DeviceConv1d{}, reads_on, {{.width = 100, .filter_width = 5}}).message) ==
          "specimens.cu:132: cudaMemcpyToSymbol reads 252 bytes of h_filter, which has 20\n"
          "  where: in host code; 100 elements, filter 5 wide\n"
          "  try:   multiply the elements of h_filter by the size of one: 5 in this call; the room at the other end does not count");
    CHECK(text(judged_as("copies_room", DeviceConv1d{}, copies_room, sizes).message) ==
          "specimens.cu:195: cudaMemcpyToSymbol reads 252 bytes of h_filter, which has 20\n"
          "  where: in host code; 100 elements, filter 5 wide\n"
          "  try:   multiply the elements of h_filter by the size of one: 5 in this call; the room at the other end does not count");
}

TEST_CASE("a copy of a pointer's size leaves out the rest of the filter, unless another copy moves it")
{
    const std::vector<SignalAndFilterSize> sizes = {{.width = 100, .filter_width = 5}, {.width = 20, .filter_width = 63}};
    CHECK(text(judged_as("copies_pointer", DeviceConv1d{}, copies_pointer, sizes).message) ==
          "specimens.cu:202: cudaMemcpyToSymbol reads only 8 bytes of h_filter, which has 20\n"
          "  where: in host code; 8 is the size of a pointer; 100 elements, filter 5 wide\n"
          "  try:   sizeof(h_filter) is the size of the pointer: multiply the elements of h_filter by the size of one");
    CHECK(judged_as("copies_in_parts", DeviceConv1d{}, copies_in_parts, sizes).message.headline == "copies_in_parts: right in its case");
}

TEST_CASE("a copy back that is longer than h_out is named with its bytes, and h_out keeps what it has room for")
{
    const std::vector<SignalAndFilterSize> sizes = {{.width = 100, .filter_width = 5}, {.width = 3000, .filter_width = 5}};
    const Judgement j = judged_as("copies_back_twice", HostConv1d{}, copies_back_twice, sizes);
    CHECK(j.verdict == Verdict::out_of_bounds);
    CHECK(text(j.message) ==
          "specimens.cu:230: cudaMemcpy writes 800 bytes to h_out, which has 400\n"
          "  where: in host code; 100 elements, filter 5 wide\n"
          "  try:   that is 8 bytes an element, and a float has 4: is sizeof taken of a pointer, or are elements counted twice?");
    CHECK(text(judged_as("copies_back_rows", HostConv1d{}, copies_back_rows, sizes).message) ==
          "specimens.cu:242: cudaMemcpy2D writes 800 bytes to h_out, which has 400\n"
          "  where: in host code; 100 elements, filter 5 wide\n"
          "  try:   that is 8 bytes an element, and a float has 4: is sizeof taken of a pointer, or are elements counted twice?");
}

TEST_CASE("host code that leaves an array is named by its line and element, and the program goes on")
{
    const std::vector<SignalAndFilterSize> sizes = {{.width = 100, .filter_width = 5}, {.width = 3000, .filter_width = 5}};
    CHECK(text(judged_as("writes_on", HostConv1d{}, writes_on, sizes).message) ==
          "specimens.cu:248: write of h_out[100], past the end of its 100 elements\n"
          "  where: in host code; 300 such accesses; 100 elements, filter 5 wide\n"
          "  try:   its last element has the index 99: how far does the loop run?");
    CHECK(text(judged_as("writes_far_before", HostConv1d{}, writes_far_before, sizes).message) ==
          "specimens.cu:254: write of h_out[-2000], before the start of its 100 elements\n"
          "  where: in host code; 100 elements, filter 5 wide\n"
          "  try:   its first element has the index 0: where does the loop begin?");
    CHECK(text(judged_as("fills_with_library", HostConv1d{}, fills_with_library, sizes).message) ==
          "specimens.cu:260: write of h_out[100], past the end of its 100 elements\n"
          "  where: in host code; 100 elements, filter 5 wide\n"
          "  try:   its last element has the index 99: how far does the loop run?");
    CHECK(judged_as("uses_all_of_it", HostConv1d{}, uses_all_of_it, sizes).message.headline == "uses_all_of_it: right in its case");
}

TEST_CASE("a transpose gets both sizes, one in place a matrix whose diagonal it need not touch")
{
    CHECK(judged_as("turns", Transpose{}, turns, {{1, 1}, {40, 3}, {3, 40}}).verdict == Verdict::passed);
    CHECK(judged_as("turns_in_place", TransposeInPlace{}, turns_in_place, {{1}, {33}}).verdict == Verdict::passed);

    const Judgement j = judged_as("turns_nothing", TransposeInPlace{}, turns_nothing, {{1}, {33}});
    CHECK(j.message.headline == "turns_nothing: nothing is written yet (33 x 33 matrix)");
    CHECK(j.message.where == "every element is where it was; no kernel was launched");
    CHECK(judged_as("turns_nothing", TransposeInPlace{}, turns_nothing, {{1}}).verdict == Verdict::passed);
}
