#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "show/draw.hpp"
#include "show/layout.hpp"
#include "show/page.hpp"
#include "tests/scenes.hpp"

using namespace halo::show;

namespace {

const Cell* cell_of(const Panel& panel, std::int64_t element)
{
    const auto found = std::ranges::find_if(panel.cells, [&](const Cell& c) { return !c.ghost && c.element == element; });
    return found == panel.cells.end() ? nullptr : &*found;
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

TEST_CASE("of an image the touched rectangle is drawn, with ghost elements beyond the edges that it touches")
{
    const Panel in = panel_of(read(small_run()), 0);
    CHECK(in.title == "d_in, global memory");
    CHECK(in.note == "rows 0 to 0, columns 0 to 2 of 2 x 6");
    CHECK(in.rows == 2);                    // a row of ghosts above
    CHECK(in.columns == 4);                 // and a column to the left, none to the right
    CHECK(std::ranges::count(in.cells, true, &Cell::ghost) == 5);
    REQUIRE(cell_of(in, 0) != nullptr);
    CHECK(cell_of(in, 0)->row == 1);
    CHECK(cell_of(in, 0)->column == 1);
    CHECK(cell_of(in, 0)->begins_unit);
    CHECK_FALSE(cell_of(in, 1)->begins_unit);
    CHECK(cell_of(in, 3) == nullptr);
}

TEST_CASE("an array that is stored to, and shared memory, have no ghost elements")
{
    const Scene scene = read(small_run());
    for (const std::size_t array : {std::size_t(1), std::size_t(2)})
        CHECK(std::ranges::none_of(panel_of(scene, array).cells, &Cell::ghost));
    CHECK(std::ranges::none_of(panel_of(scene, 1).cells, &Cell::begins_unit));
}

TEST_CASE("the planes of a shared array lie below each other, the bytes of a pixel side by side")
{
    Json json = small_run();
    json["trace"]["arrays"][1]["shape"] = {3, 2, 2};
    json["trace"]["steps"][1]["threads"] = {{0, 0, 1, 0}, {1, 11, 1, 0}};
    const Panel planes = panel_of(read(json), 1);
    CHECK(planes.rows == 6);
    CHECK(planes.columns == 2);
    CHECK(planes.row_labels == std::vector<std::string>{"0", "1", "0", "1", "0", "1"});

    json = small_run();
    json["geometry"]["matrices"][0]["across"] = 3;
    const Panel pixels = panel_of(read(json), 0);
    CHECK(pixels.columns == 6);             // a pixel, and the ghost to its left
    CHECK(pixels.rows == 2);
}

TEST_CASE("a signal is drawn in lines of 32, the first of which begins at a multiple of 32")
{
    Json json = small_run();
    json["geometry"]["matrices"] = Json::array();
    json["trace"]["arrays"][0]["shape"] = {5000};
    json["trace"]["steps"][0]["threads"] = {{1, 60, 1, 1}, {2, 70, 1, 1}};
    const Panel in = panel_of(read(json), 0);
    CHECK(in.note == "elements 60 to 70 of 5000");
    CHECK(in.row_labels == std::vector<std::string>{"32", "64"});
    CHECK(cell_of(in, 63)->column == 31);
    CHECK(cell_of(in, 64)->column == 0);
    CHECK(cell_of(in, 64)->row == 1);
    CHECK(cell_of(in, 64)->begins_unit);
    CHECK(cell_of(in, 72) == nullptr);

    json["trace"]["steps"][0]["threads"] = {{1, 0, 1, 1}, {2, 4999, 1, 1}};     // the whole signal is too long to draw
    CHECK(panel_of(read(json), 0).rows == 64);
}

TEST_CASE("a warp's sectors are drawn with the elements that it asks for")
{
    const Scene scene = read(small_run());
    const Part& loads = scene.moments[0].parts[0];
    const std::string drawn = request_drawing(scene.arrays[0], loads, 0).inside;
    CHECK(count(drawn, "class=\"frame\"") == 1);
    CHECK(count(drawn, "class=\"cell read\"") == 3);
    CHECK(count(drawn, "class=\"cell\"") == 5);
    CHECK(request_drawing(scene.arrays[0], loads, 1).inside.empty());
}

TEST_CASE("a bank that is asked for two words has a second one, which waits")
{
    const Array square{.name = "s", .memory = Memory::shared, .texture = false, .shape = {32, 32}};
    Part part{.array = 0, .stores = false, .touches = {}, .costs = {}};
    for (int t = 0; t < 3; ++t) part.touches.push_back({.thread = t, .element = 32 * t});
    CHECK(count(request_drawing(square, part, 0).inside, "cell clash") == 2);
    for (Touch& touch : part.touches) touch.element = 33 * touch.thread;
    CHECK(count(request_drawing(square, part, 0).inside, "cell clash") == 0);
    for (Touch& touch : part.touches) touch.element = 32;                       // one word for all: a broadcast
    CHECK(count(request_drawing(square, part, 0).inside, "cell clash") == 0);
}

TEST_CASE("marks tell now from before, and the followed thread from others")
{
    const Scene scene = read(small_run());
    CHECK(marks_at(scene, 1, 0, 1) == Marks{{0, "blank"}, {1, "stored mine"}, {2, "stored"}, {3, "stored"}});
    CHECK(marks_at(scene, 1, 2, 1) == Marks{{0, "had read"}, {1, "had read mine"}, {2, "had"}, {3, "had"}});
    CHECK(marks_at(scene, 0, 2, 1).empty());
    CHECK(threads_at(scene, 0, 3) == Marks{{0, "stored"}, {1, "read stored"}, {2, "read stored"}, {3, "read stored mine"}});
}

TEST_CASE("the page holds its data, whatever the student's file says")
{
    Json json = small_run();
    json["verdict"] = "wrong_result";
    json["message"] = "a < b && \"c\"</pre><script>alert(1)</script>";
    const std::string text = page(read(json), "STYLE", "SCRIPT");
    CHECK(count(text, "</script>") == 2);       // of the data and of the script
    CHECK(count(text, "<script") == 2);
    CHECK(text.find("a &lt; b &amp;&amp; &quot;c&quot;&lt;/pre&gt;") != std::string::npos);
    CHECK(text.find("STYLE") != std::string::npos);
    CHECK(text.find("http") == std::string::npos);
    CHECK(text.find("data-line=\"4\"") != std::string::npos);       // from __global__
    CHECK(text.find("data-line=\"3\"") == std::string::npos);
    CHECK(text.find("data-line=\"12\"") != std::string::npos);      // to its end
    CHECK(text.find("data-line=\"13\"") == std::string::npos);

    const std::size_t begin = text.find('{', text.find("id=\"data\"")), end = text.find("</script>", begin);
    const Json data = Json::parse(text.substr(begin, end - begin));
    CHECK(data["moments"].size() == 6);
    CHECK(data["outputs"] == Json{2});
}

}  // namespace
