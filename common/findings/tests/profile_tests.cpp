#include "findings/profile_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace halo;

TEST_CASE("a profile has each counter of the vocabulary once, with its own value")
{
    KernelProfile profile;
    std::uint64_t next = 1;
    for_each_counter([&](const char*, auto counter) { profile.counters.*counter = next++; });
    const std::vector<ProfileMetric> metrics = metrics_of(profile);
    for_each_counter([&](const char* name, auto counter) {
        CAPTURE(name);
        REQUIRE(std::ranges::count(metrics, name, &ProfileMetric::name) == 1);
        CHECK(std::ranges::find(metrics, name, &ProfileMetric::name)->value == double(profile.counters.*counter));
    });
    CHECK(std::ranges::is_sorted(metrics, {}, &ProfileMetric::section));
}

TEST_CASE("a ratio is there only where it divides by something")
{
    KernelProfile profile{.counters = {.global_load_requests = 2, .global_load_sectors = 9}};
    const auto value = [&](std::string_view name) {
        const std::vector<ProfileMetric> metrics = metrics_of(profile);
        const auto found = std::ranges::find(metrics, name, &ProfileMetric::name);
        return found == metrics.end() ? -1 : found->value;
    };
    CHECK(value("sectors_per_load_request") == 4.5);
    CHECK(value("sectors_per_store_request") == -1);
    CHECK(value("lanes_per_instruction") == -1);
    profile.lanes = {.instructions = 3, .lanes = 48, .partial = 2};
    CHECK(value("lanes_per_instruction") == 16);
    CHECK(value("idle_lanes") == 48);
    CHECK(value("divergent_instructions") == 2);
}

TEST_CASE("the bound counts only bytes that no cache can have kept, the limiter all of them")
{
    KernelProfile copy{.counters = {.launches = 1, .blocks = 4096, .threads = 1 << 20, .global_loads = 1 << 20, .global_stores = 1 << 20, .global_load_requests = 1 << 15,
                                    .global_store_requests = 1 << 15, .global_load_sectors = 1 << 17, .global_store_sectors = 1 << 17}};
    copy.used_bytes = 64 << 20;
    const CardBound cached = bounds_of(copy).at(0);
    CHECK(cached.bound.resource != Resource::memory);
    CHECK(cached.limiter == Resource::memory);
    copy.uncached_bytes = 64 << 20;
    CHECK(bounds_of(copy).at(0).bound.resource == Resource::memory);
    CHECK(bounds_of(copy).at(0).bound.seconds == doctest::Approx((64 << 20) / cards()[0].bytes_per_s));
    CHECK(bounds_of(KernelProfile{}).empty());         // nothing loaded, nothing stored: nothing to say
}

TEST_CASE("names in a profile are quoted as its form asks")
{
    KernelProfile one{.kernel = "k<'\"', 1>", .at = {"a\\b\t.cu", 3}};
    const ProfileReport report{"p", {one}, {ProfileSection::launch}, 0};
    CHECK(to_csv(report).find("\n\"k<'\"\"', 1>\",,0x0x0,") != std::string::npos);
    CHECK(to_json(report).find("\"kernel\": \"k<'\\\"', 1>\"") != std::string::npos);
    CHECK(to_json(report).find("\"file\": \"a\\\\b\\u0009.cu\"") != std::string::npos);
    one.kernel = "plain";
    CHECK(to_csv({"p", {one}, {}, 0}).find("\nplain,,0x0x0,") != std::string::npos);
}
