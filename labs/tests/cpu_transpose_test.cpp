// Lab 01's warm-up on the CPU: both orders transpose, and fetch as many lines as the page says. Each check has orders that it must reject.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <map>
#include <utility>

#include "../01_transpose/cpu/check.hpp"
#include "../01_transpose/cpu/lines.hpp"
#include "../01_transpose/cpu/orders.hpp"

using namespace halo::cpu;

namespace {

constexpr int kBlocks[] = {2, 3, 4, 8, 16, 17, 64};

/// Is an order wrong at one awkward size at least?
template <class Order>
bool found(int block, Order&& order)
{
    for (const int n : awkward_sizes(block))
        if (wrong_elements(n, [&](auto swap) { order(n, block, swap); }) > 0) return true;
    return false;
}

// The specimens: blocked_order with one mistake each.

void diagonal_twice(int n, int block, auto&& swap)
{
    blocked_order(n, block, swap);
    for (int d = 0; d < n; d += block)
        for (int y = d; y < std::min(d + block, n); ++y)
            for (int x = y + 1; x < std::min(d + block, n); ++x) swap(y, x);
}

void whole_diagonal_block(int n, int block, auto&& swap)       // x from the block's left edge: what was swapped above is swapped back below
{
    blocked_order(n, block, [&](int y, int x) {
        swap(y, x);
        if (y / block == x / block) swap(x, y);
    });
}

void pair_twice(int n, int block, auto&& swap)                 // x0 from 0: B is visited after A, and undoes it
{
    for (int y0 = 0; y0 < n; y0 += block)
        for (int x0 = 0; x0 < n; x0 += block)
            for (int y = y0; y < std::min(y0 + block, n); ++y)
                for (int x = x0 == y0 ? y + 1 : x0; x < std::min(x0 + block, n); ++x) swap(y, x);
}

void no_edge_block(int n, int block, auto&& swap)              // n / block blocks: what overhangs stays where it is
{
    blocked_order(n / block * block, block, swap);
}

void no_diagonal(int n, int block, auto&& swap)
{
    blocked_order(n, block, [&](int y, int x) {
        if (y / block != x / block) swap(y, x);
    });
}

}  // namespace

TEST_CASE("both orders transpose at every awkward size")
{
    for (const int block : kBlocks) {
        CAPTURE(block);
        CHECK_FALSE(found(block, [](int n, int, auto&& swap) { naive_order(n, swap); }));
        CHECK_FALSE(found(block, [](int n, int b, auto&& swap) { blocked_order(n, b, swap); }));
    }
}

TEST_CASE("a diagonal block swapped twice, a pair visited twice, an edge left out: each is found with every block size")
{
    for (const int block : kBlocks) {
        CAPTURE(block);
        CHECK(found(block, [](int n, int b, auto&& swap) { diagonal_twice(n, b, swap); }));
        CHECK(found(block, [](int n, int b, auto&& swap) { whole_diagonal_block(n, b, swap); }));
        CHECK(found(block, [](int n, int b, auto&& swap) { pair_twice(n, b, swap); }));
        CHECK(found(block, [](int n, int b, auto&& swap) { no_edge_block(n, b, swap); }));
        CHECK(found(block, [](int n, int b, auto&& swap) { no_diagonal(n, b, swap); }));
    }
}

TEST_CASE("each pair is swapped once, and those of diagonal blocks before all others")
{
    for (const int block : kBlocks)
        for (const int n : awkward_sizes(block)) {
            std::map<std::pair<int, int>, int> swaps;
            bool pairs_began = false, diagonal_first = true;
            blocked_order(n, block, [&](int y, int x) {
                ++swaps[{y, x}];
                const bool on_diagonal = y / block == x / block;
                pairs_began |= !on_diagonal;
                diagonal_first &= !(on_diagonal && pairs_began);
                CHECK(y < x);
            });
            CHECK(long(swaps.size()) == long(n) * (n - 1) / 2);
            CHECK(diagonal_first);
        }
}

TEST_CASE("the page's cache of 8 lines of 4 elements fetches 139 lines in naive order, and each line once in blocks of 4")
{
    const auto naive = [](int n) { return [n](auto swap) { naive_order(n, swap); }; };
    const auto blocked = [](int n, int block) { return [n, block](auto swap) { blocked_order(n, block, swap); }; };
    CHECK(lines_fetched(16, Lines(4, 8), naive(16)) == 139);
    CHECK(lines_fetched(16, Lines(4, 8), blocked(16, 4)) == 64);
    CHECK(lines_fetched(16, Lines(4, 8), blocked(16, 8)) == 122);       // two blocks of 8 are 32 lines: too many
    CHECK(lines_fetched(16, Lines(4, 64), naive(16)) == 64);            // where all lines have room, the order does not matter
}

TEST_CASE("the cache drops the line that was not used for longest")
{
    Lines cache(4, 2);
    for (const long element : {0, 4, 1, 8, 2}) cache.touch(element);    // lines 0 1 0 2 0: line 1 goes, line 0 stays
    CHECK(cache.fetched() == 3);
    cache.touch(5);
    CHECK(cache.fetched() == 4);
}
