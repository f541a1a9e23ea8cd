// Walks of latencies/ on the CPU engine, which counts no cycles that mean anything: they end where the chain leads. And chains that are none.

#include <doctest/doctest.h>

#include "engine/engine.hpp"
#include "latencies/chains.hpp"
#include "latencies/walks.hpp"

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
}
