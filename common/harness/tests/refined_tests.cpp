// What a thread's loads add to a diagnosis that rests on values, or on what is summed.

#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "findings/explain.hpp"
#include "harness/tests/results.hpp"

using namespace halo;
using namespace halo::lab;
using namespace halo::lab::test;

namespace of_refined {
namespace {

Loaded load(Space space, bool texture = false)
{
    Loaded one;
    one.at = {"conv2d_tiled.cu", 24};
    one.space = space;
    one.texture = texture;
    return one;
}

const std::vector<Loaded> kFetches = {load(Space::constant), load(Space::global, true)}, kReads = {load(Space::constant), load(Space::global)},
                          kWeights = {load(Space::constant), load(Space::constant)};

/// What is advised about a function whose thread made these loads before its store.
std::string advised(const std::function<std::vector<float>(const Inputs&)>& function, std::vector<Loaded> loads, bool stored = true)
{
    Results results;
    results.computed_by(function);
    Facts facts;
    History& history = facts.history.emplace();
    if (stored) history.stored.emplace().at = {"conv2d_tiled.cu", 30};
    history.loads = std::move(loads);
    const DetailedJudgement j = results.judged_with(answer_of(results.judged().inquiry.value(), function, facts));
    CHECK(j.asked);
    return j.message.attempt;
}

std::string advice(Mistake mistake) { return explain({mistake}, some_lab().functions[0].kind->words()).attempt; }

std::vector<float> mixed(const Inputs& inputs)
{
    return convolved(inputs, [](const Pixel& pixel, int x, int y, int dx, int dy) {
        return 0.5f * pixel(x + dx, y + dy) + 0.5f * pixel(x + dx + 1, y + dy);
    });
}

std::vector<float> elsewhere(const Inputs& inputs)
{
    return convolved(inputs, [](const Pixel& pixel, int x, int y, int dx, int dy) {
        return x % 3 == 1 && dx == 2 && dy == -1 ? pixel(3, 7) : pixel(x + dx, y + dy);
    });
}

std::vector<float> mirrored(const Inputs& inputs)
{
    return convolved(inputs, [](const Pixel& pixel, int x, int y, int dx, int dy) { return pixel(x - dx, y - dy); });
}

std::vector<float> zero(const Inputs& inputs) { return std::vector<float>(inputs.arrays[0].size(), 0.0f); }

}  // namespace

TEST_CASE("pixels that are mixed, or come from elsewhere, are blamed on the fetch only if the thread fetches")
{
    CHECK(advised(mixed, kFetches) == advice(Mistake::texture_mixes));
    CHECK(advised(mixed, kReads) == advice(Mistake::not_a_sum));
    CHECK(advised(elsewhere, kFetches) == advice(Mistake::texture_elsewhere));
    CHECK(advised(elsewhere, kReads) == advice(Mistake::other_products));
    CHECK(advised(mirrored, kFetches) == advised(mirrored, kReads));            // a pattern explains more than the fetch
}

TEST_CASE("outputs that are all 0 are blamed on a sum of nothing only if the thread that stores them loads no pixel")
{
    CHECK(advised(zero, kWeights) == advice(Mistake::sums_nothing));
    CHECK(advised(zero, {}) == advice(Mistake::sums_nothing));
    CHECK(advised(zero, kReads) == advice(Mistake::all_zero));
    CHECK(advised(zero, kWeights, false) == advice(Mistake::all_zero));         // a memset, or a copy
}

TEST_CASE("outputs that are all 0 because their weights lie beyond those of the filter name these weights")
{
    const auto weight = [](std::int64_t i) {
        Loaded one = load(Space::constant);
        one.array = "c_filter";
        one.index = {i};
        return one;
    };
    const std::string behind = advice(Mistake::weights_behind_filter);
    CHECK(advised(zero, {weight(127), load(Space::global), weight(128), load(Space::global)}) == behind);
    CHECK(advised(zero, {weight(25), load(Space::global)}) == behind);           // the filter has 25
    CHECK(advised(zero, {weight(24), load(Space::global), weight(25), load(Space::global)}) == advice(Mistake::all_zero));
    CHECK(advised(zero, {weight(127), load(Space::global)}, false) == advice(Mistake::all_zero));
    CHECK(advised(mirrored, {weight(127), load(Space::global)}) == advised(mirrored, kReads));
}

}  // namespace of_refined
