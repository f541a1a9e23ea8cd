#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "harness/prediction.hpp"

using namespace halo;
using namespace halo::lab;

namespace {

/// A prediction.toml for one test; removed at its end.
struct File {
    std::filesystem::path folder = std::filesystem::temp_directory_path() / ("halo prediction " + std::to_string(getpid()));
    std::filesystem::path path = folder / "prediction.toml";
    explicit File(const std::string& text)
    {
        std::filesystem::create_directories(folder);
        std::ofstream(path) << text;
    }
    ~File() { std::filesystem::remove_all(folder); }
};

std::vector<Prediction> read(const std::string& text)
{
    return read_predictions(File(text).path, {"conv2d_basic", "conv2d_tiled"});
}

/// The message about a file that cannot be used.
std::string complaint(const std::string& text)
{
    try {
        read(text);
    } catch (const PredictionError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("predictions are read function by function, in the order of their lines")
{
    const auto predictions = read("# numbers\n[conv2d_tiled]\nreuse_ratio = 16\nglobal_loads = 13_061_156\n\n[conv2d_basic]\nglobal_loads = 0   # later\n");
    REQUIRE(predictions.size() == 3);
    CHECK(predictions[0].function == "conv2d_tiled");
    CHECK(predictions[0].name == "reuse_ratio");
    CHECK(predictions[0].value == 16);
    CHECK(predictions[1].value == 13061156);
    CHECK(predictions[2].function == "conv2d_basic");
    CHECK(read("").empty());
    CHECK(read("[conv2d_basic]\n").empty());
}

TEST_CASE("an unknown name is rejected with file and line, and the nearest one is suggested")
{
    CHECK(complaint("[conv2d_tiled]\n\nglobal_load = 3\n") ==
          "prediction.toml:3: nothing that is measured is called global_load\n"
          "  where: below [conv2d_tiled]\n"
          "  try:   global_loads? `make profile` prints the names of what is not 0");
    CHECK(complaint("[conv2d_tile]\nglobal_loads = 3\n") ==
          "prediction.toml:1: this lab measures no function conv2d_tile\n"
          "  where: the heading [conv2d_tile]\n"
          "  try:   [conv2d_tiled]?");
    CHECK_THROWS_AS(read_predictions(File("[conv2d_basic]\n").path, {}), PredictionError);
    CHECK(read_predictions(File("# none\n").path, {}).empty());
    CHECK(complaint("global_loads = 3\n[conv2d_basic]\n") ==
          "prediction.toml:1: global_loads belongs to no function\n"
          "  where: above the first [function]\n"
          "  try:   write it below [conv2d_basic]");
}

TEST_CASE("an impossible value is rejected; a ratio may have decimals")
{
    CHECK(complaint("[conv2d_basic]\nglobal_loads = \"many\"\n") ==
          "prediction.toml:2: global_loads must be a whole number, 0 or more; \"many\" is text\n"
          "  where: below [conv2d_basic]\n"
          "  try:   digits without quotes, as in global_loads = 1200; 0 means not yet predicted");
    const auto first_line = [](const std::string& value) {
        const std::string text = complaint("[conv2d_basic]\nidle_threads = " + value + "\n");
        return text.substr(0, text.find('\n'));
    };
    const std::string start = "prediction.toml:2: idle_threads must be a whole number, 0 or more; ";
    CHECK(first_line("1.5") == start + "1.5 is not");
    CHECK(first_line("-4") == start + "-4 is not");
    CHECK(first_line("true") == start + "true is not");
    CHECK(first_line("[1, 2]") == start + "a list is not");
    CHECK(first_line("9223372036854775807") == start + "9.223372036854776e+18 is not");
    CHECK(first_line("12") == "");
    CHECK(complaint("[conv2d_basic]\nreuse_ratio = 1.5\n") == "");
    CHECK(complaint("[conv2d_basic]\nreuse_ratio = nan\n").starts_with("prediction.toml:2: reuse_ratio must be a number, 0 or more"));
}

TEST_CASE("invalid TOML is rejected with file and line")
{
    CHECK(complaint("[conv2d_basic]\nglobal_loads = 200 x 136\n").starts_with("prediction.toml:2: "));
    CHECK(complaint("[conv2d_basic]\nglobal_loads = 1\nglobal_loads = 2\n").starts_with("prediction.toml:3: "));
    CHECK_THROWS_AS(read_predictions("/nowhere/prediction.toml", {"f"}), PredictionError);
}

TEST_CASE("the difference is put into words, as a factor when large and in percent when small")
{
    CHECK(compare_numbers(0, 41664) == "not yet predicted, measured 41664");
    CHECK(compare_numbers(41664, 41664) == "predicted 41664, measured 41664: right");
    CHECK(compare_numbers(46800, 41664) == "predicted 46800, measured 41664: 12 % too high");
    CHECK(compare_numbers(41600, 41664) == "predicted 41600, measured 41664: close, 0.2 % too low");
    CHECK(compare_numbers(41663, 41664) == "predicted 41663, measured 41664: close, less than 0.1 % too low");
    CHECK(compare_numbers(680000, 41664) == "predicted 680000, measured 41664: 16 times too high");
    CHECK(compare_numbers(20832, 41664) == "predicted 20832, measured 41664: 2.0 times too low");
    CHECK(compare_numbers(16, 16.0821) == "predicted 16, measured 16.08: close, 0.5 % too low");
    CHECK(compare_numbers(16.08, 16.0821) == "predicted 16.08, measured 16.08: right");
    CHECK(compare_numbers(5, 0) == "predicted 5, measured 0: there are none");
}

TEST_CASE("a function is compared with its own numbers, and what a GPU does not count is not measured")
{
    const auto predictions = read("[conv2d_basic]\nglobal_loads = 7\n[conv2d_tiled]\nidle_threads = 144\nreuse_ratio = 16\n");
    Judgement judgement;
    judgement.function = "conv2d_tiled";
    judgement.counters.emplace().idle_threads = 288;
    CHECK(compare_predictions(predictions, judgement) == "  your prediction\n"
                                                         "    idle_threads: predicted 144, measured 288: 2.0 times too low\n"
                                                         "    reuse_ratio: not measured here\n");
    judgement.function = "transpose";
    CHECK(compare_predictions(predictions, judgement) == "");
}
