// A function of 40 elements and 7 weights is asked what it sums. Its products are known: the map must say the same.

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "diagnose/compare.hpp"
#include "diagnose/taps.hpp"

using namespace halo;

namespace {

using Floats = std::vector<float>;

TapQuestion question(std::size_t sources = 40, std::size_t weights = 7, std::size_t outputs = 40)
{
    TapQuestion q{.sources = sources, .weights = weights, .outputs = outputs, .pass = {}, .ones = {}};
    q.ask_filter(3);
    return q;
}

/// An output of a function: element `source` times weight `weight`, `times` times.
struct Product {
    std::size_t output, weight, source;
    int times = 1;
};

std::vector<Floats> answers(const TapQuestion& q, const std::function<Floats(const Floats& in, const Floats& weights)>& function)
{
    std::vector<Floats> outputs;
    for (const AskedCall& call : calls_of(q)) outputs.push_back(function(call.at(0), call.at(1)));
    return outputs;
}

TapMap map_of(const TapQuestion& q, const std::function<Floats(const Floats& in, const Floats& weights)>& function)
{
    const auto map = map_from(q, answers(q, function));
    REQUIRE(map);
    return *map;
}

auto sum_of(const TapQuestion& q, std::vector<Product> products)
{
    return [outputs = q.outputs, products](const Floats& in, const Floats& weights) {
        Floats out(outputs, 0.0f);
        for (const Product& p : products) out[p.output] += float(p.times) * weights[p.weight] * in[p.source];
        return out;
    };
}

TapMap map_of(const TapQuestion& q, std::vector<Product> products) { return map_of(q, sum_of(q, std::move(products))); }

}  // namespace

TEST_CASE("every source is named exactly: the first, the last, one in another row, one far away")
{
    const TapQuestion q = question();
    for (const std::size_t source : {0u, 1u, 12u, 31u, 32u, 39u}) {
        const TapMap map = map_of(q, {{5, 3, source}, {39, 6, 39 - source}});
        CHECK(map.source(5, 3) == std::int64_t(source));
        CHECK(map.source(39, 6) == std::int64_t(39 - source));
        CHECK(!map.source(5, 2));
        CHECK(!map.source(4, 3));
        CHECK(map.readable(5));
        CHECK(map.tap(5, 3).times == 1);
        CHECK(map.tap(5, 4).times == 0);
    }
    const TapMap map = map_of(question(100'000, 7, 3), {{0, 0, 0}, {1, 1, 65'536}, {2, 2, 99'999}, {2, 3, 34'463}});
    CHECK(map.source(0, 0) == 0);
    CHECK(map.source(1, 1) == 65'536);
    CHECK(map.source(2, 2) == 99'999);
    CHECK(map.source(2, 3) == 34'463);
}

TEST_CASE("all weights of an output are distinguished, whichever pass asks about them")
{
    const TapQuestion q = question();
    std::vector<Product> products;
    for (std::size_t o = 0; o < 40; ++o)
        for (std::size_t w = 0; w < 7; ++w) products.push_back({o, w, (7 * o + 11 * w) % 40});
    const TapMap map = map_of(q, products);
    for (const Product& p : products) CHECK(map.source(p.output, p.weight) == std::int64_t(p.source));
    for (std::size_t o = 0; o < 40; ++o) CHECK(map.readable(o));
}

TEST_CASE("weights are shared out to as few passes as their digits allow, and neighbours to different ones")
{
    const TapQuestion q = question();
    REQUIRE(q.passes == 3);
    CHECK(q.pass(0).weights == std::vector<int>{0, 3, 6});
    CHECK(q.pass(1).weights == std::vector<int>{1, 4});
    CHECK(q.pass(0).arrays == std::vector<Floats>{{1, 0, 0, 4, 0, 0, 16}});
    CHECK(q.pass(2).arrays == std::vector<Floats>{{0, 0, 1, 0, 0, 4, 0}});
    CHECK(q.calls() == calls_of(q).size());
    CHECK(question(40, 1).pass(0).arrays == std::vector<Floats>{{1}});

    TapQuestion with_bias{.sources = 40, .weights = 12, .outputs = 40, .pass = {}, .ones = {}};
    with_bias.ask_filter(TapQuestion::kFloatDigits, {{0, 0}});
    CHECK(with_bias.passes == 2);
    CHECK(with_bias.pass(1).arrays.size() == 2);
    CHECK(with_bias.pass(1).arrays[1] == Floats{0, 0});
    CHECK(with_bias.ones == std::vector<Floats>{Floats(12, 1.0f), {0, 0}});
}

TEST_CASE("a question about millions of weights takes no memory before it is asked")
{
    TapQuestion q{.sources = 1 << 20, .weights = 5u << 20, .outputs = 1 << 20, .products = 5e12, .pass = {}, .ones = {}};
    q.ask_filter(TapQuestion::kFloatDigits);                // all its passes together would be 10 terabytes
    CHECK(q.passes == 476626);
    CHECK(q.calls() == 476626 * 22 + 5);
}

TEST_CASE("a product is counted up to three times, and four times are not a sum of weights")
{
    const TapQuestion q = question();
    for (const int times : {0, 1, 2, 3}) {
        const TapMap map = map_of(q, {{5, 3, 21, times}, {5, 0, 8}});
        CHECK(map.tap(5, 3).times == times);
        CHECK(map.source(5, 3) == (times == 0 ? std::optional<std::int64_t>() : 21));
        CHECK(map.source(5, 0) == 8);
        CHECK(map.state(5).whole);
    }
    for (const int times : {4, 5, 16, -1})
        for (const std::size_t weight : {0u, 3u, 6u}) {                    // the lowest digit of a pass, one within, the highest
            const TapMap map = map_of(q, {{5, weight, 21, times}, {6, 3, 8}});
            CHECK(!map.state(5).whole);
            CHECK(!map.readable(5));
            CHECK(map.readable(6));
            CHECK(map.source(6, 3) == 8);
        }
}

TEST_CASE("a constant is what an output holds without any input, and does not hide its products")
{
    const TapQuestion q = question();
    const auto sum = sum_of(q, {{5, 3, 21}, {6, 2, 4}});
    const TapMap map = map_of(q, [&](const Floats& in, const Floats& weights) {
        Floats out = sum(in, weights);
        out[5] += 7, out[6] -= 2.5f;
        return out;
    });
    CHECK(map.state(5).constant == 7);
    CHECK(map.source(5, 3) == 21);
    CHECK(map.readable(5));
    CHECK(map.state(6).constant == -2.5f);
    CHECK(map.source(6, 2) == 4);
    CHECK(map.state(7).constant == 0);
}

TEST_CASE("a constant may depend on the weights, as when a ghost element counts as a number")
{
    const TapQuestion q = question();
    const auto sum = sum_of(q, {{5, 3, 21}, {6, 2, 4}});
    for (const float ghost : {1.0f, 5.0f, -0.5f}) {
        const TapMap map = map_of(q, [&](const Floats& in, const Floats& weights) {
            Floats out = sum(in, weights);
            out[5] += ghost * weights[0] + ghost * weights[6];
            return out;
        });
        CHECK(map.readable(5));
        CHECK(map.source(5, 3) == 21);
        CHECK(!map.source(5, 0));
        CHECK(map.state(5).constant == 2 * ghost);
        CHECK(map.source(6, 2) == 4);
    }
}

TEST_CASE("outputs that were never written are distinguished from those that do not sum")
{
    const TapQuestion q = question();
    const auto sum = sum_of(q, {{4, 3, 21}, {5, 3, 21}, {6, 3, 21}, {7, 3, 21}});
    int calls = 0;
    const TapMap map = map_of(q, [&](const Floats& in, const Floats& weights) {
        Floats out = sum(in, weights);
        out[5] = unwritten();
        out[6] = std::numeric_limits<float>::quiet_NaN();
        out[7] = std::numeric_limits<float>::infinity();
        out[8] = in[0] / 2;
        if (++calls == 4) out[9] = unwritten();
        return out;
    });
    CHECK(!map.state(5).written);
    CHECK(!map.readable(5));
    for (const std::size_t output : {6u, 7u, 8u, 9u}) {
        CAPTURE(output);
        CHECK(map.state(output).written);
        CHECK(!map.state(output).whole);
        CHECK(!map.readable(output));
    }
    CHECK(map.readable(4));
    CHECK(map.source(4, 3) == 21);
}

TEST_CASE("a function that is not linear, or depends on the calls before, is not readable where it is so")
{
    const TapQuestion q = question();
    const auto sum = sum_of(q, {{4, 3, 21}, {5, 3, 21}, {5, 0, 20}, {6, 3, 21}});
    Floats left(40, 0.0f);
    const TapMap map = map_of(q, [&](const Floats& in, const Floats& weights) {
        Floats out = sum(in, weights);
        out[5] = std::min(out[5], 3.0f);
        out[6] = left[6] += out[6];
        return out;
    });
    CHECK(map.readable(4));
    CHECK(!map.state(5).whole);
    CHECK(!map.state(6).same_again);
    CHECK(!map.readable(6));
    CHECK(map.state(5).same_again);
}

TEST_CASE("one source needs no bit-planes, and one weight one pass")
{
    const TapQuestion one_source = question(1, 7, 3);
    CHECK(calls_of(one_source).size() == 5 + 3 * 2);
    const TapMap few = map_of(one_source, {{1, 4, 0}});
    CHECK(few.source(1, 4) == 0);
    CHECK(!few.source(1, 3));
    CHECK(few.readable(1));

    const TapQuestion one_weight = question(40, 1, 40);
    CHECK(calls_of(one_weight).size() == 5 + 2 + 6);
    const TapMap copied = map_of(one_weight, {{0, 0, 39}, {39, 0, 0, 3}});
    CHECK(copied.source(0, 0) == 39);
    CHECK(copied.source(39, 0) == 0);
    CHECK(copied.tap(39, 0).times == 3);
    CHECK(calls_of(question(2, 1, 1)).size() == 5 + 2 + 1);
    CHECK(calls_of(question(32, 1, 1)).size() == 5 + 2 + 5);
    CHECK(calls_of(question(33, 1, 1)).size() == 5 + 2 + 6);
}

TEST_CASE("of several filters an output sees one: the map names it, also when it is another's")
{
    constexpr std::size_t kFilters = 5, kWeights = 7;
    TapQuestion q{.sources = 40, .weights = kWeights, .filters = kFilters, .outputs = 40, .pass = {}, .ones = {}};
    q.ask_filter(3, {{0, 0}});
    REQUIRE(q.passes == 3);
    CHECK(q.calls_of_pass() == 2 + 6 + 3);
    CHECK(q.pass(0).planes.size() == 3);
    CHECK(q.pass(0).planes[2].size() == 2);
    CHECK(std::ranges::count(q.pass(0).planes[2][0], 0.0f) == 4 * 7 + 4);               // filter 4 alone has bit 2
    const auto at = [](std::size_t filter, std::size_t weight) { return filter * kWeights + weight; };
    const std::vector<Product> products = {{5, at(0, 3), 21}, {6, at(4, 3), 22}, {6, at(4, 6), 8}, {7, at(1, 2), 3}, {7, at(3, 2), 3}, {8, at(2, 0), 9, 2}};
    const TapMap map = map_of(q, sum_of(q, products));
    CHECK(map.filter(5, 3) == 0);
    CHECK(map.filter(6, 3) == 4);
    CHECK(map.filter(6, 6) == 4);
    CHECK(map.source(6, 3) == 22);
    CHECK(!map.filter(6, 2));
    CHECK(map.tap(7, 2).times == 2);
    CHECK(!map.filter(7, 2));                                                           // of two filters
    CHECK(map.filter(8, 0) == 2);
    for (const std::size_t o : {5u, 6u, 7u, 8u}) CHECK(map.readable(o));
    CHECK(map_of(question(), {{5, 3, 21}}).filter(5, 3) == 0);
}

TEST_CASE("what an output holds that nobody wrote may be a number")
{
    TapQuestion q = question();
    const auto sum = sum_of(q, {{5, 3, 21}, {6, 3, 22}});
    const auto function = [&](const Floats& in, const Floats& weights) {
        Floats out = sum(in, weights);
        out[6] = 255;
        return out;
    };
    CHECK(map_of(q, function).state(6).written);
    q.unwritten = 255;
    CHECK(!map_of(q, function).state(6).written);
    CHECK(map_of(q, function).state(5).written);
}

TEST_CASE("answers of a wrong number or size make no map")
{
    const TapQuestion q = question();
    const auto right = answers(q, sum_of(q, {{5, 3, 21}}));
    REQUIRE(map_from(q, right));
    auto fewer = right, more = right, shorter = right, longer = right;
    fewer.pop_back();
    more.push_back(more.back());
    shorter[3].pop_back();
    longer.back().push_back(0);
    CHECK(!map_from(q, fewer));
    CHECK(!map_from(q, more));
    CHECK(!map_from(q, shorter));
    CHECK(!map_from(q, longer));
    CHECK(!map_from(q, {}));
}
