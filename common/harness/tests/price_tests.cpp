// Right values: what they cost, what a pass says of it, and who computed them.

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/tests/results.hpp"

using namespace halo;
using namespace halo::lab;
using namespace halo::lab::test;

namespace {

/// What a pass says besides, if that is one thing.
std::string only_remark(const Judgement& j)
{
    CHECK(j.verdict == Verdict::passed);
    REQUIRE(j.remarks.size() == 1);
    return text(j.remarks[0]);
}

}  // namespace

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

TEST_CASE("the naive kernel in a tiled lab is a slow pattern; another shape passes, and the pass says its ratio")
{
    Results results;
    results.facts[5].counters->global_loads = 669956;
    const Judgement j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(text(j.message) ==
          "conv2d_tiled: the values are right, but reuse_ratio is 1.00, expected 16.08 (200 x 136 image, radius 2)\n"
          "  where: 669,956 global loads; 41,664 would do, and the basic kernel makes 669,956\n"
          "  try:   load each pixel of the patch once into shared memory, and let the sums read it there");
    results.facts[5].counters->global_loads = 5 * 669956;
    CHECK(results.judged().message.attempt.starts_with("each thread of the block loads all that the block needs"));
    results.facts[5].counters->global_loads = 3 * 669956;
    CHECK(results.judged().message.attempt.starts_with("load each pixel of the patch once"));
    results.facts[5].counters->global_loads = std::uint64_t(41664 / 0.91);
    CHECK(results.judged().verdict == Verdict::passed);
    CHECK(results.judged().remarks.empty());
    results.facts[5].counters->global_loads = std::uint64_t(41664 / 0.89);
    CHECK(only_remark(results.judged()) ==
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
    CHECK(only_remark(results.judged()) ==
          "conv2d_tiled: the values are right, but shared_bank_conflicts is 28,191; at most 13,600 passes (200 x 136 image, radius 2)\n"
          "  where: 1.04 for each pixel of the output; up to 0.50 passes\n"
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
    CHECK(results.judged().verdict == Verdict::passed);     // kernels stored every output: the host only checked it
    results.facts[5].input_use->stored = 0;
    CHECK(text(results.judged().message) ==
          "conv2d_tiled: the values are right, but the host computed them\n"
          "  where: host code read 680000 elements of its arrays, in a call with 200 x 136 image, radius 2\n"
          "  try:   the task is to compute on the device: let the host only copy, and a thread of a kernel compute each output");
    results.facts[5].input_use->stored = 200 * 136;
    results.facts[5].host_reads = 200 * 136;
    CHECK(results.judged().verdict == Verdict::passed);
    results.facts[5].fetched_bytes = results.facts[5].sent_bytes = 4 * 200 * 136;
    CHECK(results.judged().verdict == Verdict::implausible);
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
    CHECK(text(j.message) == "conv2d_tiled: the values are right, but shared_bank_conflicts is 1,361; at most 1,360 passes "
                             "(200 x 136 image, radius 2)\n"
                             "  where: 0.05 for each pixel of the output; up to 0.05 passes\n"
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
                             "output; up to 0.20 passes");
    counters.global_load_requests = 5441;
    counters.global_loads = 17 * 5441;                              // full requests, but too many: not a matter of coalescing
    results.lab.functions[0].kind = Conv2d{.radius = 2};
    CHECK(key_of(results.judged()) == "slow_pattern");
    CHECK(results.judged().message.where == "0.20 for each pixel of the output; up to 0.20 passes");
    counters.global_load_requests = 0;
    results.facts[0].counters->global_load_sectors = 1;              // a case that is not measured can have limits too
    CHECK(results.judged().message.where == "1.0 elements to a sector of 32 bytes, where 8 have room; 1.00 for each pixel of the output; "
                                           "up to 0.50 passes");
}

TEST_CASE("a gate that fails over a count which waits for its prediction says how far off it is, and neither this count nor the right one")
{
    Results results;
    results.predictions = Predictions::from_words("conv2d_tiled.global_loads=open");
    results.facts[5].counters->global_loads = 669956;
    Judgement j = results.judged();
    CHECK(j.verdict == Verdict::slow_pattern);
    CHECK(text(j.message) ==
          "conv2d_tiled: the values are right, but threads load each pixel again and again (200 x 136 image, radius 2)\n"
          "  where: about 25 loads for each pixel of the output; how many would do waits for your prediction: make predict\n"
          "  try:   load each pixel of the patch once into shared memory, and let the sums read it there");
    results.facts[5].counters->global_loads = std::uint64_t(41664 / 0.8);
    CHECK(results.judged().verdict == Verdict::passed);
    CHECK(results.judged().remarks.empty());                 // the profile will say it
    results.predictions = Predictions::from_words("conv2d_tiled.reuse_ratio=open");
    CHECK(results.judged().remarks.empty());
    results.predictions = Predictions::from_words("conv2d_tiled.global_loads=41664");
    CHECK(results.judged().remarks.size() == 1);
}

TEST_CASE("a limit on a count that waits is given as a factor; one on another count is given in full")
{
    Results results;
    results.lab.limits = {{kFunction, "global_load_requests", &Counters::global_load_requests, 0.2, "load side by side", 1}};
    results.facts[5].counters->global_load_requests = 20000;
    results.predictions = Predictions::from_words("conv2d_tiled.global_load_requests=open");
    CHECK(text(results.judged().message) ==
          "conv2d_tiled: the values are right, but global_load_requests is 3.68 times what the limit allows (200 x 136 image, radius 2)\n"
          "  where: a warp's request loads 2.1 elements, of 32 that its threads could ask for; the count waits for your prediction: make predict\n"
          "  try:   load side by side");
    results.predictions = Predictions::from_words("conv2d_tiled.global_load_requests=declined conv2d_tiled.idle_threads=open");
    CHECK(text(results.judged().message).find("global_load_requests is 20,000; at most 5,440 passes") != std::string::npos);
    CHECK(results.judged().key == Key::uncoalesced);
}
