#include <doctest/doctest.h>

#include "report/output_picture.hpp"

namespace output_picture_test {

using namespace halo;
using namespace halo::grader;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

WrongOutput image() { return {"6 x 4 image", "out", 4, 6, 1, 1, {"......", ".x....", ".xx...", ".....-"}, {}}; }

}  // namespace

TEST_CASE("the map of an output says in words what it shows")
{
    CHECK(report::in_words(image()) == "In out, wrong values lie in rows 1 to 2, columns 1 to 2; never written: row 3, column 5.");
    CHECK(report::in_words({"8 elements", "out", 1, 8, 1, 1, {"......--"}, {}}) == "In out, nothing is wrong but what was never written, in elements 6 to 7.");
    CHECK(report::in_words({"8 elements", "out", 1, 8, 1, 1, {"........"}, {}}) == "Nothing of out is wrong.");
}

TEST_CASE("a cell of several elements names the elements that there are")
{
    // 33 rows of 130: the last cell of a row has one column, the last row of cells one row.
    WrongOutput wrong{"130 x 33 image", "out", 33, 130, 2, 3, std::vector<std::string>(17, std::string(44, '.')), {}};
    wrong.cells[16][43] = 'x';
    CHECK(report::in_words(wrong) == "In out, wrong values lie in row 32, column 129.");
    CHECK(contains(report::output_picture(wrong), "a square for 2 × 3 elements"));
}

TEST_CASE("what is wrong is filled, what was never written is crossed")
{
    const std::string picture = report::output_picture(image());
    CHECK(contains(picture, "class=\"bad\" d=\"M9 9h9v9h-9zM9 18h18v9h-18z\""));
    CHECK(contains(picture, "class=\"never\" d=\"M45 27h9v9h-9z\""));
    CHECK(contains(picture, "class=\"cross\" d=\"M45 27l9 9\""));
    CHECK_FALSE(contains(picture, "class=\"footprint\""));
}

TEST_CASE("the footprint has a sentence, and every text is escaped")
{
    WrongOutput wrong = image();
    wrong.call = "<b>";
    wrong.footprint = Footprint{"out[1][1]", 7, 3, {Mark::right, Mark::right_of, Mark::missing}, {.mark = Mark::right_of, .weight = {0}, .due = {1, 1}, .met = {1, 2}}, 2};
    const std::string picture = report::output_picture(wrong);
    CHECK(contains(picture, "class=\"footprint\""));
    CHECK(contains(picture, "out[1][1] multiplies f[0] with in[1][2], not with in[1][1]; 1 more of its products is wrong."));
    CHECK(contains(picture, "&lt;b&gt;"));
    CHECK_FALSE(contains(picture, "<b>"));
}

}  // namespace output_picture_test
