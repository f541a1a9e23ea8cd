#include "timing/contest.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace halo::timing;

namespace {

/// A device whose clock only its contestants move.
struct Bench {
    double now = 0;
    std::string log;
    std::set<std::uint64_t> seeds;
    std::uint64_t output = 0, due = 0;

    Task task()
    {
        return {.prepare = [this](std::uint64_t seed) { now += 100, seeds.insert(seed), due = seed, output = 0; }, .seconds = [this] { return now; }};
    }
    std::function<std::uint64_t()> wrong()
    {
        return [this] { now += 100; return std::uint64_t(output != due); };
    }
    Contestant right(const std::string& name, double seconds)
    {
        return {name, [this, name, seconds] { now += seconds, log += name, output = due; }, wrong()};
    }
};

}  // namespace

TEST_CASE("each contestant runs once a round, each begins in turn, and the first round is not counted")
{
    Bench bench;
    const auto turns = contest(bench.task(), {bench.right("a", 1), bench.right("b", 2), bench.right("c", 4)}, 3, 7);
    CHECK(bench.log == "abcbcacababc");
    CHECK(bench.seeds.size() == 12);
    REQUIRE(turns.size() == 3);
    CHECK(turns[0].seconds == std::vector<double>{1, 1, 1});        // neither preparing nor checking is in it
    CHECK(turns[2].seconds == std::vector<double>{4, 4, 4});
    CHECK(turns[1].wrong == 0);
    CHECK(ratios(turns[1], turns[0]) == std::vector<double>{2, 2, 2});
}

TEST_CASE("a contestant that keeps its first result is wrong from the next round on, and that ends the contest")
{
    Bench bench;
    std::uint64_t kept = 0;
    const Contestant lazy{"lazy", [&] { bench.now += 0.5, bench.output = kept == 0 ? kept = bench.due : kept; }, bench.wrong()};
    const auto turns = contest(bench.task(), {bench.right("basic", 1), lazy}, 20, 7);
    CHECK(turns[1].wrong == 1);
    CHECK(turns[0].wrong == 0);
    CHECK(turns[0].seconds.size() == 1);
}

TEST_CASE("a contestant that does nothing is wrong at once, and has no times")
{
    Bench bench;
    const auto turns = contest(bench.task(), {{"idle", [] {}, bench.wrong()}}, 20, 7);
    CHECK(turns[0].wrong == 1);
    CHECK(turns[0].seconds.empty());
}

TEST_CASE("getting ready costs nothing, and what was left for later counts")
{
    Bench bench;
    Contestant late = bench.right("a", 1);
    late.ready = [&] { bench.now += 50, bench.log += '('; };
    late.late = [&] { bench.now += 50, bench.log += ')'; return 3.0; };
    const auto turns = contest(bench.task(), {late}, 2, 7);
    CHECK(bench.log == "(a)(a)(a)");
    CHECK(turns[0].seconds == std::vector<double>{4, 4});
}

TEST_CASE("what has no output is not wrong")
{
    Bench bench;
    const auto turns = contest(bench.task(), {{"copy", [&] { bench.now += 1; }, {}}, bench.right("a", 2)}, 5, 7);
    CHECK(turns[0].wrong == 0);
    CHECK(turns[0].seconds.size() == 5);
}

TEST_CASE("another seed means other data; times of different rounds are not compared")
{
    Bench one, other;
    contest(one.task(), {one.right("a", 1)}, 2, 7);
    contest(other.task(), {other.right("a", 1)}, 2, 8);
    for (const std::uint64_t seed : one.seeds) CHECK(!other.seeds.contains(seed));
    CHECK_THROWS_AS(ratios({"a", {1, 2}, 0}, {"b", {1}, 0}), std::invalid_argument);
}

TEST_CASE("there are more rounds while they are not enough, up to the most")
{
    Bench bench;
    const auto rounds_of = [&](unsigned enough) {
        return contest(bench.task(), {bench.right("a", 1)}, {3, 9, [enough](const std::vector<Turns>& turns) { return turns[0].seconds.size() >= enough; }}, 7)[0].seconds.size();
    };
    CHECK(rounds_of(1) == 3);
    CHECK(rounds_of(5) == 5);
    CHECK(rounds_of(50) == 9);
}
