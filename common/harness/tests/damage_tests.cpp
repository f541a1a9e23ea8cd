// Programs that die, stop early, write where they may not, or claim what no run writes.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "harness/tests/results.hpp"

using namespace halo;
using namespace halo::lab;
using namespace halo::lab::test;

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

TEST_CASE("facts without counts are none of the engine's: no run of it has written them")
{
    for (const auto& remove : {+[](Facts& f) { f.counters.reset(); }, +[](Facts& f) { f.input_use.reset(); }}) {
        Results results;
        remove(results.facts[2]);
        const Judgement j = judge(results.lab, kFunction, results.calls, results.bytes(), "exit:0");
        CHECK(j.verdict == Verdict::crash);
        CHECK(j.message.headline == "conv2d_tiled: the results arrived damaged");
        CHECK(j.message.where == "the program wrote into a channel that is not its own; call 3: nothing was counted");
        CHECK(judge(results.lab, kFunction, results.calls, results.bytes(), "exit:0", {}, {}, MadeBy::gpu).verdict == Verdict::passed);
    }
    Results results;
    std::string bytes;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const std::string facts = "{}";
        const std::uint64_t size = sizeof i + facts.size();
        bytes += begun_record(i) + output_record(i, 0, results.values[i]) + "FACT" + std::string(reinterpret_cast<const char*>(&size), sizeof size)
                 + std::string(reinterpret_cast<const char*>(&i), sizeof i) + facts;
    }
    const Judgement j = judge(results.lab, kFunction, results.calls, bytes + end_record(), "exit:0");
    CHECK(j.verdict == Verdict::crash);
    CHECK(j.message.where == "the program wrote into a channel that is not its own; call 1: leaked_bytes is missing");
}

TEST_CASE("a call that could not be made has an error, and no counts")
{
    Results results;
    results.facts[2] = {};
    results.facts[2].error = CallError{{"out of memory", "cudaMalloc", "free what is not used"}, "cudaErrorMemoryAllocation", "cudaMalloc"};
    const Judgement j = judge(results.lab, kFunction, results.calls, results.bytes(), "exit:0");
    CHECK(j.message.headline == "conv2d_tiled: out of memory");
}

TEST_CASE("nonsense before the results is nothing that the program's end explains")
{
    const Results results;
    const Judgement j = judge(results.lab, kFunction, results.calls, "nonsense" + results.bytes(), "exit:0");
    CHECK(j.message.headline == "conv2d_tiled: the results arrived damaged");
    CHECK(j.message.where.ends_with("; a record with an unknown tag"));
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
