// Walks of latencies/ on the CPU engine, which counts no cycles that mean anything: they end where the chain leads. And chains and walks that are wrong.

#include <string>

#include <doctest/doctest.h>

#include <cuda_runtime.h>

#include "engine/engine.hpp"
#include "latencies/chains.hpp"
#include "latencies/median_walk.hpp"
#include "latencies/walks.hpp"
#include "wrong_walks.hpp"

using namespace halo::ladder;

namespace {

constexpr unsigned kSteps = 3 * kStepsOfGroup;

/// Where a walk ends that took one step less: no right end, or a lost step would pass.
void ends_after(const std::vector<unsigned>& next, unsigned start, const Walked& walked)
{
    CHECK(walked.end == after(next, start, kSteps));
    CHECK(walked.end != after(next, start, kSteps - 1));
    CHECK(walked.cycles > 0);
}

}  // namespace

TEST_CASE("a chain is one cycle through all nodes, whatever their number")
{
    for (const std::size_t nodes : {1, 2, 3, 37, 256, 4099}) {
        CAPTURE(nodes);
        CHECK(is_one_cycle(random_cycle(nodes)));
    }
    CHECK_FALSE(is_one_cycle({1, 0, 3, 2}));            // two cycles: half of the array is never seen
    CHECK_FALSE(is_one_cycle({0, 2, 1}));               // a node that leads to itself
    CHECK_FALSE(is_one_cycle({1, 2, 1}));               // never back
    CHECK(is_one_cycle({1, 2, 3, 0}));                  // in order: one cycle, too
    CHECK(after({2, 0, 1}, 0, 4) == 2);
}

TEST_CASE("no walk of a power of two of steps ends where it began, as one without a step would")
{
    for (const std::size_t line : {64, 128})
        for (std::size_t bytes = 1 << 10; bytes <= std::size_t(1) << 32; bytes *= 2)
            for (std::size_t steps = kStepsOfGroup; steps <= 1 << 15; steps *= 2) CHECK(steps % nodes_in(bytes, line) != 0);
    CHECK(after(random_cycle(nodes_in(1 << 12, 128)), 0, 1 << 12) != 0);
    CHECK(after(random_cycle(32), 0, 1 << 12) == 0);    // the near miss: rounds, of a chain that has a node more
}

TEST_CASE("no latency is measured of a chain that leaves nodes out")
{
    CHECK(checked({1, 2, 3, 0}).size() == 4);
    CHECK_THROWS_WITH(checked({1, 0, 3, 2}), "a chain does not lead through all 4 nodes\n  where: from node 0\n  try:   draw it with random_cycle");
}

TEST_CASE("each walk ends where the chain leads, and nobody reads or stores where nothing is")
{
    halo::engine::reset_watchers();
    const std::vector<unsigned> next = random_cycle(37);
    const GlobalChain chain(next, 128);
    ends_after(next, 0, chain.walk(0, kSteps));
    ends_after(next, 5, chain.walk(5, kSteps));
    ends_after(next, 0, walk_shared(next, kSteps));
    ends_after(next, 0, walk_constant(next, kSteps));
    ends_after(next, 0, walk_texture(next, kSteps));
    CHECK(chain_of_fma(kSteps).end == kSteps);
    CHECK(chain_of_integers(kSteps).end == kSteps);
    CHECK(row_of_barriers(kSteps, 96).end == kSteps);
    CHECK(chain_of_shuffles(kSteps).end == kSteps % 31);
    CHECK(halo::engine::findings().empty());
}

TEST_CASE("a chain without room is refused")
{
    CHECK_THROWS(walk_shared(random_cycle(257), kSteps));
    CHECK_THROWS(walk_constant(random_cycle(1025), kSteps));
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);     // else the next call's check would find it
}

TEST_CASE("a walk that took other steps than it was timed for is named, and gives no latency")
{
    const std::vector<unsigned> next = random_cycle(37);
    const auto timed = [&next](Walked (*walk)(const std::vector<unsigned>&, unsigned, unsigned)) {
        return cycles_of("a walk of a test", [&next, walk](unsigned at) { return walk(next, at, kSteps); }, [&next](unsigned at) { return after(next, at, kSteps); });
    };
    CHECK(timed([](const std::vector<unsigned>& chain, unsigned at, unsigned steps) { return GlobalChain(chain, 128).walk(at, steps); }).median > 0);
    const std::string right = std::to_string(after(next, 0, kSteps)), early = std::to_string(after(next, 0, kSteps - 1));
    const std::string said = "a walk of a test: a walk ended at " + early + ", and the chain leads to " + right
        + "\n  where: from 0, walk 0\n  try:   run the tests of the ladder, which take the same walks on the CPU engine";
    CHECK_THROWS_WITH(timed(stops_a_step_early), said.c_str());
    CHECK_THROWS(timed(does_not_wait));
}
