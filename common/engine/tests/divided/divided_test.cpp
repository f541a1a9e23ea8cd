// A watcher that no part of the engine names, bound by a list of the test's own: it hears what it has hooks for.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "divided_blocks.hpp"
#include "engine/engine.hpp"
#include "engine/watch/watchers.hpp"

void run(const char* which, int* out);
int* device_words(int count);

namespace {

std::uint64_t divided(const char* which)
{
    static int* const out = [] {
        halo::engine::set_report_at_exit(false);
        return device_words(1024);
    }();
    halo::engine::reset_watchers();
    run(which, out);
    return halo::engine::DividedBlocks::take_total();
}

struct NoHook {
    void block_beginns(const halo::engine::BlockState&) {}
};
static_assert(halo::engine::Watcher<halo::engine::DividedBlocks> && !halo::engine::Watcher<NoHook>);

}  // namespace

TEST_CASE("blocks whose warps all take both sides of a branch are counted")
{
    CHECK(divided("odd_and_even") == 3);
    CHECK(divided("leaves_early") == 3);
}

TEST_CASE("blocks of which one warp keeps together are not, nor a branch with one side, a loop, or two sides of a barrier")
{
    for (const char* which : {"whole_warps", "one_warp_of_two", "one_side_stores", "turns_of_a_loop", "a_barrier_between"}) {
        CAPTURE(which);
        CHECK(divided(which) == 0);
    }
}

TEST_CASE("what it keeps of a block waits with the block, and the other watchers hear what they always do")
{
    CHECK(divided("one_after_the_other") == 2);
    CHECK(halo::engine::counters().threads == 128);
    CHECK(halo::engine::counters().barriers == 2);
    CHECK(halo::engine::findings().empty());
}
