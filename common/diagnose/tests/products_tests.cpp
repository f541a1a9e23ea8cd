// Products of a function whose due ones are known: what is faulty, and which prediction explains it.

#include <vector>

#include <doctest/doctest.h>

#include "diagnose/products.hpp"

using namespace halo;

namespace {

constexpr int kOutputs = 200, kWeights = 3;

int due(std::size_t output, int weight) { return int(output) + weight; }

Products products(const Products::Prediction& met, std::size_t unreadable = kOutputs)
{
    std::vector<char> readable(kOutputs, true);
    if (unreadable < kOutputs) readable[unreadable] = false;
    return {kWeights, readable, due, met};
}

/// The element beside the one that is due, in the first `count` outputs.
Products::Prediction beside(std::size_t count)
{
    return [count](std::size_t o, int w) { return due(o, w) + (o < count ? 1 : 0); };
}

Products::Prediction without(int weight)
{
    return [weight](std::size_t o, int w) { return w == weight ? kNothing : due(o, w); };
}

}  // namespace

TEST_CASE("outputs with a wrong product are faulty, unless they cannot be read")
{
    CHECK(products(due).faulty().empty());
    CHECK(products(beside(2)).faulty() == std::vector<std::size_t>{0, 1});
    CHECK(products(beside(2)).wrong().size() == 6);
    CHECK(products(beside(2)).wrong()[4].due == 2);
    CHECK(products(beside(2)).wrong()[4].met == 3);
    CHECK(products(beside(2), 1).faulty() == std::vector<std::size_t>{0});
    CHECK(products(beside(2), 1).met(1, 0) == kNothing);
}

TEST_CASE("a prediction is exact when it explains each wrong output and spoils no right one")
{
    const Products half = products(beside(100));
    CHECK(half.score(beside(100)).exact());
    CHECK(half.score(beside(99)).share() == doctest::Approx(0.99));
    CHECK(!half.score(beside(99)).exact());
    CHECK(half.score(beside(101)).of == 101);               // it says that a right output is wrong
    CHECK(!half.score(beside(101)).exact());
    CHECK(half.score(due).share() == 0);
    CHECK(!products(due).score(due).exact());               // nothing to explain
    CHECK(products(beside(200), 7).score(beside(200)).of == 199);
}

TEST_CASE("the first exact pattern is the answer; without one the best, from three quarters on")
{
    const Products half = products(beside(100));
    const auto pattern = [](Mistake mistake, Products::Prediction prediction) { return Pattern{{mistake}, std::move(prediction)}; };
    const Pattern most = pattern(Mistake::shifted, beside(80)), more = pattern(Mistake::off_by_one, beside(90));
    const Pattern exact = pattern(Mistake::filter_mirrored, beside(100)), none = pattern(Mistake::filter_transposed, without(1));
    CHECK(match(half, {most, exact, more}).exact->mistake == Mistake::filter_mirrored);
    CHECK(!match(half, {most, more, none}).exact);
    CHECK(match(half, {most, more, none}).most->mistake == Mistake::off_by_one);
    CHECK(!match(half, {none, pattern(Mistake::shifted, beside(74))}).most);
    CHECK(!match(half, {}).most);
}

TEST_CASE("weights that no output uses are listed, and a map of several sums is mostly repeated")
{
    CHECK(unused_weights(products(due)).empty());
    CHECK(unused_weights(products(without(2))) == std::vector<int>{2});
    CHECK(unused_weights(products([](std::size_t o, int w) { return w == 2 && o > 0 ? kNothing : due(o, w); })).empty());
    CHECK(!products(without(2)).mostly_repeated());
    CHECK(products([](std::size_t, int) { return kSeveral; }).mostly_repeated());
    CHECK(!products([](std::size_t o, int w) { return w == 0 ? kSeveral : w == 1 ? kNothing : due(o, w); }).mostly_repeated());
}

TEST_CASE("elements that another filter met are others")
{
    TapMap map(10, 2, 1);
    for (const std::size_t o : {0u, 1u}) map.tap(o, 0) = {.times = 1, .planes = 1, .filters = o};      // element 1, of filter o
    const Products p(map, [](std::size_t, int) { return 1; });
    CHECK(p.met(0, 0) == 1);
    CHECK(p.met(1, 0) == 11);
    CHECK(p.faulty() == std::vector<std::size_t>{1});
}
