// The judge, given responses that a program might have written: which failure it names, and in which words.

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "harness/tests/results.hpp"

using namespace halo;
using namespace halo::lab;
using namespace halo::lab::test;

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

TEST_CASE("a kernel that is stopped after far too many stores or loads had too much to do, and else is endless")
{
    const auto where = [](std::uint64_t stores, std::uint64_t loads) {
        Results results;
        results.facts[2].findings = {found(FindingKind::endless)};
        results.facts[2].counters->global_stores = stores;
        results.facts[2].counters->global_loads = loads;
        results.finished = 3;
        const Judgement j = results.judged();
        CHECK(j.verdict == Verdict::timeout);
        CHECK(key_of(j) == "endless");
        return j.message.where;
    };
    CHECK(where(12'345, 0).find("its threads have stored 12,345 times so far, where 561 stores would do") != std::string::npos);     // 33 x 17
    CHECK(where(561, 1'000'000).find("its threads have made 1,000,000 loads so far, where 12,561 would do") != std::string::npos);
    CHECK(where(561, 20'000).find("so far") == std::string::npos);
    CHECK(where(0, 0).find("so far") == std::string::npos);
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

TEST_CASE("a result that stays on the device is reported as such, one that was never computed is not")
{
    Results results;
    results.lab.functions[0].kind = HostConv1d{};
    results.lab.cases = {{kFunction, "one", {SignalAndFilterSize{.width = 100, .filter_width = 5}}, false}};
    results.calls = plan(results.lab, kFunction, 5, 0);
    results.request = request_for(results.lab, kFunction, results.calls);
    results.finished = results.calls.size();
    results.values.assign(results.finished, std::vector<float>(100, unwritten()));
    results.facts.assign(results.finished, Facts{});
    for (Facts& facts : results.facts) facts.counters = Counters{.launches = 1, .global_stores = 100}, facts.input_use = InputUse{};
    CHECK(key_of(results.judged()) == "not_copied_back");
    CHECK(text(results.judged().message) ==
          "conv2d_tiled: kernels stored 100 elements, but h_out holds what it held before the call\n"
          "  where: in a call with 100 elements, filter 5 wide; every element is still the NaN that it started with\n"
          "  try:   a kernel writes to device memory: what brings its result to h_out, in which direction does that copy, and does it bring the array that the "
          "kernel stores to? Compare the arguments of the launch with the parameters");
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
    CHECK(results.judged().verdict == Verdict::implausible);
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
            for (int limit = 0; limit <= int(LaunchLimit::cooperative); ++limit)
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
