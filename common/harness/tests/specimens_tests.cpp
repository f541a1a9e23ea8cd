// Wrong functions on the engine, each in its own process, and what must be reported about them.

#include "specimens.hpp"

#include <string>

#include <doctest/doctest.h>

#include "harness/isolate.hpp"
#include "harness/judge.hpp"
#include "harness/lab.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

Lab lab_of(const char* name, Conv1d::Function function)
{
    Lab lab{"00_specimens", "specimens.cu", {}, {}, {}};
    lab.functions.push_back(whole_entry(name, function, Conv1d{.radius = kRadius}));
    lab.cases.push_back({name, "small", {{10}, {100}}, false});
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
Judgement judged_as(const char* name, const K& kind, typename K::Function function, std::vector<Size> sizes)
{
    Lab lab{"00_specimens", "specimens.cu", {}, {}, {}};
    lab.functions.push_back(whole_entry(name, function, kind));
    lab.cases.push_back({name, "small", std::move(sizes), false});
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
    CHECK(j.message.headline == "specimens.cu:30: s_in[0] is written here and read in line 32, with no barrier between");
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

TEST_CASE("exceptions, refused launches and crashes are reported with their call")
{
    CHECK(text(JUDGED(throws).message) == "throws: out of ideas\n  where: in a call with 10 elements, radius 1");

    const Judgement no_launch = JUDGED(refused);
    CHECK(no_launch.verdict == Verdict::cuda_error);
    CHECK(key_of(no_launch) == "launch_refused");
    CHECK(text(no_launch.message) ==
          "specimens.cu:88: launch of convolve refused: blocks of 2048 threads, at most 1024\n"
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
    CHECK(left.message.headline == "exits: the program ended before its results were complete");
    CHECK(left.message.where == "exit code 0, in a call with 10 elements, radius 1");
}

TEST_CASE("a filter kept from the first call is found in the second")
{
    const Judgement j = JUDGED(keeps);
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(key_of(j) == "stale");
}

TEST_CASE("the last block that writes past the end is named by its line")
{
    const Judgement j = JUDGED(overruns);
    CHECK(j.verdict == Verdict::out_of_bounds);
    CHECK(j.message.headline == "specimens.cu:43: write of d_out[10], past the end of its 10 elements");
    CHECK(j.message.where == "block (0,0), thread (10,0); 54 such accesses; 10 elements, radius 1");
}

TEST_CASE("a filter of any width is passed on, and reading past its end crashes")
{
    const std::vector<Size> sizes = {{.width = 100, .filter_width = 5}, {.width = 20, .filter_width = 63}};
    CHECK(judged_as("widens", DeviceConv1d{}, widens, sizes).message.headline == "widens: right in its case");
    const Judgement j = judged_as("reads_on", DeviceConv1d{}, reads_on, {{.width = 100, .filter_width = 5}});
    CHECK(j.message.headline == "reads_on: the program died of SIGSEGV: an address that it may not use");
    CHECK(j.message.where == "in a call with 100 elements, filter 5 wide");
}

TEST_CASE("a transpose gets both sizes, one in place a matrix whose diagonal it need not touch")
{
    CHECK(judged_as("turns", Transpose{}, turns, {{1, 1}, {40, 3}, {3, 40}}).verdict == Verdict::passed);
    CHECK(judged_as("turns_in_place", TransposeInPlace{}, turns_in_place, {{1}, {33}}).verdict == Verdict::passed);

    const Judgement j = judged_as("turns_nothing", TransposeInPlace{}, turns_nothing, {{1}, {33}});
    CHECK(j.message.headline == "turns_nothing: nothing is written yet (33 x 33 matrix)");
    CHECK(j.message.where == "every element is where it was");
    CHECK(judged_as("turns_nothing", TransposeInPlace{}, turns_nothing, {{1}}).verdict == Verdict::passed);
}
