// Wrong sums on the engine, and the messages about them, none of which mentions convolutions.

#include "reduction.hpp"

#include <string>

#include <doctest/doctest.h>

#include "harness/student/isolate.hpp"
#include "harness/judge/judge.hpp"
#include "tests/reduction/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// Judged with the cases that the lab has for `sum`.
Judgement judged(const char* name, Reduction::Function function)
{
    Lab lab = the_lab();
    lab.functions = {whole_entry(name, function, Reduction{})};
    for (Case& one : lab.cases) one.function = name;
    for (Limit& one : lab.limits) one.function = name;
    const auto calls = plan(lab, name, 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, name, calls), 30);
    const Judgement j = judge(lab, name, calls, isolated.response, isolated.ended);

    std::string all = text(j.message);
    for (const JudgedCase& result : j.cases) all += '\n' + text(result.message);
    for (const JudgedCause& cause : j.findings) all += '\n' + text(cause.message);
    CAPTURE(all);
    for (const char* word : {"ghost", "halo", "filter", "tile", "patch", "pixel", "image", "convol"}) CHECK(all.find(word) == all.npos);
    return j;
}

#define JUDGED(function) judged(#function, &function)

}  // namespace

TEST_CASE("a sum is right, however its threads share the work")
{
    REQUIRE(lab_is_stated);
    CHECK(text(JUDGED(sum).message) == "sum: right in all 4 cases");
    CHECK(text(JUDGED(sum_in_one_block).message) == "sum_in_one_block: right in all 4 cases");
}

TEST_CASE("a sum that is not computed is reported as not started")
{
    const Judgement j = JUDGED(does_nothing);
    CHECK(key_of(j) == "not_started");
    CHECK(j.message.headline == "does_nothing: nothing is written yet (1 element)");
}

TEST_CASE("a sum of too few or too many elements is wrong, and both numbers are shown")
{
    const Judgement few = JUDGED(forgets_the_last_block), many = JUDGED(adds_twice);
    CHECK(few.verdict == Verdict::wrong_result);
    CHECK(few.message.headline == "forgets_the_last_block: 1 of 1 element differs (129 elements)");
    CHECK(few.message.where == "first out[0] = 983, expected 997");
    CHECK(few.message.attempt == "compute out[0] with pencil and paper: which elements does your result lack or have twice?");
    CHECK(many.verdict == Verdict::wrong_result);
    CHECK(many.message.headline == "adds_twice: 1 of 1 element differs (1 element)");
    CHECK(many.message.where == "first out[0] = 30, expected 15");
}

TEST_CASE("a tree without barriers races")
{
    const Judgement j = JUDGED(has_no_barrier);
    CHECK(j.verdict == Verdict::race);
    CHECK(j.message.headline == "reduction.cu:41: s_sum[32] is written here and read in line 43, with no barrier between");
}

TEST_CASE("a read past the end is named with its array")
{
    const Judgement j = JUDGED(reads_past_the_end);
    CHECK(j.verdict == Verdict::out_of_bounds);
    CHECK(text(j.message) ==
          "reduction.cu:61: read of d_in[1], past the end of its 1 element\n"
          "  where: block (0,0), thread (1,0); 127 such accesses; 1 element\n"
          "  try:   test the index against the size first: the last block has threads with nothing to do. Is there a test? Then it lets this thread through, or tests another index");
}

TEST_CASE("a sum added to what the output held starts from uninitialised memory")
{
    const Judgement j = JUDGED(begins_with_what_is_there);
    CHECK(key_of(j) == "sum_of_nothing");
    CHECK(j.message.attempt == "does the sum begin with what the output held? Begin with 0 in a register");
}

TEST_CASE("shared memory that only some threads fill is reported")
{
    const Judgement j = JUDGED(leaves_shared_memory_empty);
    CHECK(j.verdict == Verdict::uninitialised);
    CHECK(j.message.headline == "reduction.cu:13: read of s_sum[64], which was never initialised");
}

TEST_CASE("a limit counts what the whole sum loads")
{
    const Judgement j = JUDGED(loads_twice);
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(j.message.headline == "loads_twice: the values are right, but global_loads is 20,000; at most 10,000 passes (10000 elements)");
}
