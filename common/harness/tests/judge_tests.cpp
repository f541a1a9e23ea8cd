// The judge, given responses that a program might have written. No kernel runs here.

#include <algorithm>
#include <functional>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "diagnose/compare.hpp"
#include "harness/judge.hpp"
#include "kinds/convolution/kind.hpp"

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

/// The answer of an honest program with a right kernel, call by call, for a test to spoil.
struct Answer {
    Lab lab;
    std::vector<PlannedCall> calls = plan(lab, kFunction, 5, 0);
    Request request = request_for(lab, kFunction, calls);
    std::vector<std::vector<float>> values;
    std::vector<Facts> facts;
    std::string ended = "exit:0";
    std::size_t finished = 6;                   ///< calls that came back
    bool end_mark = true;

    explicit Answer(Judged kind = Conv2d{.radius = 2, .tile = 16}) : lab(some_lab(std::move(kind)))
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
};

}  // namespace

TEST_CASE("a plan calls each size twice with different data, and each round has different data again")
{
    const Answer answer;
    REQUIRE(answer.calls.size() == 6);
    CHECK(answer.calls[2].size == answer.calls[3].size);
    CHECK(answer.request.calls[2].arrays[0] != answer.request.calls[3].arrays[0]);
    CHECK(answer.request.calls[2].arrays[1] != answer.request.calls[3].arrays[1]);
    const auto again = request_for(answer.lab, kFunction, plan(answer.lab, kFunction, 5, 1));
    CHECK(again.calls[2].arrays[0] != answer.request.calls[2].arrays[0]);
    CHECK(to_bytes(request_for(answer.lab, kFunction, plan(answer.lab, kFunction, 5, 0))) == to_bytes(answer.request));
}

TEST_CASE("right values pass, and the reuse_ratio is reported beside the closed forms")
{
    const Judgement j = Answer().judged();
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.message.headline == "conv2d_tiled: right in all 2 cases; reuse_ratio 16.08, expected 16.08");
    CHECK(j.interior_reuse_ratio == doctest::Approx(16.0));
    CHECK(j.cases.size() == 2);
    const auto json = nlohmann::json::parse(json_text(j));
    for (const char* field : {"function", "verdict", "headline", "where", "try", "counters", "reuse_ratio",
                              "expected_reuse_ratio", "interior_reuse_ratio", "leaked_bytes", "cases", "findings"})
        CHECK(json.contains(field));
}

TEST_CASE("wrong values are counted, located and explained")
{
    Answer answer;
    auto& image = answer.values[2];             // 33 x 17
    for (std::size_t i = 0; i < image.size(); ++i)
        if (i % 33 % 16 >= 14) image[i] += 3;
    image[14] = 12;
    const Judgement j = answer.judged();
    const std::string expected = number(answer.lab.functions[0].kind->solve(answer.request.calls[2]).want[14]);
    CHECK(text(j.message) == "conv2d_tiled: 68 of 561 pixels differ (33 x 17 image, radius 2)\n"
                             "  where: first out[0][14] = 12, expected " + expected
                             + "; all 68 are in the last 2 columns of a 16-wide tile\n"
                               "  try:   look at the right halo: which thread fills s_tile[..][18] and [19]?");
    CHECK(j.verdict == Verdict::wrong_result);
    CHECK(key_of(j) == "halo_missing");
    CHECK(j.cases[0].verdict == Verdict::wrong_result);
    CHECK(j.cases[1].verdict == Verdict::passed);
}

TEST_CASE("an untouched output is reported as not started")
{
    Answer answer;
    for (auto& values : answer.values) std::ranges::fill(values, unwritten());
    for (Facts& facts : answer.facts) facts.counters->global_stores = 0;
    const Judgement j = answer.judged();
    CHECK(key_of(j) == "not_started");
    CHECK(j.message.headline == "conv2d_tiled: nothing is written yet (1 x 1 image, radius 2)");
}

TEST_CASE("results kept from the previous call fail the second call")
{
    Answer answer;
    answer.values[3] = answer.values[2];
    const Judgement j = answer.judged();
    CHECK(key_of(j) == "stale");
    CHECK(j.message.where.ends_with("this is the result of the call before; seen in a second call with the same pointers"));

    // Doing nothing in the second call is `stale`; doing nothing in any call is `not_started`.
    Answer lazy;
    lazy.values[3].assign(lazy.values[3].size(), unwritten());
    CHECK(key_of(lazy.judged()) == "stale");
    lazy.values[2] = lazy.values[3];
    for (std::vector<float>& values : lazy.values) values.assign(values.size(), unwritten());
    for (Facts& facts : lazy.facts) facts.counters->global_stores = 0;
    CHECK(key_of(lazy.judged()) == "not_started");
}

TEST_CASE("a finding fails its case although every value is right; a leak does not")
{
    Answer answer;
    Finding race;
    race.kind = FindingKind::race;
    race.space = Space::shared;
    race.at = {"conv2d_tiled.cu", 31};
    race.other = {"conv2d_tiled.cu", 24};
    answer.facts[2].findings = {race};
    answer.facts[3].findings = {race};
    Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::race);
    CHECK(key_of(j) == "race");
    CHECK(j.findings.size() == 1);
    CHECK(j.findings[0].count == 2);

    Answer leaky;
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
    Answer answer;
    answer.facts[5].counters->global_loads = 669956;
    Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(text(j.message) ==
          "conv2d_tiled: the values are right, but reuse_ratio is 1.00, expected 16.08 (200 x 136 image, radius 2)\n"
          "  where: 669,956 global loads; 41,664 would do, and the basic kernel makes 669,956\n"
          "  try:   load each pixel of the patch once into shared memory, and let the sums read it there");
    answer.facts[5].counters->global_loads = std::uint64_t(41664 / 0.91);
    CHECK(answer.judged().verdict == Verdict::passed);
    CHECK(answer.judged().remarks.empty());
    answer.facts[5].counters->global_loads = std::uint64_t(41664 / 0.89);
    j = answer.judged();
    CHECK(j.verdict == Verdict::passed);
    REQUIRE(j.remarks.size() == 1);
    CHECK(text(j.remarks[0]) ==
          "conv2d_tiled: the values are right, but reuse_ratio is 14.31, expected 16.08 (200 x 136 image, radius 2)\n"
          "  where: 46,813 global loads; 41,664 would do, and the basic kernel makes 669,956\n"
          "  try:   load each pixel of the patch once into shared memory, and let the sums read it there");
    answer.facts[5].counters->global_loads = std::uint64_t(669956 / 3.52);      // the gate: 1 + 15.08 / 6 = 3.51
    CHECK(answer.judged().verdict == Verdict::passed);
    answer.facts[5].counters->global_loads = std::uint64_t(669956 / 3.50);
    CHECK(answer.judged().verdict == Verdict::slow_pattern);
    CHECK(answer.judged().remarks.empty());
}

TEST_CASE("what exceeds a limit that leads to a remark passes, and the pass says so")
{
    Answer answer;
    answer.lab.limits = {{kFunction, "shared_bank_conflicts", &Counters::shared_bank_conflicts, 0.5, "read along a row of the tile", 1, true}};
    answer.facts[5].counters->shared_bank_conflicts = 28191;
    const Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::passed);
    REQUIRE(j.remarks.size() == 1);
    CHECK(text(j.remarks[0]) ==
          "conv2d_tiled: the values are right, but shared_bank_conflicts is 28,191, at most 13,600 expected (200 x 136 image, radius 2)\n"
          "  where: 1.04 for each pixel of the output; 0.50 would do\n"
          "  try:   read along a row of the tile");
    answer.facts[5].counters->shared_bank_conflicts = 13600;
    CHECK(answer.judged().remarks.empty());
}

TEST_CASE("one thread that does the work of its warp is a slow pattern; a few loads by all lanes make it none")
{
    Answer answer;
    answer.facts[5].counters->global_store_requests = answer.facts[5].counters->global_stores;
    answer.facts[5].counters->global_load_requests = answer.facts[5].counters->global_loads;
    const Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(text(j.message) ==
          "conv2d_tiled: the values are right, but one thread does the work of a warp (200 x 136 image, radius 2)\n"
          "  where: a warp's request stores 1.0 elements, of 32 that its threads could\n"
          "  try:   let each thread compute an output of its own: blocks and threads in <<< >>> for all of them, and no loop over the outputs");
    answer.facts[5].counters->global_load_requests /= 2;
    CHECK(answer.judged().verdict == Verdict::passed);
}

TEST_CASE("values that the host computed do not pass, a host that looks at its input once does")
{
    Answer answer;
    answer.facts[5].host_reads = 200 * 136 * 25;
    CHECK(text(answer.judged().message) ==
          "conv2d_tiled: the values are right, but the host computed them\n"
          "  where: host code read 680000 elements of its arrays, in a call with 200 x 136 image, radius 2\n"
          "  try:   the task is to compute on the device: let the host only copy, and a thread of a kernel compute each output");
    answer.facts[5].host_reads = 200 * 136;
    CHECK(answer.judged().verdict == Verdict::passed);
    answer.facts[5].fetched_bytes = answer.facts[5].sent_bytes = 4 * 200 * 136;
    CHECK(answer.judged().verdict == Verdict::wrong_result);
    answer.facts[5].sent_bytes = 100;
    CHECK(answer.judged().verdict == Verdict::passed);
}

TEST_CASE("where only the core is shared, each tap outside it may cost a load")
{
    Answer answer(Conv2d{.radius = 2, .tile = 16, .core_only = true});
    Judgement j = answer.judged();
    CHECK(answer.facts[5].counters->global_loads == 119984);
    CHECK(j.verdict == Verdict::passed);
    CHECK(j.expected_reuse_ratio == doctest::Approx(669956.0 / 119984));
    CHECK(j.interior_reuse_ratio == doctest::Approx(6400.0 / 1180));
    answer.facts[5].counters->global_loads = 41664;   // the halo is shared too: another design, but no slower
    CHECK(answer.judged().verdict == Verdict::passed);
    answer.facts[5].counters->global_loads = 5 * 119984;
    j = answer.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(j.message.attempt.find("only the halo from global memory") != std::string::npos);
}

TEST_CASE("a limit applies per element of the output, to the case above it and its function only")
{
    Answer answer;
    answer.lab.limits = {{kFunction, "shared_bank_conflicts", &Counters::shared_bank_conflicts, 0.05, "widen the rows", 1},
                         {"another", "global_stores", &Counters::global_stores, 0.0, "never seen"}};
    answer.facts[5].counters->shared_bank_conflicts = 1360;
    CHECK(answer.judged().verdict == Verdict::passed);
    CHECK(answer.judged().limits == std::map<std::string, std::uint64_t>{{"shared_bank_conflicts", 1360}});
    answer.facts[2].counters->shared_bank_conflicts = 100000;       // not measured
    CHECK(answer.judged().verdict == Verdict::passed);
    answer.facts[5].counters->shared_bank_conflicts = 1361;
    const Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(j.counters.has_value());
    CHECK(text(j.message) == "conv2d_tiled: the values are right, but shared_bank_conflicts is 1,361, at most 1,360 expected "
                             "(200 x 136 image, radius 2)\n"
                             "  where: 0.05 for each pixel of the output; 0.05 would do\n"
                             "  try:   widen the rows");
    for (Facts& facts : answer.facts) facts.counters.reset();       // a GPU counts nothing
    CHECK(answer.judged().verdict == Verdict::passed);
}

TEST_CASE("a limit on requests or sectors reports how many elements each one moved")
{
    Answer answer;
    answer.lab.limits = {{kFunction, "global_load_requests", &Counters::global_load_requests, 0.2, "load side by side", 1},
                         {kFunction, "global_load_sectors", &Counters::global_load_sectors, 0.5, "load side by side", 0}};
    Counters& counters = *answer.facts[4].counters;                 // the first call of the measured case
    counters.global_load_requests = 5440;
    CHECK(answer.judged().verdict == Verdict::passed);
    counters.global_load_requests = counters.global_loads;
    const Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(key_of(j) == "uncoalesced");
    CHECK(j.message.where == "a warp's request loads 1.0 elements, of 32 that its threads could ask for; 1.53 for each pixel of the "
                             "output; 0.20 would do");
    counters.global_load_requests = 5441;
    counters.global_loads = 17 * 5441;                              // full requests, but too many: not a matter of coalescing
    answer.lab.functions[0].kind = Conv2d{.radius = 2};
    CHECK(key_of(answer.judged()) == "slow_pattern");
    CHECK(answer.judged().message.where == "0.20 for each pixel of the output; 0.20 would do");
    counters.global_load_requests = 0;
    answer.facts[0].counters->global_load_sectors = 1;              // a case that is not measured can have limits too
    CHECK(answer.judged().message.where == "1.0 elements to a sector of 32 bytes, where 8 have room; 1.00 for each pixel of the output; "
                                           "0.50 would do");
}

TEST_CASE("a result that stays on the device is reported as such, one that was never computed is not")
{
    Answer answer;
    answer.lab.functions[0].kind = HostConv1d{};
    answer.lab.cases = {{kFunction, "one", {{.width = 100, .filter_width = 5}}, false}};
    answer.calls = plan(answer.lab, kFunction, 5, 0);
    answer.request = request_for(answer.lab, kFunction, answer.calls);
    answer.finished = answer.calls.size();
    answer.values.assign(answer.finished, std::vector<float>(100, unwritten()));
    answer.facts.assign(answer.finished, Facts{});
    for (Facts& facts : answer.facts) facts.counters = Counters{.launches = 1, .global_stores = 100};
    CHECK(key_of(answer.judged()) == "not_copied_back");
    CHECK(text(answer.judged().message) ==
          "conv2d_tiled: kernels stored 100 elements, but h_out holds what it held before the call\n"
          "  where: in a call with 100 elements, filter 5 wide; every element is still the NaN that it started with\n"
          "  try:   a kernel writes to device memory: what brings its result to h_out, and in which direction does that copy?");
    for (Facts& facts : answer.facts) facts.counters->global_stores = 99;
    CHECK(key_of(answer.judged()) == "not_started");
}

TEST_CASE("an output that is still NaN after stores was added to, not overwritten")
{
    Answer answer;
    std::ranges::fill(answer.values[4], unwritten());
    const Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::uninitialised);
    CHECK(j.message.headline
          == "conv2d_tiled: kernels stored 27,200 pixels, but d_out still holds the NaN that it started with");
    answer.facts[4].counters->global_stores = 27199;
    CHECK(key_of(answer.judged()) == "not_started");
}

TEST_CASE("a wrong value is reported before an output that was never written")
{
    Answer answer;
    for (const std::size_t call : {0, 1}) {                         // 1 x 1
        std::ranges::fill(answer.values[call], unwritten());
        answer.facts[call].counters->global_stores = 0;
    }
    CHECK(key_of(answer.judged()) == "not_started");
    answer.values[4][3] += 1;
    CHECK(answer.judged().verdict == Verdict::wrong_result);
    CHECK(key_of(answer.judged()) != "not_started");
}

TEST_CASE("values that no kernel computed do not pass, nor do values of which kernels stored only a part")
{
    Answer answer;
    for (Facts& facts : answer.facts) facts.counters = Counters{};
    CHECK(answer.judged().message.headline == "conv2d_tiled: the values are right, but no kernel was launched");
    CHECK(answer.judged().verdict == Verdict::wrong_result);
    for (Facts& facts : answer.facts) facts.counters->launches = 1;
    CHECK(answer.judged().message.headline == "conv2d_tiled: the values are right, but kernels stored only 0 of 1 pixel");
    for (Facts& facts : answer.facts) facts.counters.reset();       // a GPU counts nothing
    CHECK(answer.judged().verdict == Verdict::passed);
}

TEST_CASE("an exception is reported in its own words")
{
    Answer answer;
    const Message message{"conv2d_tiled.cu:60: invalid configuration argument", "cudaGetLastError()", "x"};
    answer.facts[4].error = CallError{message, "cudaErrorInvalidConfiguration", "cudaGetLastError"};
    CHECK(answer.judged().verdict == Verdict::crash);
    CHECK(answer.judged().message == message);
    CHECK(key_of(answer.judged()) == "launch_refused");
    answer.facts[4].error->code = "cudaErrorInvalidValue";             // the same words: only the code counts
    CHECK(key_of(answer.judged()) == "crash");
    answer.facts[4].error->call = "cudaMemcpyToSymbol";
    CHECK(key_of(answer.judged()) == "copy_refused");
    answer.facts[4].error->call = "cudaFree";
    CHECK(key_of(answer.judged()) == "free_refused");
    answer.facts[4].error = CallError{{"out of ideas", {}, {}}, {}, {}};
    CHECK(key_of(answer.judged()) == "crash");
    CHECK(text(answer.judged().message) ==
          "conv2d_tiled: out of ideas\n  where: in a call with 200 x 136 image, radius 2");
}

TEST_CASE("if a program dies, earlier calls are judged, and the call it died in is named")
{
    Answer answer;
    answer.finished = 3;
    answer.end_mark = false;
    const auto verdict = [&](std::string ended) {
        answer.ended = std::move(ended);
        return answer.judged().verdict;
    };
    CHECK(verdict("signal:11") == Verdict::crash);
    CHECK(answer.judged().message.headline
          == "conv2d_tiled: the program died of SIGSEGV: an address that it may not use");
    CHECK(answer.judged().message.where == "in a call with 33 x 17 image, radius 2");
    CHECK(answer.judged().cases.size() == 2);
    CHECK(verdict("timeout") == Verdict::timeout);
    CHECK(verdict("memory") == Verdict::memory_limit);
    CHECK(verdict("output") == Verdict::crash);
    CHECK(verdict("exit:3") == Verdict::crash);
    CHECK(verdict("exit:0") == Verdict::crash);
    CHECK(answer.judged().message.headline == "conv2d_tiled: the program ended before its results were complete");
}

TEST_CASE("an end mark sent too early does not pass, nor does a program that dies at the end")
{
    Answer early;
    early.finished = 2;
    CHECK(early.judged().verdict == Verdict::crash);
    Answer late;
    late.ended = "signal:6";
    CHECK(late.judged().verdict == Verdict::crash);
    Answer open;
    open.end_mark = false;
    CHECK(open.judged().verdict == Verdict::crash);
}

TEST_CASE("a run that stops after an endless kernel has one cause")
{
    Answer answer;
    Finding endless;
    endless.kind = FindingKind::endless;
    endless.kernel = "k";
    endless.at = {"conv2d_tiled.cu", 20};
    answer.facts[0].findings = {endless};
    answer.finished = 1;
    std::string bytes = begun_record(0) + output_record(0, 0, {}) + facts_record(0, answer.facts[0]) + end_record();
    const Judgement j = judge(answer.lab, kFunction, answer.calls, bytes, "exit:0");
    CHECK(j.verdict == Verdict::timeout);
    CHECK(j.message.headline == "conv2d_tiled.cu:20: kernel k did not end");
    for (const JudgedCase& result : j.cases) CHECK(result.verdict == Verdict::timeout);
}

TEST_CASE("a write past the end or before the start of the output is out of bounds")
{
    Answer answer;
    std::vector<float> guarded(561 + 8, unwritten());
    std::ranges::copy(answer.values[2], guarded.begin() + 4);
    const auto judged = [&] {
        std::string bytes;
        for (std::uint32_t i = 0; i < 6; ++i)
            bytes += begun_record(i) + (i == 2 ? output_record(i, 4, guarded) : output_record(i, 0, answer.values[i]))
                     + facts_record(i, answer.facts[i]);
        return judge(answer.lab, kFunction, answer.calls, bytes + end_record(), "exit:0");
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

    Answer answer;
    answer.facts[3].findings = {forged};
    const Judgement j = answer.judged();
    CHECK(j.verdict == Verdict::crash);
    CHECK(text(j.message) == "conv2d_tiled: the results arrived damaged\n"
                             "  where: the program wrote into a channel that is not its own; call 4: finding 1: block_shape is [0,1,1]\n"
                             "  try:   print with printf only; leave other file descriptors alone");
    answer.facts[3].findings[0].block_shape = {16, 16, 1};
    CHECK(answer.judged().verdict == Verdict::out_of_bounds);
}

TEST_CASE("garbage instead of a response is a crash, whatever it is")
{
    const Answer answer;
    for (const std::string& bytes : {std::string(), std::string("passed"), std::string(1000, '\xff'),
                                     answer.bytes().substr(1), answer.bytes() + answer.bytes()})
        CHECK(judge(answer.lab, kFunction, answer.calls, bytes, "exit:0").verdict == Verdict::crash);
    std::string short_output = begun_record(0) + output_record(0, 0, {}) + facts_record(0, answer.facts[0]);
    CHECK(judge(answer.lab, kFunction, answer.calls, short_output, "exit:0").verdict == Verdict::crash);
    std::string wide_guard = begun_record(0) + output_record(0, 0xffffffff, answer.values[0]) + facts_record(0, answer.facts[0]);
    CHECK(judge(answer.lab, kFunction, answer.calls, wide_guard, "exit:0").verdict == Verdict::crash);
}
