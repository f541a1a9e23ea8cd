// Folding, truncation and colour.

#include <doctest/doctest.h>

#include <string>

#include "student/screen.hpp"
#include "student/text.hpp"

using namespace halo::student;

namespace {

int widest(const std::string& text)
{
    int columns = 0;
    for (const std::string_view line : lines_of(text)) columns = std::max(columns, columns_of(line));
    return columns;
}

}  // namespace

TEST_CASE("without limits the text stays as it is")
{
    const std::string text = "a  b   c\n\n   d " + std::string(200, 'x') + "\n";
    CHECK(laid_out(text, {}, {}) == text);
}

TEST_CASE("a line that is too wide is folded at blanks, one that just fits is not")
{
    CHECK(laid_out("one two three\n", {}, {.columns = 13}) == "one two three\n");
    CHECK(laid_out("one two three\n", {}, {.columns = 12}) == "one two\nthree\n");
    CHECK(laid_out("äöü äöü\n", {}, {.columns = 7}) == "äöü äöü\n");         // columns, not bytes
    CHECK(laid_out("äöü äöü\n", {}, {.columns = 6}) == "äöü\näöü\n");
}

TEST_CASE("a folded line continues below its text: after where and try, in the second column of a table, below an indent")
{
    CHECK(laid_out("  where: one two three\n", {}, {.columns = 16}) == "  where: one two\n         three\n");
    CHECK(laid_out("  try:   one two three\n", {}, {.columns = 16}) == "  try:   one two\n         three\n");
    CHECK(laid_out("lab  one two three\n", {}, {.columns = 12}) == "lab  one two\n     three\n");
    CHECK(laid_out("  one two three\n", {}, {.columns = 9}) == "  one two\n  three\n");
    CHECK(laid_out("longword  one two\n", {}, {.columns = 12}) == "longword one\ntwo\n");      // its column would be too far right
}

TEST_CASE("a word that is wider than the screen is cut, between characters")
{
    CHECK(laid_out(std::string(25, 'x') + "\n", {}, {.columns = 10}) == std::string(10, 'x') + "\n" + std::string(10, 'x') + "\nxxxxx\n");
    const std::string cut = laid_out("ää" "ää" "ää" "ää" "ää" "ää\n", {}, {.columns = 5});
    CHECK(cut == "äääää\näääää\nää\n");
    CHECK(widest(laid_out("  where: " + std::string(100, 'y') + " z\n", {}, {.columns = 20})) == 20);
}

TEST_CASE("a body that does not fit is truncated and says so; the foot stays whole")
{
    const std::string body = "1\n2\n3\n4\n5\n", foot = "verdict\nsave\n";
    CHECK(laid_out(body, foot, {.rows = 9}) == "1\n2\n3\n4\n5\n\nverdict\nsave\n");        // 8 lines, and the cursor's
    CHECK(laid_out(body, foot, {.rows = 8}) == "1\n2\n3\n4\n... more: make\nverdict\nsave\n");
    CHECK(laid_out(body, foot, {.rows = 4}) == "... more: make\nverdict\nsave\n");
    CHECK(laid_out(body, foot, {.rows = 2}) == "... more: make\nverdict\nsave\n");
    CHECK(laid_out(body, {}, {.rows = 3}) == body);                                        // no foot: it may scroll
}

TEST_CASE("colour marks the verdict, and only where a line begins with one")
{
    const Screen coloured{.colour = true};
    CHECK(laid_out("passed: all 6 tests pass.\n", {}, coloured) == "\033[1;32mpassed\033[0m: all 6 tests pass.\n");
    CHECK(laid_out("race: 5 of 11 tests pass.\n", {}, coloured) == "\033[1;31mrace\033[0m: 5 of 11 tests pass.\n");
    for (const std::string line : {"conv1d: 5 of 11\n", "race: five of 11\n", "  race: 5 of 11\n", "race 5 of 11\n", "race: 5 to 11\n", "race: 5"})
        CHECK(laid_out(line, {}, coloured).find('\033') == std::string::npos);
}
