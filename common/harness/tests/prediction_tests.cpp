#include <string>

#include <doctest/doctest.h>

#include "findings/judgement.hpp"
#include "findings/predicted.hpp"
#include "harness/judge/prediction.hpp"

using namespace halo;
using namespace halo::lab;

TEST_CASE("predictions are read from words, and what is not a prediction is left out")
{
    const Predictions all = Predictions::from_words("f.global_loads=25000 f.reuse_ratio=8.73 f.idle_threads=open g.barriers=declined x f.y f.z=abc .=");
    const auto of_f = all.of("f");
    REQUIRE(of_f.size() == 3);
    CHECK(of_f[0].name == "global_loads");
    CHECK(of_f[0].answered == Answered::predicted);
    CHECK(of_f[0].value == 25000);
    CHECK(of_f[1].value == 8.73);
    CHECK(of_f[2].answered == Answered::open);
    CHECK(all.of("g")[0].answered == Answered::declined);
    CHECK(all.of("h").empty());
    CHECK(Predictions::from_words("").of("f").empty());
}

TEST_CASE("a count waits while its prediction is open, in every function, and with it the numbers that would give it away")
{
    const Predictions loads = Predictions::from_words("f.global_loads=open f.idle_threads=0");
    CHECK(loads.hide("global_loads"));
    CHECK(loads.hide("reuse_ratio"));
    CHECK(loads.hide("constant_loads"));
    CHECK(!loads.hide("idle_threads"));
    CHECK(!loads.hide("global_stores"));
    CHECK(loads.open_ones("f") == "global_loads");
    CHECK(loads.open_ones("g") == "global_loads of f");

    CHECK(Predictions::from_words("g.reuse_ratio=open").hide("global_loads"));
    const Predictions idle = Predictions::from_words("f.idle_threads=open g.global_loads=declined h.reuse_ratio=8");
    CHECK(idle.hide("idle_threads"));
    CHECK(!idle.hide("global_loads"));
    CHECK(!idle.hide("reuse_ratio"));

    CHECK(!Predictions().hide("global_loads"));
    CHECK(Predictions().open_ones("f") == "");
}

TEST_CASE("the difference is put into words, as a factor when large and in percent when small")
{
    CHECK(compare_numbers(41664, 41664) == "predicted 41664, measured 41664: right");
    CHECK(compare_numbers(46800, 41664) == "predicted 46800, measured 41664: 12 % too high");
    CHECK(compare_numbers(41600, 41664) == "predicted 41600, measured 41664: close, 0.2 % too low");
    CHECK(compare_numbers(41663, 41664) == "predicted 41663, measured 41664: close, less than 0.1 % too low");
    CHECK(compare_numbers(680000, 41664) == "predicted 680000, measured 41664: 16 times too high");
    CHECK(compare_numbers(20832, 41664) == "predicted 20832, measured 41664: 2.0 times too low");
    CHECK(compare_numbers(16, 16.0821) == "predicted 16, measured 16.08: close, 0.5 % too low");
    CHECK(compare_numbers(16.08, 16.0821) == "predicted 16.08, measured 16.08: right");
    CHECK(compare_numbers(5, 0) == "predicted 5, measured 0: there are none");
    CHECK(compare_numbers(0, 0) == "predicted 0, measured 0: right");
    CHECK(compare_numbers(0, 12) == "predicted 0, measured 12: too low");
}

TEST_CASE("a function is compared with its own numbers; what is open is not shown, and what a GPU does not count is not measured")
{
    const Predictions all = Predictions::from_words("conv2d_basic.global_loads=7 conv2d_tiled.idle_threads=144 conv2d_tiled.global_loads=open "
                                                    "conv2d_tiled.barriers=declined conv2d_tiled.reuse_ratio=16");
    Judgement judgement;
    judgement.function = "conv2d_tiled";
    judgement.counters.emplace().idle_threads = 288;
    judgement.counters->barriers = 117;
    CHECK(compare_predictions(all, judgement) == "  your prediction\n"
                                                 "    idle_threads: predicted 144, measured 288: 2.0 times too low\n"
                                                 "    barriers: not predicted, measured 117\n"
                                                 "    reuse_ratio: not measured here\n"
                                                 "    README.md works the numbers out under Check, for the kernel of the steps: an exercise may change them\n");
    judgement.counters->idle_threads = 144;
    CHECK(compare_predictions(all, judgement).find("Check") == std::string::npos);
    judgement.function = "transpose";
    CHECK(compare_predictions(all, judgement) == "");
}
