// Hidden tests in a process of their own: two responses, one judgement. No kernel runs.

#include <doctest/doctest.h>

#include "harness/judge/apart.hpp"
#include "harness/judge/course_tests.hpp"
#include "results.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

constexpr const char* kStrip = "a strip";

/// What both processes of an honest program with a right kernel wrote: the lab's own tests, and a hidden strip of 131 x 1.
struct TwoProcesses {
    test::Results seen, hidden;

    TwoProcesses()
    {
        for (test::Results* one : {&seen, &hidden}) REQUIRE(add_course_tests(one->lab, {{test::kFunction, kStrip, {{131, 1}}, true}}).empty());
        hidden.calls = calls_of(hidden.lab, plan(hidden.lab, test::kFunction, 5, 0), true);
        hidden.request = request_for(hidden.lab, test::kFunction, hidden.calls);
        hidden.values.clear(), hidden.facts.clear();
        for (const Inputs& inputs : hidden.request.calls) {
            const Expected expected = hidden.lab.functions[0].kind->solve(inputs);
            hidden.values.push_back(expected.want);
            Counters& counters = hidden.facts.emplace_back().counters.emplace();
            counters.launches = 1;
            counters.global_stores = expected.want.size();
            counters.global_loads = std::uint64_t(*expected.loads.tiled);
            hidden.facts.back().input_use = InputUse{.outputs = expected.want.size(), .stored = expected.want.size()};
        }
        hidden.finished = hidden.calls.size();
    }
    DetailedJudgement judged() const { return joined(seen.judged(), hidden.judged()); }
};

}  // namespace

TEST_CASE("no call of a hidden test is among those that a student's results come from, and all others keep their data")
{
    Lab lab = test::some_lab();
    const auto own = plan(lab, test::kFunction, 5, 0);
    REQUIRE(add_course_tests(lab, {{test::kFunction, "open", {{7, 1}}}, {test::kFunction, kStrip, {{131, 1}}, true}}).empty());
    const auto all = plan(lab, test::kFunction, 5, 0), seen = calls_of(lab, all, false), hidden = calls_of(lab, all, true);
    REQUIRE(seen.size() == own.size() + 2);
    for (std::size_t i = 0; i < own.size(); ++i) CHECK(seen[i].seed == own[i].seed);
    CHECK(seen.back().size == ImageSize{.width = 7, .height = 1});
    REQUIRE(hidden.size() == 2);
    CHECK(hidden[0].size == ImageSize{.width = 131, .height = 1});
}

TEST_CASE("a right program passes all tests of both processes, and counts are those of the first")
{
    const TwoProcesses both;
    const DetailedJudgement j = both.judged();
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.message.headline.find("right in all 3 cases") != std::string::npos);
    REQUIRE(j.cases.size() == 3);
    CHECK(j.cases[2].name == kStrip);
    CHECK(j.counters == both.seen.judged().counters);
}

TEST_CASE("a hidden test that fails says the verdict only where no test that students see has failed")
{
    TwoProcesses both;
    both.hidden.finished = 0, both.hidden.end_mark = false, both.hidden.ended = "signal:11";
    DetailedJudgement j = both.judged();
    CHECK(j.verdict == Verdict::crash);
    CHECK(j.about == kStrip);
    CHECK(j.cases[0].verdict == Verdict::passed);
    CHECK(j.cases[2].verdict == Verdict::crash);

    both.seen.values[3][7] += 1;
    j = both.judged();
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(j.about == "small");
    CHECK(j.cases[2].verdict == Verdict::crash);
}

TEST_CASE("what a hidden test's process leaks or shows is in its own row, never added to what students see")
{
    TwoProcesses both;
    both.hidden.facts[0].leaked_bytes = 131;
    both.hidden.facts[0].findings = {test::found(FindingKind::race)};
    const DetailedJudgement j = both.judged();
    CHECK(j.leaked_bytes == 0);
    CHECK(j.cases[2].leaked_bytes == 131);
    REQUIRE(j.findings.size() == 1);
    CHECK(j.findings[0].in.front().test == kStrip);

    both.seen.facts[0].findings = {test::found(FindingKind::race)};
    CHECK(both.judged().findings.front().in.front().test == "small");
}

TEST_CASE("where a limit ended the first process no hidden test ran; where it passed, their response must be there")
{
    TwoProcesses both;
    CHECK_THROWS(joined_without(both.seen.judged(), both.seen.lab, both.hidden.calls));
    both.seen.finished = 1, both.seen.end_mark = false, both.seen.ended = "timeout";
    const DetailedJudgement j = joined_without(both.seen.judged(), both.seen.lab, both.hidden.calls);
    CHECK(j.verdict == Verdict::timeout);
    REQUIRE(j.cases.size() == 3);
    CHECK_FALSE(j.cases[2].ran);
    CHECK(j.cases[2].verdict == Verdict::timeout);
    CHECK(j.cases[2].about == "small");
}
