#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "findings/judgement.hpp"

using namespace halo;

TEST_CASE("a judgement survives the round trip through JSON")
{
    Judgement sent = bare_judgement("conv2d_tiled", Verdict::race, {"headline", "where", "try", "a sentence\n   . <\n. . ."});
    sent.key = Key::race;
    sent.counters = Counters{.launches = 1, .global_loads = 66556};
    sent.reuse_ratio = 16.08;
    sent.stated = StatedCounts{{.launches = 2, .global_loads = 41664}, 16.0821};
    sent.leaked_bytes = 12;
    sent.bounds = {{"NVIDIA H200", "64 elements", {.seconds = 0.001, .resource = Resource::l1}, Resource::issue, "conv2d_basic", {{Resource::requests, 2.5}}},
                   {"another", "64 elements", {.seconds = 0.002, .resource = Resource::memory}, {}, "", {}}};
    sent.cases = {{"one tile", Verdict::race, {"a", "b", "", "c\n . -"}}, {"a strip", Verdict::race, {"a", "b", ""}, false, "one tile", 12, true}};
    sent.findings = {{"race", {"a", "b", "c", "d\n e"}, 7, {{"one tile", 3}, {"a strip", 4}}}};
    sent.wrong_output = WrongOutput{"48 x 32 image, radius 2", "out", 32, 48, 1, 1, {".x", "-."},
                                    Footprint{"out[0][1]", 1, 2, {Mark::right, Mark::right_of}, {.mark = Mark::right_of, .weight = {0, 1}, .due = {0, 2}, .met = {0, 3}, .times = 1, .instead = {4}}, 1}};
    sent.about = "one tile";
    sent.hides = true;
    sent.printed = "hello\n";
    const Judgement got = judgement_from_json(to_json(sent).dump());
    CHECK(to_json(got) == to_json(sent));
    CHECK(got.message == sent.message);
    CHECK(got.counters == sent.counters);
    REQUIRE(got.stated);
    CHECK(got.stated->counters == sent.stated->counters);
    CHECK(got.stated->reuse_ratio == 16.0821);
    CHECK(got.cases.at(0).message == sent.cases[0].message);
    CHECK(got.cases.at(0).ran);
    CHECK_FALSE(got.cases.at(0).hidden);
    CHECK_FALSE(got.cases.at(1).ran);
    CHECK(got.cases.at(1).hidden);
    CHECK(got.cases.at(1).about == "one tile");
    CHECK(got.cases.at(1).leaked_bytes == 12);
    CHECK(got.about == "one tile");
    CHECK(got.hides);
    CHECK(got.findings.at(0).in.at(1).count == 4);
    CHECK(key_of(got) == "race");
    CHECK(got.findings.at(0).count == 7);
    CHECK(got.findings.at(0).message == sent.findings[0].message);
    CHECK(to_json(sent).at("what") == sent.message.what);
    CHECK(to_json(sent).at("findings").at(0).at("what") == "d\n e");
    CHECK(got.wrong_output == sent.wrong_output);
    CHECK_FALSE(got.speedup);
    REQUIRE(got.bounds.size() == 2);
    CHECK(sentences(got.bounds) == sentences(sent.bounds));
    CHECK_FALSE(got.bounds[1].limiter);
}

TEST_CASE("text that is not a judgement is rejected, with the reason")
{
    const std::string right = to_json(bare_judgement("f", Verdict::passed, {})).dump();
    CHECK_NOTHROW(judgement_from_json(right));
    const auto with = [&](const char* key, const nlohmann::ordered_json& value) {
        auto json = nlohmann::ordered_json::parse(right);
        json[key] = value;
        return json.dump();
    };
    CHECK_THROWS_WITH_AS(judgement_from_json(with("verdict", "perfect")), "no verdict is called \"perfect\"", UnreadableJudgement);
    CHECK_THROWS_AS(judgement_from_json(with("verdict", 3)), UnreadableJudgement);
    CHECK_THROWS_AS(judgement_from_json(with("headline", 3)), UnreadableJudgement);
    CHECK_THROWS_WITH_AS(judgement_from_json(with("key", "perfection")), "no key is called \"perfection\"", UnreadableJudgement);
    CHECK_NOTHROW(judgement_from_json(with("key", "race")));
    CHECK_THROWS_AS(judgement_from_json(with("counters", {{"launches", 1}})), UnreadableJudgement);
    CHECK_THROWS_WITH_AS(judgement_from_json(with("stated", {{"reuse_ratio", 1}})), "stated has no counters", UnreadableJudgement);
    CHECK_FALSE(judgement_from_json(with("stated", nullptr)).stated);
    CHECK_FALSE(judgement_from_json(with("wrong_output", nullptr)).wrong_output);
    nlohmann::json wrong = {{"call", "c"}, {"array", "out"}, {"rows", 1}, {"columns", 65}, {"high", 1}, {"wide", 1}, {"cells", {std::string(64, 'x')}}, {"footprint", nullptr}};
    CHECK_NOTHROW(judgement_from_json(with("wrong_output", wrong)));
    wrong["cells"] = {std::string(65, 'x')};
    CHECK_THROWS_WITH_AS(judgement_from_json(with("wrong_output", wrong)), "wrong_output has too many cells", UnreadableJudgement);
    CHECK_THROWS_WITH_AS(judgement_from_json(with("bounds", {{{"card", "c"}, {"seconds", 1}, {"resource", "luck"}, {"differences", nlohmann::json::array()}}})),
                         "no resource is called \"luck\"", UnreadableJudgement);
    CHECK_THROWS_AS(judgement_from_json(with("cases", {{{"name", 3}}})), UnreadableJudgement);
    CHECK_THROWS_AS(judgement_from_json("{}"), UnreadableJudgement);
    CHECK_THROWS_AS(judgement_from_json(""), UnreadableJudgement);
}
