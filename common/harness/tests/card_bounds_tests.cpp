// What counts of one larger call say about a card. Responses as a program might have written them; no kernel runs.

#include <doctest/doctest.h>

#include "harness/card_bounds.hpp"
#include "results.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// The response to the call for a card: right values, and counts of a kernel that loads 25 elements for each output.
struct LargerCall {
    Lab lab = test::some_lab();
    std::optional<PlannedCall> call = call_for_card(lab, test::kFunction, 5);
    Returned returned;

    LargerCall()
    {
        REQUIRE(call);
        const Inputs inputs = request_for(lab, test::kFunction, {*call}).calls.at(0);
        const std::vector<float> want = lab.functions[0].kind->solve(inputs).want;
        const auto outputs = std::uint64_t(want.size());
        returned.guard = 1;
        returned.values = {unwritten()};
        returned.values.insert(returned.values.end(), want.begin(), want.end());
        returned.values.push_back(unwritten());
        returned.facts.input_use = InputUse{.outputs = outputs, .stored = outputs};
        returned.facts.counters = Counters{.launches = 1, .blocks = outputs / 256, .threads = outputs, .global_loads = 25 * outputs, .global_stores = outputs,
                                           .global_load_requests = 25 * outputs / 32, .global_store_requests = outputs / 32,
                                           .global_load_sectors = 25 * outputs / 32 * 6, .global_store_sectors = outputs / 8};
    }

    std::vector<CardBound> bounds(const char* ended = "exit:0") const
    {
        const std::string bytes = begun_record(0) + output_record(0, returned.guard, returned.values) + facts_record(0, returned.facts) + end_record();
        return card_bounds(lab, test::kFunction, *call, bytes, ended);
    }
};

}  // namespace

TEST_CASE("the counts of a right call become a bound at a card's size")
{
    const LargerCall larger;
    CHECK(larger.call->size == Size{.width = 448, .height = 224});
    const auto bounds = larger.bounds();
    REQUIRE(!bounds.empty());
    CHECK(bounds[0].card == "NVIDIA H200");
    CHECK(bounds[0].size == "16384 x 16384 image, radius 2");
    CHECK(bounds[0].bound.resource == Resource::l1);
    // 25 requests of 6 sectors and a store of 4 for each of 2^23 warps, at 4 sectors a clock on 132 multiprocessors.
    CHECK(bounds[0].bound.seconds == doctest::Approx((25 * 6 + 4) / 4.0 * (1 << 23) / 132 / 1.98e9));
    CHECK(bounds[0].basic == "conv2d_basic");
    CHECK(bounds[0].differences.empty());
}

TEST_CASE("a wrong or damaged call, one that was not counted, and a function that is not measured have no bound")
{
    LargerCall larger;
    SUBCASE("wrong") { larger.returned.values[77] += 1; }
    SUBCASE("not counted") { larger.returned.facts.counters.reset(); }
    SUBCASE("stopped")
    {
        CHECK(larger.bounds("signal:11").empty());
        return;
    }
    SUBCASE("not measured")
    {
        larger.lab.cases.pop_back();
        CHECK(!call_for_card(larger.lab, test::kFunction, 5));
        return;
    }
    CHECK(larger.bounds().empty());
}

TEST_CASE("one load an output is clearly less than 25")
{
    LargerCall larger;
    Counters& c = *larger.returned.facts.counters;
    c.global_loads /= 25, c.global_load_requests /= 25, c.global_load_sectors /= 25;
    const auto differences = larger.bounds().at(0).differences;
    REQUIRE(differences.size() == 2);
    CHECK(differences[0].ratio > 10);
}
