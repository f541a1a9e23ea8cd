// The judge, given responses that a program might have written. No kernel runs here.

#include <algorithm>
#include <functional>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "diagnose/compare.hpp"
#include "harness/judge.hpp"
#include "kinds/convolution/kind.hpp"
#include "kinds/transposition/kind.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

constexpr const char* kFunction = "conv2d_tiled";

Lab some_lab(Judged kind = Conv2d{.radius = 2, .tile = 16})
{
    Lab lab{"07_conv2d_tiled", "conv2d_tiled.cu", {}, {}, {}};
    lab.functions.push_back({.name = kFunction, .kind = std::move(kind)});
    lab.cases.push_back({kFunction, "small", {{1, 1}, {33, 17}}, false});
    lab.cases.push_back({kFunction, "measured", {{200, 136}}, true});
    return lab;
}

/// The results of an honest program with a right kernel, call by call, for a test to spoil.
struct Results {
    Lab lab;
    std::vector<PlannedCall> calls = plan(lab, kFunction, 5, 0);
    Request request = request_for(lab, kFunction, calls);
    std::vector<std::vector<float>> values;
    std::vector<Facts> facts;
    std::string ended = "exit:0";
    std::size_t finished = 6;                   ///< calls that came back
    bool end_mark = true;

    explicit Results(Judged kind = Conv2d{.radius = 2, .tile = 16}) : lab(some_lab(std::move(kind)))
    {
        for (const Inputs& inputs : request.calls) {
            const Expected expected = lab.functions[0].kind->solve(inputs);
            values.push_back(expected.want);
            Counters& counters = facts.emplace_back().counters.emplace();
            counters.launches = 1;
            counters.global_stores = expected.want.size();
            counters.global_loads = std::uint64_t(*expected.loads.tiled);
        }
    }

    std::string bytes() const
    {
        std::string out;
        for (std::uint32_t i = 0; i < finished; ++i)
            out += begun_record(i) + output_record(i, 0, values[i]) + facts_record(i, facts[i]);
        if (finished < values.size()) out += begun_record(std::uint32_t(finished));
        return end_mark ? out + end_record() : out;
    }
    DetailedJudgement judged() const { return judge(lab, kFunction, calls, bytes(), ended); }
    DetailedJudgement judged_with(const std::string& answer) const
    {
        return judge(lab, kFunction, calls, bytes(), ended, Answer{answer, "exit:0"});
    }
    /// All calls return what this function computes.
    void computed_by(const std::function<std::vector<float>(const Inputs&)>& function)
    {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = function(request.calls[i]);
    }
};

/// A convolution that leaves out the right halo of each tile.
std::vector<float> without_right_halo(const Inputs& inputs)
{
    const auto [width, height] = inputs.size.extent();
    const std::vector<float>&in = inputs.arrays[0], &filter = inputs.arrays[1];
    std::vector<float> out(in.size(), 0.0f);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int dy = -2; dy <= 2; ++dy)
                for (int dx = -2; dx <= 2; ++dx) {
                    const bool ghost = x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height;
                    if (ghost || x + dx >= x / 16 * 16 + 16) continue;
                    out[std::size_t(y * width + x)] += filter[std::size_t((dy + 2) * 5 + dx + 2)] * in[std::size_t((y + dy) * width + x + dx)];
                }
    return out;
}

Finding found(FindingKind kind)
{
    Finding finding;
    finding.kind = kind;
    finding.at = {"conv2d_tiled.cu", 31};
    return finding;
}

std::vector<float> right(const Inputs& inputs) { return Conv2d{.radius = 2, .tile = 16}.solve(inputs).want; }

/// What a program answers to an inquiry.
std::string answer_of(const Inquiry& inquiry, const std::function<std::vector<float>(const Inputs&)>& function, const Facts& facts = {})
{
    std::string out;
    for (std::uint32_t i = 0; i < inquiry.request.calls.size(); ++i)
        out += begun_record(i) + output_record(i, 0, function(inquiry.request.calls[i])) + facts_record(i, facts);
    return out + end_record();
}

}  // namespace

TEST_CASE("a plan calls each size twice with different data, and each round has different data again")
{
    const Results results;
    REQUIRE(results.calls.size() == 6);
    CHECK(results.calls[2].size == results.calls[3].size);
    CHECK(results.request.calls[2].arrays[0] != results.request.calls[3].arrays[0]);
    CHECK(results.request.calls[2].arrays[1] != results.request.calls[3].arrays[1]);
    const auto again = request_for(results.lab, kFunction, plan(results.lab, kFunction, 5, 1));
    CHECK(again.calls[2].arrays[0] != results.request.calls[2].arrays[0]);
    CHECK(to_bytes(request_for(results.lab, kFunction, plan(results.lab, kFunction, 5, 0))) == to_bytes(results.request));
}

TEST_CASE("right values pass, and the reuse_ratio is reported beside the closed forms")
{
    const Judgement j = Results().judged();
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.message.headline == "conv2d_tiled: right in all 2 cases; reuse_ratio 16.08, expected 16.08");
    CHECK(j.interior_reuse_ratio == doctest::Approx(16.0));
    CHECK(j.cases.size() == 2);
    const auto json = nlohmann::json::parse(json_text(j));
    for (const char* field : {"function", "verdict", "headline", "where", "what", "try", "counters", "reuse_ratio",
                              "expected_reuse_ratio", "interior_reuse_ratio", "leaked_bytes", "cases", "findings"})
        CHECK(json.contains(field));
}

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
    lab.cases = {{kFunction, "one", {{5, 3}}, false}};
    const auto calls = plan(lab, kFunction, 5, 0);
    std::string bytes;
    for (std::uint32_t i = 0; i < calls.size(); ++i) bytes += begun_record(i) + output_record(i, 0, std::vector<float>(15, float(i))) + facts_record(i, {});
    const DetailedJudgement first = judge(lab, kFunction, calls, bytes + end_record(), "exit:0");
    REQUIRE(first.inquiry);
    CHECK(first.inquiry->request.calls.size() == 1);
    const std::string answer = begun_record(0) + output_record(0, 0, std::vector<float>(15, 0.0f)) + facts_record(0, {}) + end_record();
    CHECK(json_text(judge(lab, kFunction, calls, bytes + end_record(), "exit:0", Answer{answer, "exit:0"})) == json_text(first));
}

TEST_CASE("an untouched output is reported as not started")
{
    Results results;
    for (auto& values : results.values) std::ranges::fill(values, unwritten());
    for (Facts& facts : results.facts) facts.counters->global_stores = 0;
    const Judgement j = results.judged();
    CHECK(key_of(j) == "not_started");
    CHECK(j.message.headline == "conv2d_tiled: nothing is written yet (1 x 1 image, radius 2)");
}

TEST_CASE("results kept from the previous call fail the second call")
{
    Results results;
    results.values[3] = results.values[2];
    const Judgement j = results.judged();
    CHECK(key_of(j) == "stale");
    CHECK(j.message.where.ends_with("; seen in a second call with the same pointers"));
    CHECK(j.message.what == "this is the result of the call before");

    // Doing nothing in the second call is `stale`; doing nothing in any call is `not_started`.
    Results lazy;
    lazy.values[3].assign(lazy.values[3].size(), unwritten());
    CHECK(key_of(lazy.judged()) == "stale");
    lazy.values[2] = lazy.values[3];
    for (std::vector<float>& values : lazy.values) values.assign(values.size(), unwritten());
    for (Facts& facts : lazy.facts) facts.counters->global_stores = 0;
    CHECK(key_of(lazy.judged()) == "not_started");
}

TEST_CASE("a finding fails its case although every value is right; a leak does not")
{
    Results results;
    Finding race;
    race.kind = FindingKind::race;
    race.space = Space::shared;
    race.at = {"conv2d_tiled.cu", 31};
    race.other = {"conv2d_tiled.cu", 24};
    results.facts[2].findings = {race};
    results.facts[3].findings = {race};
    Judgement j = results.judged();
    CHECK(j.verdict == Verdict::race);
    CHECK(key_of(j) == "race");
    CHECK(j.findings.size() == 1);
    CHECK(j.findings[0].count == 2);

    Results leaky;
    Finding leak;
    leak.kind = FindingKind::leak;
    leak.bytes = 1200;
    leaky.facts[0].findings = {leak};
    leaky.facts[0].leaked_bytes = 1200;
    j = leaky.judged();
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.leaked_bytes == 1200);
    CHECK(j.message.headline.ends_with("; 1,200 bytes of device memory not freed"));
    CHECK(j.findings[0].message.headline == "conv2d_tiled: device memory is never freed (1200 bytes)");
}

TEST_CASE("the naive kernel in a tiled lab is a slow pattern; another shape passes, and the pass says its ratio")
{
    Results results;
    results.facts[5].counters->global_loads = 669956;
    Judgement j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(text(j.message) ==
          "conv2d_tiled: the values are right, but reuse_ratio is 1.00, expected 16.08 (200 x 136 image, radius 2)\n"
          "  where: 669,956 global loads; 41,664 would do, and the basic kernel makes 669,956\n"
          "  try:   load each pixel of the patch once into shared memory, and let the sums read it there");
    results.facts[5].counters->global_loads = std::uint64_t(41664 / 0.91);
    CHECK(results.judged().verdict == Verdict::passed);
    CHECK(results.judged().remarks.empty());
    results.facts[5].counters->global_loads = std::uint64_t(41664 / 0.89);
    j = results.judged();
    CHECK(j.verdict == Verdict::passed);
    REQUIRE(j.remarks.size() == 1);
    CHECK(text(j.remarks[0]) ==
          "conv2d_tiled: the values are right, but reuse_ratio is 14.31, expected 16.08 (200 x 136 image, radius 2)\n"
          "  where: 46,813 global loads; 41,664 would do, and the basic kernel makes 669,956\n"
          "  try:   load each pixel of the patch once into shared memory, and let the sums read it there");
    results.facts[5].counters->global_loads = std::uint64_t(669956 / 3.52);      // the gate: 1 + 15.08 / 6 = 3.51
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[5].counters->global_loads = std::uint64_t(669956 / 3.50);
    CHECK(results.judged().verdict == Verdict::slow_pattern);
    CHECK(results.judged().remarks.empty());
}

TEST_CASE("what exceeds a limit that leads to a remark passes, and the pass says so")
{
    Results results;
    results.lab.limits = {{kFunction, "shared_bank_conflicts", &Counters::shared_bank_conflicts, 0.5, "read along a row of the tile", 1, true}};
    results.facts[5].counters->shared_bank_conflicts = 28191;
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::passed);
    REQUIRE(j.remarks.size() == 1);
    CHECK(text(j.remarks[0]) ==
          "conv2d_tiled: the values are right, but shared_bank_conflicts is 28,191, at most 13,600 expected (200 x 136 image, radius 2)\n"
          "  where: 1.04 for each pixel of the output; 0.50 would do\n"
          "  try:   read along a row of the tile");
    results.facts[5].counters->shared_bank_conflicts = 13600;
    CHECK(results.judged().remarks.empty());
}

TEST_CASE("one thread that does the work of its warp is a slow pattern; a few loads by all lanes make it none")
{
    Results results;
    results.facts[5].counters->global_store_requests = results.facts[5].counters->global_stores;
    results.facts[5].counters->global_load_requests = results.facts[5].counters->global_loads;
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(text(j.message) ==
          "conv2d_tiled: the values are right, but one thread does the work of a warp (200 x 136 image, radius 2)\n"
          "  where: a warp's request stores 1.0 elements, of 32 that its threads could\n"
          "  try:   let each thread compute an output of its own: blocks and threads in <<< >>> for all of them, and no loop over the outputs");
    results.facts[5].counters->global_load_requests /= 2;
    CHECK(results.judged().verdict == Verdict::passed);
}

TEST_CASE("values that the host computed do not pass, a host that looks at its input once does")
{
    Results results;
    results.facts[5].host_reads = 200 * 136 * 25;
    CHECK(text(results.judged().message) ==
          "conv2d_tiled: the values are right, but the host computed them\n"
          "  where: host code read 680000 elements of its arrays, in a call with 200 x 136 image, radius 2\n"
          "  try:   the task is to compute on the device: let the host only copy, and a thread of a kernel compute each output");
    results.facts[5].host_reads = 200 * 136;
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[5].fetched_bytes = results.facts[5].sent_bytes = 4 * 200 * 136;
    CHECK(results.judged().verdict == Verdict::wrong_result);
    results.facts[5].sent_bytes = 100;
    CHECK(results.judged().verdict == Verdict::passed);
}

TEST_CASE("where only the core is shared, each tap outside it may cost a load")
{
    Results results(Conv2d{.radius = 2, .tile = 16, .core_only = true});
    Judgement j = results.judged();
    CHECK(results.facts[5].counters->global_loads == 119984);
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.expected_reuse_ratio == doctest::Approx(669956.0 / 119984));
    CHECK(j.interior_reuse_ratio == doctest::Approx(6400.0 / 1180));
    results.facts[5].counters->global_loads = 41664;   // the halo is shared too: another design, but no slower
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[5].counters->global_loads = 5 * 119984;
    j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(j.message.attempt.find("only the halo from global memory") != std::string::npos);
}

TEST_CASE("a limit applies per element of the output, to the case above it and its function only")
{
    Results results;
    results.lab.limits = {{kFunction, "shared_bank_conflicts", &Counters::shared_bank_conflicts, 0.05, "widen the rows", 1},
                         {"another", "global_stores", &Counters::global_stores, 0.0, "never seen"}};
    results.facts[5].counters->shared_bank_conflicts = 1360;
    CHECK(results.judged().verdict == Verdict::passed);
    CHECK(results.judged().limits == std::map<std::string, std::uint64_t>{{"shared_bank_conflicts", 1360}});
    results.facts[2].counters->shared_bank_conflicts = 100000;       // not measured
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[5].counters->shared_bank_conflicts = 1361;
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(j.counters.has_value());
    CHECK(text(j.message) == "conv2d_tiled: the values are right, but shared_bank_conflicts is 1,361, at most 1,360 expected "
                             "(200 x 136 image, radius 2)\n"
                             "  where: 0.05 for each pixel of the output; 0.05 would do\n"
                             "  try:   widen the rows");
    for (Facts& facts : results.facts) facts.counters.reset();       // a GPU counts nothing
    CHECK(results.judged().verdict == Verdict::passed);
}

TEST_CASE("a limit on requests or sectors reports how many elements each one moved")
{
    Results results;
    results.lab.limits = {{kFunction, "global_load_requests", &Counters::global_load_requests, 0.2, "load side by side", 1},
                         {kFunction, "global_load_sectors", &Counters::global_load_sectors, 0.5, "load side by side", 0}};
    Counters& counters = *results.facts[4].counters;                 // the first call of the measured case
    counters.global_load_requests = 5440;
    CHECK(results.judged().verdict == Verdict::passed);
    counters.global_load_requests = counters.global_loads;
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(key_of(j) == "uncoalesced");
    CHECK(j.message.where == "a warp's request loads 1.0 elements, of 32 that its threads could ask for; 1.53 for each pixel of the "
                             "output; 0.20 would do");
    counters.global_load_requests = 5441;
    counters.global_loads = 17 * 5441;                              // full requests, but too many: not a matter of coalescing
    results.lab.functions[0].kind = Conv2d{.radius = 2};
    CHECK(key_of(results.judged()) == "slow_pattern");
    CHECK(results.judged().message.where == "0.20 for each pixel of the output; 0.20 would do");
    counters.global_load_requests = 0;
    results.facts[0].counters->global_load_sectors = 1;              // a case that is not measured can have limits too
    CHECK(results.judged().message.where == "1.0 elements to a sector of 32 bytes, where 8 have room; 1.00 for each pixel of the output; "
                                           "0.50 would do");
}

TEST_CASE("a result that stays on the device is reported as such, one that was never computed is not")
{
    Results results;
    results.lab.functions[0].kind = HostConv1d{};
    results.lab.cases = {{kFunction, "one", {{.width = 100, .filter_width = 5}}, false}};
    results.calls = plan(results.lab, kFunction, 5, 0);
    results.request = request_for(results.lab, kFunction, results.calls);
    results.finished = results.calls.size();
    results.values.assign(results.finished, std::vector<float>(100, unwritten()));
    results.facts.assign(results.finished, Facts{});
    for (Facts& facts : results.facts) facts.counters = Counters{.launches = 1, .global_stores = 100};
    CHECK(key_of(results.judged()) == "not_copied_back");
    CHECK(text(results.judged().message) ==
          "conv2d_tiled: kernels stored 100 elements, but h_out holds what it held before the call\n"
          "  where: in a call with 100 elements, filter 5 wide; every element is still the NaN that it started with\n"
          "  try:   a kernel writes to device memory: what brings its result to h_out, and in which direction does that copy?");
    for (Facts& facts : results.facts) facts.counters->global_stores = 99;
    CHECK(key_of(results.judged()) == "not_started");
}

TEST_CASE("an output that is still NaN after stores was added to, not overwritten")
{
    Results results;
    std::ranges::fill(results.values[4], unwritten());
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::uninitialised);
    CHECK(j.message.headline
          == "conv2d_tiled: kernels stored 27,200 pixels, but d_out still holds the NaN that it started with");
    results.facts[4].counters->global_stores = 27199;
    CHECK(key_of(results.judged()) == "unwritten");
}

TEST_CASE("a wrong value is reported before an output that was never written")
{
    Results results;
    for (const std::size_t call : {0, 1}) {                         // 1 x 1
        std::ranges::fill(results.values[call], unwritten());
        results.facts[call].counters->global_stores = 0;
    }
    CHECK(key_of(results.judged()) == "unwritten");
    CHECK(results.judged().message.headline == "conv2d_tiled: nothing is written at this size");
    results.values[4][3] += 1;
    CHECK(results.judged().verdict == Verdict::wrong_result);
    CHECK(key_of(results.judged()) != "unwritten");
}

TEST_CASE("values that no kernel computed do not pass, nor do values of which kernels stored only a part")
{
    Results results;
    for (Facts& facts : results.facts) facts.counters = Counters{};
    CHECK(results.judged().message.headline == "conv2d_tiled: the values are right, but no kernel was launched");
    CHECK(results.judged().verdict == Verdict::wrong_result);
    for (Facts& facts : results.facts) facts.counters->launches = 1;
    CHECK(results.judged().message.headline == "conv2d_tiled: the values are right, but kernels stored only 0 of 1 pixel");
    for (Facts& facts : results.facts) facts.counters.reset();       // a GPU counts nothing
    CHECK(results.judged().verdict == Verdict::passed);
}

TEST_CASE("an exception is reported in its own words")
{
    Results results;
    const Message message{"conv2d_tiled.cu:60: invalid configuration argument", "cudaGetLastError()", "x"};
    results.facts[4].error = CallError{message, "cudaErrorInvalidConfiguration", "cudaGetLastError"};
    CHECK(results.judged().verdict == Verdict::cuda_error);
    CHECK(results.judged().message == message);
    CHECK(key_of(results.judged()) == "launch_refused");
    results.facts[4].error->code = "cudaErrorInvalidValue";             // the same words: only the code counts
    CHECK(key_of(results.judged()) == "cuda_error");
    results.facts[4].error->call = "cudaMemcpyToSymbol";
    CHECK(key_of(results.judged()) == "copy_refused");
    results.facts[4].error->call = "cudaFree";
    CHECK(key_of(results.judged()) == "free_refused");
    results.facts[4].error->code = "cudaErrorIllegalAddress";           // the kernel died
    CHECK(results.judged().verdict == Verdict::crash);
    CHECK(key_of(results.judged()) == "crash");
    results.facts[4].error = CallError{{"out of ideas", {}, {}}, {}, {}};
    CHECK(key_of(results.judged()) == "crash");
    CHECK(text(results.judged().message) ==
          "conv2d_tiled: out of ideas\n  where: in a call with 200 x 136 image, radius 2");
}

TEST_CASE("a refused call goes before its consequences, but only if its error was left")
{
    Results results;
    Refusal refusal;
    refusal.call = "cudaStreamSynchronize";
    refusal.at = {"/home/ada/conv2d_tiled.cu", 60};
    refusal.reason = "invalid resource handle";
    refusal.code = "cudaErrorInvalidResourceHandle";
    results.facts[4].refusal = refusal;
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[4].error = CallError{{"conv2d_tiled.cu:70: no", "cudaGetLastError()", "x"}, refusal.code, "cudaGetLastError"};
    results.facts[4].findings.emplace_back().kind = FindingKind::out_of_bounds;
    CHECK(results.judged().verdict == Verdict::cuda_error);
    CHECK(results.judged().message.headline == "conv2d_tiled.cu:60: cudaStreamSynchronize refused: invalid resource handle");
    results.facts[4].findings.back().kind = FindingKind::crash;
    CHECK(results.judged().verdict == Verdict::crash);
    results.facts[4].findings.clear();
    results.facts[4].refusal->at = {};
    results.facts[4].refusal->call.clear();
    CHECK(results.judged().message.headline == "conv2d_tiled: a CUDA call refused: invalid resource handle");
}

TEST_CASE("no numbers that a program claims of a refused call confuse the judge")
{
    for (int kind = 0; kind <= int(RefusedCall::launch); ++kind)
        for (int to = 0; to <= int(PointerTo::elsewhere); ++to)
            for (int limit = 0; limit <= int(LaunchLimit::dynamic_shared); ++limit)
                for (const std::uint64_t size : {std::uint64_t(0), std::uint64_t(1), ~std::uint64_t(0)}) {
                    Results results;
                    Refusal refusal;
                    refusal.kind = RefusedCall(kind);
                    refusal.target.to = refusal.source.to = PointerTo(to);
                    refusal.target.asked = refusal.source.asked = refusal.offset = refusal.shared_bytes = size;
                    refusal.direction = std::int64_t(size);
                    refusal.limit = LaunchLimit(limit);
                    refusal.grid = refusal.block = {unsigned(size), 1, unsigned(size)};
                    results.facts[4].refusal = refusal;
                    results.facts[4].error = CallError{};
                    CHECK(results.judged().verdict == Verdict::cuda_error);
                    CHECK(results.judged().message.headline.find('?') == std::string::npos);
                }
}

TEST_CASE("if a program dies, earlier calls are judged, and the call it died in is named")
{
    Results results;
    results.finished = 3;
    results.end_mark = false;
    const auto verdict = [&](std::string ended) {
        results.ended = std::move(ended);
        return results.judged().verdict;
    };
    CHECK(verdict("signal:11") == Verdict::crash);
    CHECK(results.judged().message.headline
          == "conv2d_tiled: the program died of SIGSEGV: an address that it may not use");
    CHECK(results.judged().message.where == "in a call with 33 x 17 image, radius 2");
    CHECK(results.judged().cases.size() == 2);
    CHECK(verdict("timeout") == Verdict::timeout);
    CHECK(verdict("memory") == Verdict::memory_limit);
    CHECK(verdict("output") == Verdict::crash);
    CHECK(verdict("exit:3") == Verdict::crash);
    CHECK(verdict("exit:0") == Verdict::crash);
    CHECK(results.judged().message.headline == "conv2d_tiled: the program ended before its results were complete");
}

TEST_CASE("an end mark sent too early does not pass, nor does a program that dies at the end")
{
    Results early;
    early.finished = 2;
    CHECK(early.judged().verdict == Verdict::crash);
    Results late;
    late.ended = "signal:6";
    CHECK(late.judged().verdict == Verdict::crash);
    Results open;
    open.end_mark = false;
    CHECK(open.judged().verdict == Verdict::crash);
}

TEST_CASE("a run that stops after an endless kernel has one cause")
{
    Results results;
    Finding endless;
    endless.kind = FindingKind::endless;
    endless.kernel = "k";
    endless.at = {"conv2d_tiled.cu", 20};
    results.facts[0].findings = {endless};
    results.finished = 1;
    std::string bytes = begun_record(0) + output_record(0, 0, {}) + facts_record(0, results.facts[0]) + end_record();
    const Judgement j = judge(results.lab, kFunction, results.calls, bytes, "exit:0");
    CHECK(j.verdict == Verdict::timeout);
    CHECK(j.message.headline == "conv2d_tiled.cu:20: kernel k did not end");
    for (const JudgedCase& result : j.cases) CHECK(result.verdict == Verdict::timeout);
}

TEST_CASE("a write past the end or before the start of the output is out of bounds")
{
    Results results;
    std::vector<float> guarded(561 + 8, unwritten());
    std::ranges::copy(results.values[2], guarded.begin() + 4);
    const auto judged = [&] {
        std::string bytes;
        for (std::uint32_t i = 0; i < 6; ++i)
            bytes += begun_record(i) + (i == 2 ? output_record(i, 4, guarded) : output_record(i, 0, results.values[i]))
                     + facts_record(i, results.facts[i]);
        return judge(results.lab, kFunction, results.calls, bytes + end_record(), "exit:0");
    };
    CHECK(judged().verdict == Verdict::passed);
    guarded[565] = 0;
    CHECK(judged().verdict == Verdict::out_of_bounds);
    CHECK(judged().message.headline == "conv2d_tiled: write past the end of d_out");
    CHECK(judged().message.where == "d_out[561] changed; the array has 561 elements");
    guarded[565] = unwritten();
    guarded[2] = 1;
    CHECK(judged().message.where == "d_out[-2] changed; the array begins at 0");
}

TEST_CASE("a forged finding is named, is the submission's fault, and ends judging at once")
{
    Finding forged;
    forged.kind = FindingKind::out_of_bounds;
    forged.outside = Outside::past_end;
    forged.at = {"conv2d_tiled.cu", 30};
    forged.array = "d_in";
    forged.index = {600};
    forged.shape = {33 * 17};
    forged.block_shape = {0, 1, 1};

    Results results;
    results.facts[3].findings = {forged};
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::crash);
    CHECK(text(j.message) == "conv2d_tiled: the results arrived damaged\n"
                             "  where: the program wrote into a channel that is not its own; call 4: finding 1: block_shape is [0,1,1]\n"
                             "  try:   print with printf only; leave other file descriptors alone");
    results.facts[3].findings[0].block_shape = {16, 16, 1};
    CHECK(results.judged().verdict == Verdict::out_of_bounds);
}

TEST_CASE("garbage instead of a response is a crash, whatever it is")
{
    const Results results;
    for (const std::string& bytes : {std::string(), std::string("passed"), std::string(1000, '\xff'),
                                     results.bytes().substr(1), results.bytes() + results.bytes()})
        CHECK(judge(results.lab, kFunction, results.calls, bytes, "exit:0").verdict == Verdict::crash);
    std::string short_output = begun_record(0) + output_record(0, 0, {}) + facts_record(0, results.facts[0]);
    CHECK(judge(results.lab, kFunction, results.calls, short_output, "exit:0").verdict == Verdict::crash);
    std::string wide_guard = begun_record(0) + output_record(0, 0xffffffff, results.values[0]) + facts_record(0, results.facts[0]);
    CHECK(judge(results.lab, kFunction, results.calls, wide_guard, "exit:0").verdict == Verdict::crash);
}
