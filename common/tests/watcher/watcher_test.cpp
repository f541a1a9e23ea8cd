// A watcher and two kinds of finding that the engine does not know: its hooks are called, and what it finds goes the whole way, from the
// engine over the wire to the judge's message, the lab's output and the exit code of a program.
//
// usage: test_watcher LAB [doctest's options] | --run KERNEL      LAB: the lab's program

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "divided.hpp"
#include "engine/engine.hpp"
#include "engine/watch/watchers.hpp"
#include "findings/describe.hpp"
#include "findings/finding_kind.hpp"
#include "harness/student/isolate.hpp"
#include "harness/judge/judge.hpp"
#include "harness/lab.hpp"
#include "kinds/elementwise/kind.hpp"
#include "tests/spawn.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

std::string this_program, lab_program;

std::vector<Finding> found(const char* which)
{
    static int* const out = device_words(1024);
    engine::set_report_at_exit(false);
    engine::reset_watchers();
    run(which, out);
    return engine::findings();
}

std::uint64_t divided_blocks(const char* which)
{
    std::uint64_t blocks = 0;
    for (const Finding& finding : found(which))
        if (finding.kind == FindingKind::divided || finding.kind == FindingKind::partly_divided) blocks += finding.finished;
    return blocks;
}

DetailedJudgement judged(const char* name, AddToEach::Function function)
{
    Lab lab{"00_watcher", "divided.cu", {}, {}, {}};
    lab.functions.push_back(whole_entry(name, function, AddToEach{.amount = 1}));
    lab.cases.push_back({name, "small", {ArraySize{256}}, false});
    const auto calls = plan(lab, name, 1, 0);
    const Isolated isolated = run_isolated(lab, request_for(lab, name, calls), 30);
    return judge(lab, name, calls, isolated.response, isolated.ended);
}

#define JUDGED(function) judged(#function, &function)

/// What a program that prints and ends like this says, and its exit code.
struct Ended {
    int code;
    std::string text;
};

Ended ended(const std::vector<std::string>& words, const std::vector<std::string>& variables = {})
{
    const std::string log = std::filesystem::temp_directory_path() / ("watcher_test." + std::to_string(getpid()));
    const int code = test::start(words, variables, log);
    const std::string text = test::read(log);
    std::filesystem::remove(log);
    return {code, text};
}

struct NoHook {
    void block_beginns(const engine::BlockState&) {}
};
static_assert(engine::Watcher<engine::DividedBlocks> && !engine::Watcher<NoHook>);

struct OtherParameters {
    void launch_ended(engine::RawFindingLog&) {}
};
static_assert(engine::ConcludesOrNot<engine::DividedBlocks::OfLaunch> && !engine::ConcludesOrNot<OtherParameters>);

}  // namespace

TEST_CASE("blocks whose warps all take both sides of a branch are counted")
{
    CHECK(divided_blocks("odd_and_even") == 3);
    CHECK(divided_blocks("leaves_early") == 3);
}

TEST_CASE("a block with one undivided warp is not counted, nor is a branch with one side, a loop, or two sides of a barrier")
{
    for (const char* which : {"whole_warps", "one_warp_of_two", "one_side_stores", "turns_of_a_loop", "a_barrier_between"}) {
        CAPTURE(which);
        CHECK(divided_blocks(which) == 0);
    }
}

TEST_CASE("its state is saved while a block waits, and the other watchers still count")
{
    CHECK(divided_blocks("one_after_the_other") == 2);
    CHECK(engine::counters().threads == 128);
    CHECK(engine::counters().barriers == 2);
}

TEST_CASE("a launch is concluded once, on any number of host threads, but not if a thread was ended early")
{
    for (const unsigned threads : {1, 2, 4}) {
        engine::set_host_threads(threads);
        const std::vector<Finding> all = found("in_many_blocks");
        REQUIRE(all.size() == 1);
        CHECK(all[0].kind == FindingKind::divided);
        CHECK(all[0].count == 1);
        CHECK(all[0].finished == 512);
        CHECK(all[0].blocks == 512);
        CHECK(all[0].launched == all[0].at);
    }
    engine::set_host_threads(0);
    engine::reset_watchers();
    run("odd_and_even", nullptr);
    for (const Finding& finding : engine::findings()) CHECK(finding.kind == FindingKind::out_of_bounds);
    CHECK(!engine::findings().empty());
}

TEST_CASE("the new kinds have rows, after those of the engine")
{
    CHECK(FindingKind::divided > FindingKind::leak);
    CHECK(all_finding_kinds().back().kind == FindingKind::partly_divided);
    CHECK(name(FindingKind::leak) == "leak");
    CHECK(name(FindingKind::partly_divided) == "partly_divided");
    CHECK(verdict_of(FindingKind::divided) == Verdict::slow_pattern);
    CHECK(is_remark(FindingKind::partly_divided));
}

TEST_CASE("a failure of a new kind is a verdict, with the watcher's sentence")
{
    const DetailedJudgement j = JUDGED(adds_in_two_ways);
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(key_of(j) == "slow_pattern");
    CHECK(text(j.message) ==
          "divided.cu:111: each of the 4 blocks of add_in_two_ways has only warps that take both sides of a branch\n"
          "  where: 256 elements\n"
          "  try:   let a whole warp take one side: branch on threadIdx.x / 32");
    REQUIRE(j.findings.size() == 1);
    CHECK(j.findings[0].kind == "divided");
    CHECK(j.noted.empty());
}

TEST_CASE("a remark fails no function, and is among its findings")
{
    const DetailedJudgement j = JUDGED(adds_in_two_ways_first);
    CHECK(j.verdict == Verdict::passed);
    CHECK(text(j.message) == "adds_in_two_ways_first: right in its case");
    REQUIRE(j.findings.size() == 1);
    CHECK(j.findings[0].kind == "partly_divided");
    REQUIRE(j.noted.size() == 1);
    CHECK(text(j.noted[0]) ==
          "divided.cu:115: 1 of 4 blocks of add_in_two_ways_first has only warps that take both sides of a branch\n"
          "  try:   if they are at an edge, this costs little");

    const DetailedJudgement right = JUDGED(adds);
    CHECK(right.verdict == Verdict::passed);
    CHECK(right.findings.empty());
    CHECK(right.noted.empty());
}

TEST_CASE("a lab passes with a remark, and shows it once")
{
    const Ended lab = ended({lab_program});
    CHECK(lab.code == 0);
    CHECK(lab.text ==
          "adds\n"
          "  [ok]   each element is added to\n"
          "adds_in_two_ways_first\n"
          "  [ok]   each element is added to, in two ways\n"
          "  [ok]   so is each of others\n"
          "\n"
          "divided.cu:115: 1 of 4 blocks of add_in_two_ways_first has only warps that take both sides of a branch\n"
          "  try:   if they are at an edge, this costs little\n"
          "\n"
          "passed: all 3 tests pass. Next: make profile, then the questions in README.md\n");
}

TEST_CASE("a program with a remark reports it, and ends as it would without; a failure changes its exit code")
{
    const Ended remark = ended({this_program, "--run", "first_of_three"}, {"HALO_ERROR_EXITCODE=7"});
    CHECK(remark.code == 0);
    CHECK(remark.text.find("1 of 3 blocks of first_of_three has only warps that take both sides of a branch\n") != std::string::npos);

    const Ended failure = ended({this_program, "--run", "odd_and_even"}, {"HALO_ERROR_EXITCODE=7"});
    CHECK(failure.code == 7);
    CHECK(failure.text.find("each of the 3 blocks of odd_and_even has only warps that take both sides of a branch\n") != std::string::npos);

    const Ended near_miss = ended({this_program, "--run", "whole_warps"}, {"HALO_ERROR_EXITCODE=7"});
    CHECK(near_miss.code == 0);
    CHECK(near_miss.text.empty());
}

int main(int argc, char** argv)
{
    const std::vector<std::string_view> words(argv, argv + argc);
    if (words.size() == 3 && words[1] == "--run") {
        run(argv[2], device_words(1024));
        return 0;
    }
    this_program = argv[0];
    lab_program = argc > 1 ? argv[1] : "";
    doctest::Context context(argc, argv);
    return context.run();
}
