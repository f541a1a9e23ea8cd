// What a lab asks before it measures, and what counts as an answer.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "student/fault.hpp"
#include "findings/number.hpp"
#include "student/predict.hpp"
#include "student/state.hpp"
#include "student/tests/folder.hpp"

using namespace halo;
using namespace halo::student;
using halo::test::Folder;

namespace {

constexpr const char* kNumbers = R"(# numbers
[conv2d_tiled]
measured = "200 x 136 pixels"

[conv2d_tiled.reuse_ratio]
question = "How many times fewer?"
answer = "16"

[conv2d_tiled.idle_threads]
question = "How many idle?"
answer = ""

[conv2d_basic.global_loads]
question = "How many loads?"
)";

std::vector<Question> read(const std::string& text)
{
    const Folder folder;
    return read_questions(folder.write("prediction.toml", text), {"conv2d_basic", "conv2d_tiled"});
}

/// The message about a file, or an answer, that cannot be used.
template <class Action>
std::string said_by(Action action)
{
    try {
        action();
    } catch (const Stop& stop) {
        return stop.what();
    }
    return "";
}
std::string complaint(const std::string& text)
{
    return said_by([&] { read(text); });
}
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Asked some()
{
    Asked asked{read(kNumbers), {}};
    asked.answers["conv2d_tiled.reuse_ratio"] = 16.0;
    return asked;
}

}  // namespace

TEST_CASE("a number is a number, with its thousands apart, or simple arithmetic with numbers")
{
    const std::pair<const char*, double> right[] = {
        {"25000", 25000}, {"25,000", 25000}, {"1 234 567", 1234567}, {"25'000", 25000}, {"25_000", 25000}, {" 5000 * 5 * 2 ", 50000},
        {"200x136", 27200}, {"200 × 136 − 20", 27180}, {"2·3", 6}, {"(200 + 4) * (136 + 4)", 28560}, {"45000 / 5152", 45000.0 / 5152},
        {"8.73", 8.73}, {"0", 0}, {"5,000 * 9 - 20", 44980}};
    for (const auto& [text, value] : right) {
        CAPTURE(text);
        REQUIRE(number_from(text));
        CHECK(*number_from(text) == value);
    }
    for (const char* wrong : {"", "many", "5k", "8,73", "1,5", "25,00", "2500,000", "5000 *", "* 5", "(5", "5)", "1/0", "1.2.3", ".5", "5.", "5 5", "1e5",
                              "999999999999999999999999", "((((((((((((((((((((((((1))))))))))))))))))))))))"}) {
        CAPTURE(wrong);
        CHECK(!number_from(wrong));
    }
}

TEST_CASE("an answer suits its counter; a question mark or nothing declines")
{
    CHECK(typed("5000 * 5", "global_loads").answer == 25000);
    CHECK(typed("0", "idle_threads").answer == 0);
    CHECK(typed("8.73", "reuse_ratio").answer == 8.73);
    CHECK(typed(" ? ", "global_loads").understood);
    CHECK(!typed(" ? ", "global_loads").answer);
    CHECK(typed("", "global_loads").understood);
    CHECK(!typed("8.73", "global_loads").understood);
    CHECK(!typed("3 - 5", "global_loads").understood);
    CHECK(!typed("99999999999999999", "global_loads").understood);
    CHECK(!typed("about 100", "global_loads").understood);
}

TEST_CASE("questions are read in the order of their lines, with the measured case and what is written below them")
{
    const auto questions = read(kNumbers);
    REQUIRE(questions.size() == 3);
    CHECK(questions[0].name() == "conv2d_tiled.reuse_ratio");
    CHECK(questions[0].text == "How many times fewer?");
    CHECK(questions[0].measured == "200 x 136 pixels");
    CHECK(questions[0].written == Prediction(16));
    CHECK(!questions[1].written);
    CHECK(questions[2].function == "conv2d_basic");
    CHECK(questions[2].measured == "");
    CHECK(read("").empty());
    CHECK(read_questions("/nowhere/prediction.toml", {}).empty());

    const auto written = read("[conv2d_basic.global_loads]\nanswer = 12\n[conv2d_basic.idle_threads]\nanswer = \"?\"\n[conv2d_basic.barriers]\nanswer = \"3 x 4\"\n");
    CHECK(written[0].written == Prediction(12));
    REQUIRE(written[1].written);
    CHECK(!*written[1].written);
    CHECK(written[2].written == Prediction(12));
}

TEST_CASE("a bare number, as an earlier version had it, is an answer; 0 was none")
{
    const auto questions = read("[conv2d_tiled]\nreuse_ratio = 16\nglobal_loads = 13_061_156\n\n[conv2d_basic]\nglobal_loads = 0   # later\n");
    REQUIRE(questions.size() == 3);
    CHECK(questions[0].written == Prediction(16));
    CHECK(questions[1].written == Prediction(13061156));
    CHECK(!questions[2].written);
}

TEST_CASE("an unknown name is rejected with file and line, and the nearest one is suggested")
{
    CHECK(complaint("[conv2d_tiled]\n\nglobal_load = 3\n") ==
          "prediction.toml:3: nothing that is measured is called global_load\n"
          "  where: below [conv2d_tiled]\n"
          "  try:   global_loads?");
    CHECK(complaint("[conv2d_tile]\nglobal_loads = 3\n") ==
          "prediction.toml:1: this lab has no function conv2d_tile\n"
          "  where: the heading [conv2d_tile]\n"
          "  try:   [conv2d_tiled]?");
    CHECK(complaint("global_loads = 3\n[conv2d_basic]\n") ==
          "prediction.toml:1: global_loads belongs to no function\n"
          "  where: above the first [function]\n"
          "  try:   write it below [conv2d_basic]");
}

TEST_CASE("an impossible value is rejected; a ratio may have decimals")
{
    CHECK(complaint("[conv2d_basic.global_loads]\nanswer = \"many\"\n") ==
          "prediction.toml:2: global_loads must be a whole number, 0 or more; \"many\" is not\n"
          "  where: below [conv2d_basic.global_loads]\n"
          "  try:   answer = 1200, or a product in quotes: \"200 * 6\"; \"?\" declines");
    const auto about = [](const std::string& value) { return first_line(complaint("[conv2d_basic]\nidle_threads = " + value + "\n")); };
    const std::string start = "prediction.toml:2: idle_threads must be a whole number, 0 or more; ";
    CHECK(about("1.5") == start + "1.5 is not");
    CHECK(about("-4") == start + "-4 is not");
    CHECK(about("true") == start + "true is not");
    CHECK(about("[1, 2]") == start + "a list is not");
    CHECK(about("9223372036854775807") == start + "9.223372036854776e+18 is not");
    CHECK(about("12") == "");
    CHECK(complaint("[conv2d_basic]\nreuse_ratio = 1.5\n") == "");
    CHECK(complaint("[conv2d_basic]\nreuse_ratio = nan\n").starts_with("prediction.toml:2: reuse_ratio must be a number, 0 or more"));
    CHECK(complaint("[conv2d_basic]\nglobal_loads = 200 x 136\n").starts_with("prediction.toml:2: "));
    CHECK(complaint("[conv2d_basic]\nglobal_loads = 1\nglobal_loads = 2\n").starts_with("prediction.toml:3: "));
}

TEST_CASE("answers on the command line name their question, unless one alone is open")
{
    Asked asked = some();
    take(asked, "global_loads = 5000 * 5; conv2d_tiled.idle_threads=?");
    CHECK(asked.open_ones().empty());
    CHECK(asked.answers.at("conv2d_basic.global_loads") == 25000);
    CHECK(!asked.answers.at("conv2d_tiled.idle_threads"));

    Asked all = some();
    take(all, "?");
    CHECK(all.open_ones().empty());
    CHECK(all.answers.at("conv2d_tiled.reuse_ratio") == 16);         // what was answered stays
    Asked one = some();
    take(one, "idle_threads = 7");
    take(one, "12");
    CHECK(one.answers.at("conv2d_basic.global_loads") == 12);

    Asked wrong = some();
    CHECK(said_by([&] { take(wrong, "12"); }).starts_with("which question does `12` answer?\n"));
    CHECK(said_by([&] { take(wrong, "loads = 12"); }).starts_with("no question is about `loads`\n"));
    CHECK(said_by([&] { take(wrong, "global_loads = 5k"); }) ==
          "`5k` is not a whole number, as in 6000, 6,000 or 20 * 300\n  where: PREDICT, for conv2d_basic.global_loads\n  try:   ? declines to predict it");
    wrong.questions.push_back(wrong.questions.back());
    wrong.questions.back().function = "conv2d_tiled";
    CHECK(said_by([&] { take(wrong, "global_loads = 12"); }).starts_with("several questions are about `global_loads`\n"));
}

TEST_CASE("the lab's programs hear what was predicted, declined and is still open")
{
    Asked asked = some();
    CHECK(as_words(asked) == "conv2d_tiled.reuse_ratio=16 conv2d_tiled.idle_threads=open conv2d_basic.global_loads=open");
    take(asked, "?");
    CHECK(as_words(asked) == "conv2d_tiled.reuse_ratio=16 conv2d_tiled.idle_threads=declined conv2d_basic.global_loads=declined");
    CHECK(as_words({}) == "");
}

TEST_CASE("without a terminal, the overview has each open question and how to answer it")
{
    const std::string text = overview(some());
    CHECK(text.find("conv2d_tiled, measured with 200 x 136 pixels\n  idle_threads           How many idle?\n") != std::string::npos);
    CHECK(text.find("2 of 3 questions are open") != std::string::npos);
    CHECK(text.find("make predict PREDICT='idle_threads = 20 * 300'") != std::string::npos);
    CHECK(text.find("reuse_ratio") == std::string::npos);
    Asked alike = some();       // a second function is asked about its idle threads, too
    alike.questions.push_back(alike.questions[1]);
    alike.questions.back().function = "conv2d_basic";
    CHECK(overview(alike).find("make predict PREDICT='conv2d_tiled.idle_threads = 20 * 300'") != std::string::npos);
    Asked asked = some();
    take(asked, "?");
    CHECK(overview(asked).find("reuse_ratio            16\n") != std::string::npos);
    CHECK(overview(asked).find("no prediction") != std::string::npos);
    CHECK(overview({}) == "This lab asks for no prediction.\n");
}

TEST_CASE("predictions are kept with the rest of the state, and one that is not a number makes the file unusable")
{
    State state;
    state.labs["07_conv2d_tiled"].predictions = {{"f.global_loads", 25000.0}, {"f.reuse_ratio", 8.73}, {"f.idle_threads", std::nullopt}};
    CHECK(state_from_json(to_json(state)).of("07_conv2d_tiled").predictions == state.of("07_conv2d_tiled").predictions);
    CHECK_THROWS_AS(state_from_json(R"({"version": 1, "labs": {"x": {"hints": {}, "predictions": {"f.g": "many"}}}})"), Unusable);
    CHECK(state_from_json(R"({"version": 1, "labs": {"x": {"hints": {}}}})").of("x").predictions.empty());
}
