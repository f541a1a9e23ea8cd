#include "findings/bound.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace halo;

namespace {

/// One multiprocessor of a card that moves 320 bytes a second and ticks once.
constexpr Card kCard{.name = "card", .bytes_per_s = 320, .multiprocessors = 1, .clock_hz = 1};

/// A warp that copies 32 elements, coalesced.
CardWork copy()
{
    CardWork work{.counters = {.blocks = 1, .threads = 32, .global_loads = 32, .global_stores = 32, .global_load_requests = 1, .global_store_requests = 1,
                               .global_load_sectors = 4, .global_store_sectors = 4},
                  .scale = 1, .bytes = 256};
    return work;
}

}  // namespace

TEST_CASE("a bound is the longest of the times of memory, of requests, and of bytes from L1")
{
    CardWork work = copy();
    CHECK(lower_bound(work, kCard).seconds == doctest::Approx(2.0));          // two requests, two rows of 128 bytes; 256 bytes take 0.8
    CHECK(lower_bound(work, kCard).resource == Resource::requests);
    work.bytes = 3200;
    CHECK(lower_bound(work, kCard).seconds == doctest::Approx(10.0));
    CHECK(lower_bound(work, kCard).resource == Resource::memory);
    work.counters.global_load_sectors = 64;                                  // 17 rows of 128 bytes
    CHECK(lower_bound(work, kCard).seconds == doctest::Approx(17.0));
    CHECK(lower_bound(work, kCard).resource == Resource::l1);
}

TEST_CASE("a bank conflict is a turn more, and a vector of four takes the turns of four")
{
    CardWork work = copy();
    work.counters.shared_load_requests = 1, work.counters.shared_loads = 32, work.counters.shared_bank_conflicts = 31;
    CHECK(lower_bound(work, kCard).seconds == doctest::Approx(34.0));
    work.counters.shared_bank_conflicts = 0, work.counters.shared_loads = 128;
    CHECK(lower_bound(work, kCard).seconds == doctest::Approx(6.0));
}

TEST_CASE("a bound grows with the size, and is shared by the multiprocessors")
{
    CardWork work = copy();
    work.scale = 1000;
    CHECK(lower_bound(work, kCard).seconds == doctest::Approx(2000.0));
    Card two = kCard;
    two.multiprocessors = 2;
    CHECK(lower_bound(work, two).seconds == doctest::Approx(1000.0));
}

TEST_CASE("a limiter is named only where it leads")
{
    CardWork work = copy();
    work.bytes = 1e6;
    CHECK(limiter(work, kCard) == Resource::memory);
    const auto next = limiter(copy(), kCard);               // one warp waits
    REQUIRE(next);
    CHECK(*next == Resource::latency);
    work.counters.blocks = 10'000, work.counters.threads = 320'000;
    work.bytes = 320.0 * 859 * 10'000 / 32 * 1.2;           // the waits of 10,000 blocks, 32 at once, and a fifth more
    CHECK(!limiter(work, kCard));
    work.bytes *= 1.2;
    CHECK(limiter(work, kCard) == Resource::memory);
}

TEST_CASE("stores without neighbours wait for their sectors, conflicts for L1, many instructions for their slots")
{
    CardWork work = copy();
    work.scale = 1e5;
    work.counters.blocks = 1000, work.counters.threads = 256'000;
    CardWork scattered = work, conflicts = work, busy = work;
    scattered.counters.global_store_requests = 8000, scattered.counters.global_store_sectors = 256'000;
    CHECK(limiter(scattered, kCard) == Resource::store_sectors);
    conflicts.counters.shared_load_requests = 8000, conflicts.counters.shared_bank_conflicts = 248'000;
    CHECK(limiter(conflicts, kCard) == Resource::l1);
    busy.counters.global_load_requests = 200'000, busy.counters.global_loads = 6'400'000, busy.counters.global_load_sectors = 800'000;
    CHECK(limiter(busy, kCard) == Resource::issue);
    busy.counters.global_loads = 0;
    CHECK(!limiter(busy, kCard));
}

TEST_CASE("only a ratio of 1.5 and more is clear, and the largest comes first")
{
    CardWork basic = copy(), tiled = copy();
    basic.counters.global_load_requests = 9, basic.counters.global_load_sectors = 41;
    tiled.counters.global_load_requests = 5, tiled.counters.global_load_sectors = 8;
    const auto clear = clear_differences(tiled, basic);
    REQUIRE(clear.size() == 2);
    CHECK(clear[0].resource == Resource::l1);
    CHECK(clear[0].ratio == doctest::Approx(45.0 / 12.0));
    CHECK(clear[1].resource == Resource::requests);
    CHECK(clear[1].ratio == doctest::Approx(10.0 / 6.0));
    CHECK(clear_differences(basic, tiled)[0].ratio == doctest::Approx(12.0 / 45.0));
    basic = tiled, basic.counters.global_load_requests = 7;
    CHECK(clear_differences(tiled, basic).empty());
    CHECK(clear_differences(tiled, CardWork{}).empty());
}

TEST_CASE("a bound in words is rounded down, and names what leads, what is less and what is more")
{
    CardBound b{.card = "NVIDIA H200", .size = "7 elements", .bound = {.seconds = 0.00205999, .resource = Resource::requests}, .limiter = {}, .basic = "", .differences = {}};
    CHECK(sentences({&b, 1}) == std::vector<std::string>{"no faster than 2 ms on an NVIDIA H200 (7 elements), by its load and store instructions"});
    for (const auto& [seconds, text] : {std::pair{0.0005099, "0.5 ms"}, {0.0129999, "12 ms"}, {0.00000497, "0.0049 ms"}, {0.000001, "0.001 ms"}}) {
        b.bound.seconds = seconds;
        CHECK(sentences({&b, 1})[0].starts_with(std::string("no faster than ") + text));
    }
    for (const double seconds : {0.000000999, 3.8e-12, 0.0}) {
        b.bound.seconds = seconds;
        CHECK(sentences({&b, 1})[0] == "no bound above 1 µs on an NVIDIA H200 (7 elements)");
    }
    b.limiter = Resource::issue;
    b.basic = "conv2d_basic";
    b.differences = {{Resource::requests, 4.23}, {Resource::store_sectors, 0.5}, {Resource::l1, 1.75}};
    const auto lines = sentences({&b, 1});
    REQUIRE(lines.size() == 4);
    CHECK(lines[1] == "it most likely waits for its instructions");
    CHECK(lines[2] == "clearly less than conv2d_basic: load and store instructions (4.2 times), bytes from L1 and shared memory (1.8 times)");
    CHECK(lines[3] == "clearly more than conv2d_basic: stored sectors (2.0 times)");
}

TEST_CASE("two cards have a bound each; what is true of both is said once")
{
    const CardBound one{.card = "NVIDIA H200", .size = "7 elements", .bound = {.seconds = 0.001, .resource = Resource::l1}, .limiter = Resource::issue, .basic = "naive",
                        .differences = {{Resource::l1, 3.0}}};
    CardBound other = one;
    other.card = "NVIDIA H100 80GB HBM3", other.bound = {.seconds = 0.002, .resource = Resource::memory};
    const std::string first = "no faster than 1 ms on an NVIDIA H200 (7 elements), by its bytes from L1 and shared memory";
    const std::string second = "no faster than 2 ms on an NVIDIA H100 80GB HBM3 (7 elements), by its bytes to and from memory";
    const std::string less = "clearly less than naive: bytes from L1 and shared memory (3.0 times)";
    CHECK(sentences(std::vector{one, other}) == std::vector{first, second, std::string("it most likely waits for its instructions"), less});
    other.limiter = Resource::memory;
    CHECK(sentences(std::vector{one, other}) == std::vector{first, second, std::string("on an NVIDIA H200 it most likely waits for its instructions"),
                                                            std::string("on an NVIDIA H100 80GB HBM3 it most likely waits for its bytes to and from memory"), less});
    other.limiter.reset();
    CHECK(sentences(std::vector{one, other}) == std::vector{first, second, std::string("on an NVIDIA H200 it most likely waits for its instructions"), less});
    CHECK(sentences({}).empty());
}

TEST_CASE("each resource is found by its name, and no other")
{
    for (const Resource r : {Resource::memory, Resource::requests, Resource::l1, Resource::issue, Resource::store_sectors, Resource::latency})
        CHECK(resource_named(name(r)) == r);
    CHECK(!resource_named("luck"));
    CHECK(!resource_named(""));
}

TEST_CASE("a function is compared with the basic kernel only where there is one")
{
    CardWork basic = copy();
    basic.counters.global_load_requests = 9;
    CHECK(bounds_of(copy(), "32 elements", "", basic).at(0).differences.empty());
    const CardBound named = bounds_of(copy(), "32 elements", "naive", basic).at(0);
    CHECK(named.differences.size() == 1);
    CHECK(named.size == "32 elements");
    CHECK(named.card == cards().front().name);
}
