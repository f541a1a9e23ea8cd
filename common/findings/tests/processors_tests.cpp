#include <doctest/doctest.h>

#include <sched.h>

#include "findings/processors.hpp"

using namespace halo;

TEST_CASE("processors that the affinity excludes are not counted")
{
    cpu_set_t all, one;
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    const unsigned before = usable_processors();
    CHECK(before >= 1);
    CHECK(before <= unsigned(CPU_COUNT(&all)));
    CPU_ZERO(&one);
    for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
        if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(usable_processors() == 1);
    REQUIRE(sched_setaffinity(0, sizeof all, &all) == 0);
    CHECK(usable_processors() == before);
}

TEST_CASE("a quota of time is so many processors, rounded up")
{
    CHECK(processors_of_quota("200000 100000") == 2);
    CHECK(processors_of_quota("150000 100000") == 2);
    CHECK(processors_of_quota("5000 100000") == 1);
    CHECK(processors_of_quota("25000 50000") == 1);
    for (const char* none : {"max 100000", "", "200000", "200000 ", " 100000", "200000 0", "0 100000", "200000 x", "-1 100000", "200000 100000 "}) {
        CAPTURE(none);
        CHECK(processors_of_quota(none) == 0);
    }
}
