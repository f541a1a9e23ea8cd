#include "timing/speed.hpp"
#include "timing/speed_json.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace halo::timing;

namespace {

const Setting kSetting{.card = "a card", .size = "64 elements", .bytes = 512};

/// Times that grow by two thousandths from round to round.
Turns steady(const std::string& name, double seconds)
{
    Turns turns{name, {}, 0};
    for (int i = 0; i < 21; ++i) turns.seconds.push_back(seconds * (1 + i * 2e-3));
    return turns;
}

}  // namespace

TEST_CASE("a speed is a ratio of the same rounds, beside its time and the copy's")
{
    const Speed speed = speed_of("mine", {steady("copy", 0.5e-3), steady("basic", 4e-3), steady("mine", 1e-3)}, kSetting, "copy");
    CHECK(speed.ms.median == doctest::Approx(1.02));
    REQUIRE(speed.of_copy);
    CHECK(speed.of_copy->median == doctest::Approx(0.5));
    REQUIRE(speed.against.size() == 1);
    CHECK(speed.against[0].faster.median == doctest::Approx(4.0));
    CHECK(speed.against[0].faster.width() < 1e-9);              // what changes for both changes no ratio
    CHECK(!speed.too_fast);
    CHECK(sentences(speed) == std::vector<std::string>{"mine: 1.02 ms (1.01 to 1.03), 50 % of the rate of a copy", "4.00 times as fast as basic (4.00 to 4.00)"});
}

TEST_CASE("what a request takes by itself is taken off all times, and said")
{
    const Speed speed = speed_of("mine", {steady("copy", 0.7e-3), steady("nothing", 0.2e-3), steady("basic", 2.2e-3), steady("mine", 1.2e-3)}, kSetting, "copy", "nothing");
    REQUIRE(speed.overhead_ms);
    CHECK(speed.overhead_ms->median == doctest::Approx(0.204));
    CHECK(speed.ms.median == doctest::Approx(1.02));
    REQUIRE(speed.against.size() == 1);
    CHECK(speed.against[0].faster.median == doctest::Approx(2.0).epsilon(0.01));
    CHECK(speed.of_copy->median == doctest::Approx(0.5).epsilon(0.02));
    CHECK(sentences(speed)[0].find("without the 0.204 ms of a request") != std::string::npos);
}

TEST_CASE("a ratio that scatters is undecided")
{
    Turns noisy = steady("mine", 1e-3);
    for (std::size_t i = 0; i < noisy.seconds.size(); i += 2) noisy.seconds[i] *= 1.3;
    const auto lines = sentences(speed_of("mine", {steady("copy", 0.5e-3), steady("basic", 1.1e-3), noisy}, kSetting, "copy"));
    REQUIRE(lines.size() == 2);
    CHECK(lines[1] == "undecided against basic: 0.846 to 1.10 times as fast, in 95 of 100 series");
}

TEST_CASE("a wrong result has no time, and one that is faster than a copy is not believed")
{
    Turns wrong = steady("mine", 1e-3);
    wrong.wrong = 3;
    CHECK(sentences(speed_of("mine", {steady("copy", 0.5e-3), wrong}, kSetting, "copy")) == std::vector<std::string>{"mine: wrong at 64 elements: 3 elements differ; its time means nothing"});
    const Speed impossible = speed_of("mine", {steady("copy", 0.5e-3), steady("mine", 0.4e-3)}, kSetting, "copy");
    CHECK(impossible.too_fast);
    CHECK(sentences(impossible).at(0).find("not counted") != std::string::npos);
    CHECK(!speed_of("mine", {steady("copy", 0.5e-3), steady("mine", 0.496e-3)}, kSetting, "copy").too_fast);       // our best kernels
    CHECK_THROWS_AS(speed_of("nobody", {steady("copy", 1)}, kSetting, "copy"), std::invalid_argument);
}

TEST_CASE("a speed as JSON is one line, with null where nothing was timed")
{
    const std::string timed = to_json(speed_of("mine", {steady("copy", 0.5e-3), steady("basic", 4e-3), steady("mine", 1e-3)}, kSetting, "copy"));
    CHECK(timed.find('\n') == std::string::npos);
    CHECK(timed.starts_with(R"({"function":"mine","card":"a card","size":"64 elements","wanted":null,"bytes":512.0,"rounds":21,"disturbed":false,"wrong":0,"too_fast":false,"ms":[)"));
    CHECK(timed.find(R"("overhead_ms":null)") != std::string::npos);
    CHECK(timed.find(R"("against":[{"name":"basic","faster":[)") != std::string::npos);
    Turns wrong = steady("mine", 1e-3);
    wrong.wrong = 3;
    CHECK(to_json(speed_of("mine", {steady("copy", 0.5e-3), wrong}, kSetting, "copy")).find(R"("wrong":3,"too_fast":false,"ms":null)") != std::string::npos);
    CHECK(gone_json("mine", "it ended") == R"({"function":"mine","gone":"it ended"})");
}

TEST_CASE("a size that was too large for the card is said, and so is a card that something else was at work on")
{
    Setting small = kSetting;
    small.wanted = "128 elements";
    Speed speed = speed_of("mine", {steady("copy", 0.5e-3), steady("mine", 1e-3)}, small, "copy");
    speed.disturbed = true;
    CHECK(sentences(speed) == std::vector<std::string>{"mine: 1.02 ms (1.01 to 1.03), 50 % of the rate of a copy",
                                                       "timed at 64 elements: the card's memory is too small for 128 elements",
                                                       "something else was at work on the card meanwhile: a copy, or making the data, took longer"});
    CHECK(slower(steady("copy", 1e-3).seconds, steady("copy", 1.2e-3).seconds));
    CHECK(!slower(steady("copy", 1e-3).seconds, steady("copy", 1.05e-3).seconds));
    CHECK(!slower(steady("copy", 1e-5).seconds, steady("copy", 2e-5).seconds));
}

TEST_CASE("a speed is sharp when each of its ratios is")
{
    Turns noisy = steady("basic", 4e-3);
    for (std::size_t i = 0; i < noisy.seconds.size(); i += 2) noisy.seconds[i] *= 1.3;
    CHECK(sharp(speed_of("mine", {steady("copy", 0.5e-3), steady("basic", 4e-3), steady("mine", 1e-3)}, kSetting, "copy"), 0.02));
    CHECK(!sharp(speed_of("mine", {steady("copy", 0.5e-3), noisy, steady("mine", 1e-3)}, kSetting, "copy"), 0.02));
}
