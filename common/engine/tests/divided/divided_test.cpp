// A watcher that the engine does not know, bound by the test's own list: its hooks are called.

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

TEST_CASE("a block with one undivided warp is not counted, nor is a branch with one side, a loop, or two sides of a barrier")
{
    for (const char* which : {"whole_warps", "one_warp_of_two", "one_side_stores", "turns_of_a_loop", "a_barrier_between"}) {
        CAPTURE(which);
        CHECK(divided(which) == 0);
    }
}

TEST_CASE("its state is saved while a block waits, and the other watchers still count")
{
    CHECK(divided("one_after_the_other") == 2);
    CHECK(halo::engine::counters().threads == 128);
    CHECK(halo::engine::counters().barriers == 2);
    CHECK(halo::engine::findings().empty());
}
