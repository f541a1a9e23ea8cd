// The larger call at the end of a round: its counts become bounds, and it must be right. Responses as a program might have written them; no kernel runs.

#include <doctest/doctest.h>

#include <algorithm>

#include "harness/judge/card_bounds.hpp"
#include "results.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// A round's results, and after them those of the call for a card: counts of a kernel that loads 25 elements for each output.
struct WithLargerCall : test::Results {
    WithLargerCall()
    {
        const auto call = call_for_card(lab, test::kFunction, 5);
        REQUIRE(call);
        calls.push_back(*call);
        request = request_for(lab, test::kFunction, calls);
        values.push_back(lab.functions[0].kind->solve(request.calls.back()).want);
        const auto outputs = std::uint64_t(values.back().size());
        facts.emplace_back().input_use = InputUse{.outputs = outputs, .stored = outputs};
        facts.back().counters = Counters{.launches = 1, .blocks = outputs / 256, .threads = outputs, .global_loads = 25 * outputs, .global_stores = outputs,
                                         .global_load_requests = 25 * outputs / 32, .global_store_requests = outputs / 32,
                                         .global_load_sectors = 25 * outputs / 32 * 6, .global_store_sectors = outputs / 8};
        finished = calls.size();
    }
};

/// The message of a judgement that the larger call alone has failed.
Message failed_by_larger_call(const WithLargerCall& results, Verdict verdict)
{
    const Judgement j = results.judged();
    CHECK(j.verdict == verdict);
    CHECK(j.bounds.empty());
    CHECK(j.counters == test::Results().judged().counters);
    REQUIRE(j.cases.size() == 2);
    CHECK(j.cases[0].verdict == Verdict::passed);
    CHECK(j.cases[1].verdict == verdict);
    return j.message;
}

bool names_its_size(const Message& message) { return text(message).find("448 x 112") != std::string::npos; }

}  // namespace

TEST_CASE("the counts of a right call become a bound at a card's size")
{
    const WithLargerCall larger;
    CHECK(larger.calls.back().size == ImageSize{.width = 448, .height = 112});
    const auto bounds = larger.judged().bounds;
    REQUIRE(!bounds.empty());
    CHECK(bounds[0].card == "NVIDIA H200");
    CHECK(bounds[0].size == "16384 x 16384 image, radius 2");
    CHECK(bounds[0].bound.resource == Resource::l1);
    // 25 requests of 6 sectors and a store of 4 for each of 2^23 warps, at 4 sectors a clock on 132 multiprocessors.
    CHECK(bounds[0].bound.seconds == doctest::Approx((25 * 6 + 4) / 4.0 * (1 << 23) / 132 / 1.98e9));
    CHECK(bounds[0].basic == "conv2d_basic");
    CHECK(bounds[0].differences.empty());
}

TEST_CASE("apart from the bounds a judgement is that of the calls before")
{
    WithLargerCall larger;
    larger.facts.back().leaked_bytes = 400;
    larger.facts.back().findings = {test::found(FindingKind::leak)};
    DetailedJudgement j = larger.judged();
    const DetailedJudgement without = test::Results().judged();
    CHECK(j.measured_size == without.measured_size);
    j.bounds.clear();
    CHECK(json_text(j) == json_text(without));
}

TEST_CASE("a function that is not measured has no call for cards")
{
    test::Results results;
    results.lab.cases.pop_back();
    CHECK(!call_for_card(results.lab, test::kFunction, 5));
}

TEST_CASE("the limits of the measured case are not limits of the larger call")
{
    WithLargerCall larger;
    larger.lab.limits = {{test::kFunction, "global_loads", &Counters::global_loads, 5, "load less", 1}};
    CHECK(larger.judged().verdict == Verdict::passed);
    larger.facts[5].counters->global_loads *= 5;
    CHECK(larger.judged().verdict == Verdict::slow_pattern);
    CHECK(larger.judged().bounds.empty());
}

TEST_CASE("what is wrong in the larger call alone fails the measured case, and the message names the size")
{
    WithLargerCall larger;
    SUBCASE("a wrong value")
    {
        larger.values.back()[77] += 1;
        CHECK(names_its_size(failed_by_larger_call(larger, Verdict::wrong_result)));
    }
    SUBCASE("a store outside")
    {
        Finding finding = test::found(FindingKind::out_of_bounds);
        finding.space = Space::global;
        finding.access = Access::write;
        larger.facts.back().findings = {finding};
        CHECK(names_its_size(failed_by_larger_call(larger, Verdict::out_of_bounds)));
        CHECK(larger.judged().findings.size() == 1);
    }
    SUBCASE("a crash")
    {
        larger.finished -= 1;
        larger.end_mark = false;
        larger.ended = "signal:11";
        CHECK(names_its_size(failed_by_larger_call(larger, Verdict::crash)));
    }
    SUBCASE("too much memory")
    {
        larger.finished -= 1;
        larger.end_mark = false;
        larger.ended = "memory";
        CHECK(names_its_size(failed_by_larger_call(larger, Verdict::memory_limit)));
    }
    SUBCASE("nothing stored")
    {
        larger.values.back().assign(larger.values.back().size(), unwritten());
        larger.facts.back().counters->global_stores = 0;
        CHECK(names_its_size(failed_by_larger_call(larger, Verdict::wrong_result)));
    }
}

TEST_CASE("one load an output is clearly less than 25")
{
    WithLargerCall larger;
    Counters& c = *larger.facts.back().counters;
    c.global_loads /= 25, c.global_load_requests /= 25, c.global_load_sectors /= 25;
    const auto differences = larger.judged().bounds.at(0).differences;
    REQUIRE(differences.size() == 2);
    CHECK(differences[0].ratio > 10);
}

TEST_CASE("a round ends with the larger call; instead of the second call at the measured size, where another round has made that")
{
    const test::Results results;
    const auto count = [&](bool instead, bool for_card, int repeat) {
        std::vector<PlannedCall> calls = plan(results.lab, test::kFunction, 5, 1);
        add_call_for_card(calls, results.lab, test::kFunction, 5, instead);
        CHECK(calls.back().for_card);
        return std::ranges::count_if(calls, [&](const PlannedCall& c) { return c.case_index == calls.back().case_index && c.for_card == for_card && c.repeat == repeat; });
    };
    CHECK(count(false, true, 0) == 1);
    CHECK(count(false, false, 0) == 1);
    CHECK(count(false, false, 1) == 1);
    CHECK(count(true, true, 0) == 1);
    CHECK(count(true, false, 0) == 1);
    CHECK(count(true, false, 1) == 0);

    std::vector<PlannedCall> calls = plan(results.lab, test::kFunction, 5, 1), before = calls;
    add_call_for_card(calls, results.lab, test::kFunction, 5, true);
    CHECK(calls.size() == before.size());                       // cases that are not measured keep their second calls
}
