// The second question about a wrong result: when it is asked, what it is, and what an answer can change.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "harness/tests/results.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;
using namespace halo::lab::test;

namespace {

/// A convolution that leaves out the right halo of each tile.
std::vector<float> without_right_halo(const Inputs& inputs)
{
    return convolved(inputs, [](const Pixel& pixel, int x, int y, int dx, int dy) {
        return x + dx < x / 16 * 16 + 16 ? pixel(x + dx, y + dy) : 0.0f;
    });
}

}  // namespace

TEST_CASE("wrong values are counted and located, and explained when the function is asked")
{
    Results results;
    results.computed_by(without_right_halo);
    const DetailedJudgement first = results.judged();
    const std::vector<float> want = results.lab.functions[0].kind->solve(results.request.calls[2]).want;
    const std::string where = "  where: first out[0][14] = " + number(results.values[2][14]) + ", expected " + number(want[14]) + '\n';
    CHECK(text(first.message) == "conv2d_tiled: 68 of 561 pixels differ (33 x 17 image, radius 2)\n" + where
                                 + "  try:   compute out[0][14] with pencil and paper: which products does your sum lack or have twice?");
    CHECK(key_of(first) == "wrong_result");
    REQUIRE(first.inquiry);

    const DetailedJudgement j = results.judged_with(answer_of(*first.inquiry, without_right_halo));
    CHECK(text(j.message) == "conv2d_tiled: the halo is missing, 68 of 561 pixels differ (33 x 17 image, radius 2)\n" + where
                             + "  what:  no sum has a product with the right halo of its tile\n"
                               "         out[2][14] shows more than out[0][14]:\n"
                               "         out[2][14] lacks f[-2][+2] · in[0][16]; 4 more of its products are wrong\n"
                               "         . . . . -     - missing\n"
                               "         . . . . -\n"
                               "         . . . . -\n"
                               "         . . . . -\n"
                               "         . . . . -\n"
                               "  try:   look at the right halo: which thread fills s_tile[..][18] and [19]?");
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(key_of(j) == "halo_missing");
    CHECK(j.asked);
    CHECK(j.inquiry->call == first.inquiry->call);
    CHECK(j.cases[0].message == j.message);
    CHECK(j.cases[1].verdict == Verdict::wrong_result);
    CHECK(j.cases[1].message == first.cases[1].message);
    CHECK(outweighs(j, first));
}

TEST_CASE("an inquiry is the wrong call again, then the questions, about the largest call that can be asked in time")
{
    Results results;
    results.computed_by(without_right_halo);
    const Inquiry inquiry = *results.judged().inquiry;
    CHECK(inquiry.call == 2);                           // 33 x 17; to ask about 200 x 136 takes too long
    CHECK(inquiry.request.function == kFunction);
    CHECK(inquiry.request.traced == std::uint64_t(14));
    CHECK(inquiry.request.calls.at(0).arrays == results.request.calls[2].arrays);
    CHECK(inquiry.request.calls.size() == 1 + 5 + 3 * (2 + 10));
    for (const Inputs& call : inquiry.request.calls) CHECK(call.size == results.calls[2].size);

    results.values[2] = right(results.request.calls[2]);
    CHECK(results.judged().inquiry->call == 3);
    results.values[3] = right(results.request.calls[3]);
    CHECK(results.judged().inquiry->call == 4);         // better late than never
    const auto with = [](double cost, double telling) { return Inquiry{0, {}, cost, telling}; };
    CHECK(better(with(1e6, 10), with(1e3, 9)));
    CHECK(!better(with(1e6, 9), with(1e3, 10)));
    CHECK(!better(with(1e8, 1000), with(1e6, 10)));
    CHECK(better(with(1e7, 10), with(1e8, 1000)));
}

TEST_CASE("a judgement has an inquiry exactly when values are wrong, and that is the worst of it")
{
    const auto inquires = [](const std::function<void(Results&)>& spoil) {
        Results results;
        spoil(results);
        return results.judged().inquiry.has_value();
    };
    CHECK(!inquires([](Results&) {}));
    CHECK(inquires([](Results& r) { r.values[2][7] += 1; }));
    CHECK(inquires([](Results& r) { r.values[5][7] = unwritten(); }));
    CHECK(!inquires([](Results& r) { r.facts[5].counters->global_loads = 669956; }));                  // slow
    CHECK(!inquires([](Results& r) { for (Facts& facts : r.facts) facts.counters = Counters{}; }));    // no kernel
    CHECK(!inquires([](Results& r) { r.values[3] = r.values[2]; }));                                   // stale
    CHECK(!inquires([](Results& r) {                                                                   // not started
        for (std::vector<float>& values : r.values) std::ranges::fill(values, unwritten());
        for (Facts& facts : r.facts) *facts.counters = {};
    }));
    CHECK(inquires([](Results& r) {                                                                    // a kernel ran: what did it store?
        for (std::vector<float>& values : r.values) std::ranges::fill(values, unwritten());
        for (Facts& facts : r.facts) facts.counters->global_stores = 0;
    }));

    const auto also_wrong = [&](const std::function<void(Results&)>& spoil) {
        return inquires([&](Results& r) {
            r.computed_by(without_right_halo);
            spoil(r);
        });
    };
    CHECK(also_wrong([](Results&) {}));
    CHECK(also_wrong([](Results& r) { r.facts[5].counters->global_loads = 669956; }));
    CHECK(!also_wrong([](Results& r) { r.facts[1].findings = {found(FindingKind::race)}; }));
    CHECK(also_wrong([](Results& r) { r.facts[1].findings = {found(FindingKind::leak)}; }));
    CHECK(!also_wrong([](Results& r) { r.facts[4].error = CallError{{"out of ideas", {}, {}}, {}, {}}; }));
    CHECK(!also_wrong([](Results& r) { r.finished = 5, r.end_mark = false, r.ended = "signal:11"; }));
    CHECK(!also_wrong([](Results& r) { r.ended = "timeout"; }));
    CHECK(!also_wrong([](Results& r) { r.values[0].push_back(1); }));
}

TEST_CASE("an answer never changes a verdict, whatever it says")
{
    Results results;
    results.computed_by(without_right_halo);
    const DetailedJudgement first = results.judged();
    Facts bad;
    bad.findings = {found(FindingKind::race)};
    bad.error = CallError{{"out of ideas", {}, {}}, {}, {}};
    bad.leaked_bytes = 12;
    for (const std::string& answer : {answer_of(*first.inquiry, without_right_halo), answer_of(*first.inquiry, right), answer_of(*first.inquiry, without_right_halo, bad),
                                      answer_of(*first.inquiry, [](const Inputs& in) { return std::vector<float>(in.arrays[0].size(), unwritten()); }),
                                      answer_of(*first.inquiry, [](const Inputs& in) { return in.arrays[0]; })}) {
        const DetailedJudgement j = results.judged_with(answer);
        CAPTURE(text(j.message));
        CHECK(j.verdict == first.verdict);
        CHECK(j.message.headline.ends_with("68 of 561 pixels differ (33 x 17 image, radius 2)"));
        CHECK(j.message.where == first.message.where);
        CHECK(j.leaked_bytes == 0);
        CHECK(j.findings.empty());
        for (std::size_t i = 0; i < 2; ++i) CHECK(j.cases[i].verdict == first.cases[i].verdict);
    }
    const Results passed;
    CHECK(passed.judged_with(answer_of(*first.inquiry, without_right_halo)).verdict == Verdict::passed);
    CHECK(!passed.judged_with(answer_of(*first.inquiry, without_right_halo)).asked);
}

TEST_CASE("an answer that is damaged, foreign, or explains nothing leaves the first judgement as it was")
{
    Results results;
    results.computed_by(without_right_halo);
    results.values[3] = right(results.request.calls[3]);
    for (std::size_t y = 0; y < 17; ++y) results.values[3][y * 33 + 32] = unwritten();     // better understood than call 2, which is asked about
    const DetailedJudgement first = results.judged();
    REQUIRE(first.inquiry);
    REQUIRE(first.inquiry->call == 2);
    CHECK(key_of(first) == "unwritten");

    const std::string whole = answer_of(*first.inquiry, without_right_halo);
    Inquiry fewer = *first.inquiry;
    fewer.request.calls.pop_back();
    std::string wide_guard;
    for (std::uint32_t i = 0; i < first.inquiry->request.calls.size(); ++i)
        wide_guard += begun_record(i) + output_record(i, 0xffff'ffff, results.values[2]) + facts_record(i, {});
    const auto unequal = [](const Inputs& in) { return std::vector<float>(in.arrays[0][0] == 0 ? 561 : 560, 1.0f); };
    for (const std::string& answer : {std::string(), std::string(1000, '\xff'), whole.substr(1), whole.substr(0, whole.size() / 2), results.bytes(),
                                      answer_of(fewer, without_right_halo), wide_guard, answer_of(*first.inquiry, unequal)}) {
        const DetailedJudgement j = results.judged_with(answer);
        CHECK(json_text(j) == json_text(first));
        CHECK(!j.asked);
    }
    CHECK(key_of(results.judged_with(whole)) == "halo_missing");
}

TEST_CASE("a kind that asks nothing has its wrong call made again, and keeps its message")
{
    Lab lab = some_lab();
    lab.functions[0].kind = Transpose{};
    lab.cases = {{kFunction, "one", {ImageSize{5, 3}}, false}};
    const auto calls = plan(lab, kFunction, 5, 0);
    std::string bytes;
    for (std::uint32_t i = 0; i < calls.size(); ++i) bytes += begun_record(i) + output_record(i, 0, std::vector<float>(15, float(i))) + facts_record(i, {});
    const DetailedJudgement first = judge(lab, kFunction, calls, bytes + end_record(), "exit:0", {}, {}, MadeBy::gpu);
    REQUIRE(first.inquiry);
    CHECK(first.inquiry->request.calls.size() == 1);
    const std::string answer = begun_record(0) + output_record(0, 0, std::vector<float>(15, 0.0f)) + facts_record(0, {}) + end_record();
    CHECK(json_text(judge(lab, kFunction, calls, bytes + end_record(), "exit:0", Answer{answer, "exit:0"}, {}, MadeBy::gpu)) == json_text(first));
}
