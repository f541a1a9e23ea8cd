#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "show/draw.hpp"
#include "show/layout.hpp"
#include "show/look.hpp"
#include "show/picture.hpp"
#include "tests/scenes.hpp"

using namespace halo::show;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Of one frame, of the small run.
std::string drawn(const Frame& frame, const Json& run = small_run()) { return picture({{"", read(run)}}, {frame}); }

/// Two rounds: line 7 fills four elements, line 10 loads them; then, with a barrier before and after, line 7 fills two of them, and line 10
/// loads `read_last` of them.
Json two_rounds(int read_last)
{
    Json json = small_run(), steps = Json::array();
    const auto step = [&](int line, int barriers, const char* access, int threads) {
        Json touches = Json::array();
        for (int t = 0; t < threads; ++t) touches.push_back({t, t, 1, 0});
        steps.push_back({{"line", line}, {"path", barriers}, {"barriers", barriers}, {"access", access}, {"array", 1}, {"threads", touches}, {"warps", Json::array()}});
    };
    step(7, 0, "store", 4);
    step(10, 1, "load", 4);
    step(7, 2, "store", 2);
    step(10, 3, "load", read_last);
    json["trace"]["steps"] = steps;
    json["trace"]["barriers"] = {8, 11, 8};
    return json;
}

TEST_CASE("a picture shows the chosen moment, or all that one thread does")
{
    const std::string moment = drawn({.line = 7, .threads = {1}, .panels = {"threads", "d_in", "requests"}});
    CHECK(has(moment, "line 7: threads load an element of d_in each; threads store to s_tile, some of them without"));
    CHECK(has(moment, "d_in, global memory"));
    CHECK_FALSE(has(moment, "s_tile, shared memory"));
    CHECK(has(moment, "class=\"frame\""));
    CHECK(has(moment, "class=\"paper\""));
    CHECK_FALSE(has(moment, "data-e"));

    const std::string life = drawn({.threads = {1}});
    CHECK(has(life, "thread (1,0) loads d_in[0][0], loads 3 elements of s_tile, stores to s_tile[1], stores to"));
    CHECK(has(drawn({.title = "In words.", .line = 7}), "In words."));
    CHECK_FALSE(has(drawn({.title = "In words.", .line = 7}), "line 7"));
}

TEST_CASE("a frame that shows nothing is refused")
{
    CHECK_THROWS_AS(drawn({.line = 9}), Unreadable);                        // nothing happens there
    CHECK_NOTHROW(drawn({.line = 10, .round = 3}));
    CHECK_THROWS_AS(drawn({.line = 10, .round = 4}), Unreadable);
    CHECK_THROWS_AS(drawn({.panels = {"d_inn"}}), Unreadable);
    CHECK_THROWS_AS(drawn({.panels = {"s_tile"}, .parts = {{"s_tile", {{1, 2}, {0, 3}}}}}), Unreadable);
    CHECK_NOTHROW(drawn({.panels = {"s_tile"}, .parts = {{"s_tile", {{0, 0}, {1, 2}}}}}));
    CHECK_THROWS_AS(picture({}, {}), Unreadable);
}

TEST_CASE("frames are read, and a misspelt key is refused")
{
    const auto frames = frames_from_json(R"([{"scene": "a", "line": 7, "round": 2, "thread": 3, "panels": ["s_tile"], "colours": "steps", "words": "value",
                                             "parts": {"s_tile": {"rows": [0, 1], "columns": [2, 3]}}, "cell": 9, "bars": false, "beside": true}, {"scene": "b", "threads": [1, 2]}])");
    REQUIRE(frames.size() == 2);
    CHECK(frames[0].threads == std::vector<std::int64_t>{3});
    CHECK(frames[0].colours == Colours::steps);
    CHECK(frames[0].words == Words::value);
    CHECK(frames[0].parts.at("s_tile").columns[1] == 3);
    CHECK(frames[1].line == 0);
    CHECK(frames[1].threads.size() == 2);
    CHECK(frames[1].bars);
    CHECK_THROWS_AS(frames_from_json(R"([{"scene": "a", "lines": 7}])"), Unreadable);
    CHECK_THROWS_AS(frames_from_json(R"([{"scene": "a", "colours": "round"}])"), Unreadable);
    CHECK_THROWS_AS(frames_from_json("[{}]"), Unreadable);
    CHECK_THROWS_AS(frames_from_json("seven"), Unreadable);
}

TEST_CASE("several threads have a colour and a letter each, and an element of two of them has both letters")
{
    const Scene scene = read(small_run());
    const Frame frame{.threads = {1, 0}};
    Looks looks(scene, frame);
    const Look tile = looks.of_array(1);                // thread 0 touches 0 to 2, thread 1 touches 1 to 3
    CHECK(tile.words == std::map<std::int64_t, std::string>{{0, "B"}, {1, "AB"}, {2, "AB"}, {3, "A"}});
    CHECK(tile.marks.at(0) == "p1");
    CHECK(tile.marks.at(1) == "several");
    CHECK(looks.of_threads().words == std::map<std::int64_t, std::string>{{0, "B"}, {1, "A"}});
    CHECK(looks.signs().contains({"p0", "A", "thread (1,0)"}));

    const Frame one{.line = 10, .threads = {0, 3}};
    const Look now = Looks(scene, one).of_array(1);     // thread 1 is not followed: fainter
    CHECK(now.marks == Marks{{0, "p0"}, {1, "read dim"}});
}

TEST_CASE("the followed warp's elements are not fainter, those of the others are")
{
    Json json = small_run();
    json["trace"]["block_shape"] = {40, 1, 1};
    json["trace"]["steps"][0]["threads"] = {{1, 0, 1, 0}, {35, 2, 1, 0}};
    const Scene scene = read(json);
    const Frame frame{.line = 7, .warp = 1};
    CHECK(Looks(scene, frame).of_array(0).marks == Marks{{0, "read dim"}, {2, "read"}});
}

TEST_CASE("elements are coloured by the step that stored them last, and threads by how often they store")
{
    const Json json = two_rounds(2);
    const Scene scene = read(json);
    const Frame frame{.colours = Colours::steps};
    Looks looks(scene, frame);
    const Look tile = looks.of_array(1);
    CHECK(tile.marks == Marks{{0, "p1"}, {1, "p1"}, {2, "p0"}, {3, "p0"}});
    CHECK(tile.words.at(0) == "2");
    CHECK(tile.words.at(3) == "1");
    CHECK(looks.of_threads().marks == Marks{{0, "stored"}, {1, "stored"}, {2, "had"}, {3, "had"}});
    const Frame small{.colours = Colours::steps, .cell = 9};
    CHECK_FALSE(Looks(scene, small).of_array(1).words.contains(3));         // digits would touch
}

TEST_CASE("a thread without any access is idle; one that does nothing in this moment is not")
{
    Json json = small_run();
    json["trace"]["block_shape"] = {5, 1, 1};
    const Scene scene = read(json);
    const Frame frame{.line = 11};
    const Look look = Looks(scene, frame).of_threads();
    CHECK(look.marks.at(4) == "idle");
    CHECK(look.marks.at(3).empty());
    CHECK(look.marks.at(0) == "stored");
}

TEST_CASE("cells hold what was loaded from them, or who touches them")
{
    const Scene scene = read(small_run());
    const Frame values{.words = Words::value}, who{.words = Words::thread};
    CHECK(Looks(scene, values).of_array(0).words == std::map<std::int64_t, std::string>{{0, "10.5"}, {1, "11"}, {2, "12"}});
    CHECK(Looks(scene, who).of_array(0).words == std::map<std::int64_t, std::string>{{0, "1"}, {1, "2"}, {2, "3"}});
}

TEST_CASE("frames of several runs name what differs; the key has each entry once")
{
    Json other = small_run();
    other["trace"]["block"] = {2, 0, 0};
    const std::string text = picture({{"a", read(small_run())}, {"b", read(other)}}, {{.scene = "a", .line = 11}, {.scene = "b", .line = 11}});
    CHECK(has(text, ">some_function, 6 x 2 image, radius 1: block (0,0) of a grid of (3,1), 4 threads<"));
    CHECK(has(text, ">block (2,0) of a grid of (3,1), 4 threads<"));
    const std::string entry = ">was stored before<";
    CHECK(text.find(entry) != std::string::npos);
    CHECK(text.find(entry) == text.rfind(entry));
}

TEST_CASE("a shared array is drawn by banks: 32 words a line, words that nobody touches dashed")
{
    Json json = small_run();
    json["trace"]["arrays"][1]["shape"] = {2, 33};
    const Scene scene = read(json);
    const Panel panel = banks_panel(scene, 1);
    CHECK(panel.rows == 3);                         // 66 words
    CHECK(panel.columns == 32);
    CHECK(panel.row_labels == std::vector<std::string>{"0", "32", "64"});
    CHECK(panel.column_labels[31] == "31");
    CHECK(panel.cells[33].row == 1);
    CHECK(panel.cells[33].column == 1);             // row 1 of the array begins in bank 1
    CHECK_FALSE(panel.cells[3].ghost);
    CHECK(panel.cells[4].ghost);
    CHECK(cropped(panel, {0, 0}, {30, 31}).column_labels == std::vector<std::string>{"", "31"});

    const std::string picture = drawn({.line = 10, .panels = {"banks:s_tile"}}, json);
    CHECK(has(picture, "s_tile, a bank in each column"));
    CHECK(has(picture, "class=\"cell ghost\""));
    CHECK_THROWS_AS(drawn({.panels = {"banks:d_in"}}), Unreadable);
}

TEST_CASE("no picture is wider than a page, and small cells that look alike are one rectangle")
{
    Json json = small_run();
    json["trace"]["arrays"][1]["shape"] = {4, 70};
    const std::string wide = drawn({.panels = {"s_tile"}}, json);
    const std::size_t at = wide.find("viewBox=\"0 0 ") + 13;
    CHECK(std::stoi(wide.substr(at)) <= 700);

    const Panel panel{.title = {}, .note = {}, .rows = 1, .columns = 3, .cells = {{.element = 0}, {.element = 1, .column = 1}, {.element = 2, .column = 2}}, .row_labels = {}};
    const std::string small = panel_drawing(panel, Look{.marks = {{2, "read"}}, .cell = 6}).inside;
    CHECK(has(small, "class=\"cell small\" d=\"M34 4h12v6H34z\""));
    CHECK(has(small, "class=\"cell read small\" d=\"M46 4h6v6H46z\""));
}

TEST_CASE("copies and launches of the host are drawn; the test's own copies, which have no names, are not")
{
    Json json = small_run();
    json["trace"]["host"] = {{{"from", {"", true}}, {"to", {"d_in", false}}, {"bytes", 7}}, {{"from", {"h_in", true}}, {"to", {"d_in", false}}, {"bytes", 48}},
                             {{"kernel", "k<int>"}}, {{"from", {"d_out", false}}, {"to", {"h_out", true}}, {"bytes", 40}}};
    const std::string text = drawn({.panels = {"host"}}, json);
    CHECK(has(text, "1 · copies 48 bytes"));
    CHECK(has(text, "k&lt;int&gt;"));
    CHECK(has(text, "3 · copies 40 bytes"));
    CHECK_FALSE(has(text, "7 bytes"));
}

TEST_CASE("an element that a refill has left out is kept from an earlier round; without a refill, or stored again, it is not")
{
    const Scene scene = read(two_rounds(4));
    REQUIRE(scene.moments.size() == 7);
    const auto& last = scene.moments[6].parts[0].touches;
    CHECK(last[1].kept == -1);
    CHECK(last[2].kept == 0);
    for (const Touch& touch : scene.moments[2].parts[0].touches) CHECK(touch.kept == -1);
    const Scene fine = read(two_rounds(2));
    for (const Touch& touch : fine.moments[6].parts[0].touches) CHECK(touch.kept == -1);

    Json halves = two_rounds(4);                        // both fills in one round: a tile that is filled in two steps
    halves["trace"]["steps"].erase(1);
    halves["trace"]["barriers"] = {8};
    halves["trace"]["steps"][1]["barriers"] = 0;
    halves["trace"]["steps"][2]["barriers"] = 1;
    const Scene in_two_steps = read(halves);
    for (const Touch& touch : in_two_steps.moments.back().parts[0].touches) CHECK(touch.kept == -1);
}

}  // namespace
