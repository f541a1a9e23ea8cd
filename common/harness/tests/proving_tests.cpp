// Whether the counts of a function that passes hold: what contradicts them, and what does not.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/judge/proving.hpp"
#include "harness/tests/results.hpp"

using namespace halo;
using namespace halo::lab;
using namespace halo::lab::test;

namespace {

/// The results of a right function, which end with a call that is proved.
struct ProvedResults : Results {
    ProvedResults()
    {
        calls.push_back(*call_to_prove(lab, kFunction, calls));
        request = request_for(lab, kFunction, calls);
        const Expected expected = lab.functions[0].kind->solve(request.calls.back());
        values.push_back(expected.want);
        finished = calls.size();
        Facts& proved = facts.emplace_back();
        proved.input_use = InputUse{};
        Counters& counters = proved.counters.emplace();
        counters.global_loads = 900;
        counters.global_stores = counters.shared_stores = 561;
        Proof& proof = proved.proof.emplace();
        proof.global_loads = 900;
        proof.global_stores = proof.shared_stores = 561;
        proof.inputs = 561;                                     // 33 x 17 pixels, of which two blocks store the upper ten rows and the lower seven
        proof.blocks = {{.loaded = {{0, 12 * 33}}, .stored = {{0, 10 * 33}}, .unsure = false}, {.loaded = {{8 * 33, 9 * 33}}, .stored = {{10 * 33, 7 * 33}}, .unsure = false}};
    }
    Proof& proof() { return *facts.back().proof; }
};

}  // namespace

TEST_CASE("a call of the first round is made again, the largest that is quickly looked at, and a plain one")
{
    ProvedResults results;
    CHECK(results.request.proved);
    CHECK(results.calls.back().proved);
    CHECK(results.lab.functions[0].kind->describe(results.calls.back().size) == "33 x 17 image, radius 2");
    CHECK(results.request.calls.back().arrays == results.request.calls[2].arrays);
    CHECK(request_from(to_bytes(results.request))->proved);

    results.lab.cases[0].hidden = true;
    CHECK(!call_to_prove(results.lab, kFunction, results.calls));        // 200 x 136 pixels take too long
}

TEST_CASE("counts that hold leave a pass a pass, and two processes compare them")
{
    ProvedResults results;
    const DetailedJudgement judged = results.judged();
    CHECK(judged.verdict == Verdict::passed);
    CHECK(judged.cases.size() == 2);
    CHECK(judged.proved_counts == fingerprint(*results.facts.back().counters));
    CHECK(judged.proved_counts != fingerprint(*results.facts.front().counters));
    CHECK(judgement_from_json(json_text(judged)).proved_counts == judged.proved_counts);
    CHECK(Results().judged().proved_counts == fingerprint(*Results().facts[2].counters));       // in the first round, of the same call
}

TEST_CASE("results that change with memory that nobody was seen to load are not believed")
{
    ProvedResults results;
    results.values.back()[40] += 1;
    results.values.back()[560] = 0;
    const DetailedJudgement judged = results.judged();
    CHECK(judged.verdict == Verdict::implausible);
    CHECK(judged.message.headline == "conv2d_tiled: the values are right, but the counts don't add up");
    CHECK(judged.message.where == "where no counted load looked, memory held other numbers in one more run, and 2 of 561 pixels changed, in a call with 33 x 17 image, radius 2");
    CHECK(judged.about == "small");
    CHECK(judged.cases[1].verdict == Verdict::passed);
}

TEST_CASE("outputs depend only on what their block loaded")
{
    ProvedResults results;
    results.proof().blocks[1].loaded = {{8 * 33 + 1, 9 * 33 - 1}};        // without the pixel (0,8), which the sums at (0,10), (1,10) and (2,10) need
    CHECK(results.judged().message.where.starts_with("3 of 561 pixels depend on numbers of the input that the block that stored them was not seen to load"));
    results.proof().blocks[1].unsure = true;
    CHECK(results.judged().verdict == Verdict::passed);

    ProvedResults more;
    more.proof().blocks[0].loaded = {{0, 400}, {402, 7}};                  // more than it needs
    CHECK(more.judged().verdict == Verdict::passed);
}

TEST_CASE("a count that looking at each access does not confirm is not believed")
{
    ProvedResults results;
    results.proof().global_loads = 14025;
    CHECK(results.judged().message.where.starts_with("global_loads is 900, and 14,025 when the same call is made again and each access is looked at"));
    ProvedResults constant;
    constant.proof().constant_loads = 1;
    CHECK(constant.judged().verdict == Verdict::implausible);
}

TEST_CASE("a run that ends otherwise proves nothing")
{
    const std::string text = "one more run, in which memory holds other numbers where no counted access looks, did not end as the first";
    ProvedResults without;
    without.facts.back().proof.reset();
    CHECK(without.judged().message.where.starts_with(text));
    ProvedResults failed;
    failed.facts.back().error = CallError{{"cudaMemcpy failed", "", ""}, "cudaErrorInvalidValue", "cudaMemcpy"};
    CHECK(failed.judged().message.where.starts_with(text));

    ProvedResults ended;
    ended.finished = ended.calls.size() - 1;
    ended.end_mark = false;
    ended.ended = "signal:11";
    CHECK(ended.judged().verdict == Verdict::crash);
}

TEST_CASE("no kernel loads fewer elements than its blocks need, each once")
{
    constexpr std::uint64_t kWidth = 200, kHeight = 136, kTile = 16;
    Results results;
    StoredBy tiles;
    for (std::uint64_t y = 0; y < kHeight; y += kTile)
        for (std::uint64_t x = 0; x < kWidth; x += kTile) {
            std::vector<Stretch>& tile = tiles.emplace_back();
            for (std::uint64_t row = y; row < std::min(y + kTile, kHeight); ++row) tile.push_back({row * kWidth + x, std::min(kTile, kWidth - x)});
        }
    for (const std::size_t measured : {4, 5}) results.facts[measured].stored_by = tiles;
    CHECK(results.judged().verdict == Verdict::passed);

    const std::uint64_t need = results.facts[5].counters->global_loads;
    results.facts[5].counters->global_loads = need - 1;
    CHECK(results.judged().message.where.find(" global loads, but the blocks that stored the outputs need ") != std::string::npos);
    results.facts[5].input_use->in_texture = 27200;                         // fetches are not loads
    CHECK(results.judged().verdict == Verdict::passed);

    Results strip;                                                          // one block for the whole image loads each element once
    for (const std::size_t measured : {4, 5}) {
        strip.facts[measured].stored_by = {{{0, kWidth * kHeight}}};
        strip.facts[measured].counters->global_loads = kWidth * kHeight;
    }
    CHECK(strip.judged().verdict == Verdict::passed);

    Results forged;
    forged.facts[5].stored_by = {{{0, kWidth * kHeight}, {0, 1}}};
    CHECK(forged.judged().verdict == Verdict::implausible);
    forged.facts[5].stored_by = {{{kWidth * kHeight, 1}}};
    CHECK(forged.judged().verdict == Verdict::implausible);
}

TEST_CASE("what fails anyway says so, whatever the proof says")
{
    ProvedResults results;
    results.values[2][7] += 1;
    results.values.back()[7] += 1;
    CHECK(results.judged().verdict == Verdict::wrong_result);
}
