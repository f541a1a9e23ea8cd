#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "findings/verdict.hpp"

using namespace halo;

TEST_CASE("an output is the same when every error is within the tolerance")
{
    const std::vector<float> want = {1, 2, 3, 4};
    const std::vector<float> got = {1, 2.25f, 3, 3.75f};
    CHECK(compare(got, want, 0.25).same);
    CHECK(!compare(got, want, 0.125).same);
}

TEST_CASE("NaN and infinity are wrong whatever the tolerance")
{
    const std::vector<float> want = {1, 2};
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    CHECK(compare(std::vector{1.0f, nan}, want, 1e30).wrong == 1);
    CHECK(compare(std::vector{infinity, 2.0f}, want, 1e30).wrong == 1);
    CHECK(compare(std::vector{1.0f, nan}, want, 1e30).unwritten == 0);
}

TEST_CASE("the first wrong element is shown by name: [y][x], or [x] in a signal")
{
    const std::vector<float> want = {1, 2, 3, 4, 5, 6};
    const std::vector<float> got = {1, 2, 3, 4, 12, 0.5f};
    CHECK(first_difference(compare(got, want, 0), element(4, {2, 3})) == "first out[1][1] = 12, expected 5");
    CHECK(first_difference(compare(got, want, 0), element(4, {})) == "first out[4] = 12, expected 5");
    CHECK(compare(got, want, 0).wrong == 2);
    CHECK(compare(got, want, 0).first == 4);
}

TEST_CASE("an element that was never written is distinguished from a NaN that was computed")
{
    const std::vector<float> want = {1, 2};
    const Comparison left = compare(std::vector{1.0f, unwritten()}, want, 0);
    CHECK(first_difference(left, "out[1]") == "first out[1] was never written, expected 2");
    CHECK(left.unwritten == 1);
    const Comparison computed = compare(std::vector{1.0f, std::numeric_limits<float>::quiet_NaN()}, want, 0);
    CHECK(first_difference(computed, "out[1]") == "first out[1] = NaN, expected 2");
    CHECK(!is_unwritten(unwritten() + 1.0f));
    CHECK(!never_written(unwritten() * 0.0f));
}

TEST_CASE("an output with too few elements never matches")
{
    const Comparison result = compare(std::vector{1.0f}, std::vector{1.0f, 2.0f}, 1e9);
    CHECK(!result.same);
    CHECK(result.wrong == 2);
}

TEST_CASE("the rounding bound grows with the number of taps, and rejects values that are not finite")
{
    const std::vector<float> in = {-3, 2}, filter = {1, -2, 1};
    // n = 3, Σ|filter| = 4, max|in| = 3
    CHECK(rounding_bound(filter, in) == doctest::Approx(3 * 0x1p-24 * 4 * 3).epsilon(1e-6));
    CHECK_THROWS_AS(rounding_bound(filter, std::vector{std::numeric_limits<float>::quiet_NaN()}), std::invalid_argument);
    CHECK_THROWS_AS(rounding_bound(std::vector{std::numeric_limits<float>::infinity()}, in), std::invalid_argument);
}

TEST_CASE("a message is three lines, and can be parsed again")
{
    const Message message{"a.cu:3: it broke", "here", "something else"};
    CHECK(text(message) == "a.cu:3: it broke\n  where: here\n  try:   something else");
    CHECK(message_from_text(text(message)) == message);
    CHECK(text({"alone", "", ""}) == "alone");
    CHECK(message_from_text("no lines at all") == Message{"no lines at all", "", ""});
    CHECK(message_from_text("") == Message{});
    CHECK(message_from_text("two\nlines\n where: x\n y") == Message{"two lines", "x y", ""});
}

TEST_CASE("verdicts have names, and the worse of two counts")
{
    for (int v = 0; v <= int(Verdict::passed); ++v) CHECK(verdict_named(name(Verdict(v))) == Verdict(v));
    CHECK(!verdict_named("splendid"));
    CHECK(worse(Verdict::race, Verdict::wrong_result) == Verdict::race);
    CHECK(worse(Verdict::passed, Verdict::slow_pattern) == Verdict::slow_pattern);
}
