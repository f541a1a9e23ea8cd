#include <doctest/doctest.h>

#include <algorithm>

#include "machine/text.hpp"
#include "report/source_excerpt.hpp"

namespace source_excerpt_test {

using namespace halo;
using namespace halo::grader::report;

namespace {

const std::string kFile = "conv2d_tiled.cu";
using Numbers = std::vector<int>;

Numbers named(const std::string& headline, const std::string& where = "", const std::string& advice = "") { return lines_named({headline, where, advice}, kFile); }

std::string numbered_lines(int count, const std::string& end = "\n")
{
    std::string out;
    for (int line = 1; line <= count; ++line) out += "line " + std::to_string(line) + end;
    return out;
}

Numbers numbers(const std::vector<ShownLine>& lines)
{
    Numbers out;
    for (const ShownLine& line : lines) out.push_back(line.number);
    return out;
}

}  // namespace

TEST_CASE("the lines that real messages name, in their order")
{
    CHECK(named("conv2d_tiled.cu:56: __syncthreads() reached by 1 of the block's 400 threads", "block (0,0); thread (0,0) left first, by the `return` in line 55; 1 x 1 image, radius 2") == Numbers{56, 55});
    CHECK(named("conv2d_tiled.cu:54: s_tile[0][0] is written here and read in line 62, with no barrier between", "block (0,0): thread (0,0) writes, thread (2,2) reads; 24 such pairs") == Numbers{54, 62});
    CHECK(named("conv2d_tiled: off by one, 1536 of 1536 pixels differ (48 x 32 image, radius 2)",
                "first out[0][0] = 4, expected 14.5, stored in line 65 by thread (2,2) of block (0,0), which loads in lines 55 and 64 what line 55 stored") == Numbers{65, 55, 64});
    CHECK(named("x", "which loads in lines 54, 55 and 57 what lines 3 and 4 stored") == Numbers{54, 55, 57, 3, 4});
    CHECK(named("conv2d_tiled: nothing is written yet", "every element still holds NaN; line 79 launches conv2d_tiled_kernel, which stores nothing") == Numbers{79});
    CHECK(named("conv2d_tiled.cu:37: write of d_out[1], past the end of its 1 element", "block (0,0), thread (1,0); 255 such accesses; allocated at conv2d_tiled.cu:48; 1 element") == Numbers{37, 48});
    CHECK(named("conv2d_tiled.cu:52: cudaMemcpy asks for 4 bytes of d_in, which has 1", "from a host array to d_in (allocated in line 47)") == Numbers{52, 47});
    CHECK(named("conv2d_tiled.cu:54: error: expected ‘;’ before ‘__syncthreads’") == Numbers{54});
    CHECK(named("x", "line 10, round 2 of 3: 2 threads") == Numbers{10});
    CHECK(named("x", "", "put it before line 9") == Numbers{9});
}

TEST_CASE("what only looks like a line of the student's file is none")
{
    CHECK(named("conv2d_tiled: 3 of 9 pixels differ", "first out[0][14] = 12; all lie in the last 2 columns").empty());
    CHECK(named("conv2d_tiled.hpp:10: read of c_filter[5]", "written in line 24").empty());
    CHECK(named("conv2d_tiled.hpp:10: read of c_filter[5]", "called at conv2d_tiled.cu:30") == Numbers{30});
    CHECK(named("my_conv2d_tiled.cu:10: x", "in other.cu:3").empty());
    CHECK(named("x", "`// see line 7, conv2d_tiled.cu:8`").empty());
    CHECK(named("x", "online 5; each line; lines of 4; line 0; line 99999999999999999999; line -3").empty());
    CHECK(named("conv2d_tiled.cu: In function; conv2d_tiled.cu:; conv2d_tiled.cu:x").empty());
}

TEST_CASE("an excerpt is the named lines with three neighbours on each side")
{
    const auto lines = excerpt(numbered_lines(40), {10});
    CHECK(numbers(lines) == Numbers{7, 8, 9, 10, 11, 12, 13});
    for (const ShownLine& line : lines) {
        CHECK(line.text() == "line " + std::to_string(line.number));
        CHECK(line.named == (line.number == 10));
        CHECK_FALSE(line.gap);
    }
    CHECK(numbers(excerpt(numbered_lines(40), {1, 40})) == Numbers{1, 2, 3, 4, 37, 38, 39, 40});
    CHECK(excerpt(numbered_lines(40), {1, 40})[4].gap);
    CHECK(numbers(excerpt(numbered_lines(40), {10, 18})) == Numbers{7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21});     // 14 is the whole gap
    CHECK(numbers(excerpt(numbered_lines(40), {10, 19})).size() == 14);
    CHECK(excerpt(numbered_lines(40), {10, 19})[7].gap);
}

TEST_CASE("an excerpt has at most 20 lines, and the first that are named")
{
    const auto lines = excerpt(numbered_lines(400), {300, 200, 100, 50, 10});
    CHECK(lines.size() <= kMostLines);
    for (const int line : {300, 200}) CHECK(std::ranges::count(numbers(lines), line) == 1);
    CHECK(std::ranges::count(numbers(lines), 297) == 1);
}

TEST_CASE("lines that a file doesn't have are left out")
{
    CHECK(excerpt(numbered_lines(5), {6, 1000000}).empty());
    CHECK(excerpt("", {1}).empty());
    CHECK(numbers(excerpt(numbered_lines(5), {6, 5})) == Numbers{2, 3, 4, 5});
}

TEST_CASE("Windows line ends, tabs, a long line, and no line end at the end")
{
    CHECK(excerpt(numbered_lines(3, "\r\n"), {2})[1].text() == "line 2");
    CHECK(excerpt("a\nb\nlast", {3}).back().text() == "last");
    CHECK(excerpt("\tx\n", {1})[0].text() == "        x");
    CHECK(excerpt("ab\tx\n", {1})[0].text() == "ab      x");
    CHECK(excerpt("ü\tx\n", {1})[0].text() == "ü       x");
    const std::string wide = excerpt(std::string(10000, 'x') + "\nnext\n", {1})[0].text();
    CHECK(wide.size() < kMostBytes + 10);
    CHECK(wide.ends_with("…"));
    CHECK(excerpt("\xff\x01\x1b[31m\n", {1})[0].text() == "\\xFF\\x01\\x1B[31m");
}

TEST_CASE("the compiler's caret, where g++ draws it")
{
    const std::string output = "conv2d_tiled.cu: In function ‘void f()’:\nconv2d_tiled.cu:2:12: error: ‘flaot’ was not declared\n    2 |         ab flaot x;\n      |            ^~~~~\n";
    const auto caret = caret_in(output, kFile);
    REQUIRE(caret);
    CHECK(caret->line == 2);
    const auto lines = excerpt("first\n\tab flaot x;\nlast\n", {2}, caret);
    CHECK(lines[1].before == "        ab ");
    CHECK(lines[1].pointed_at == "flaot");
    CHECK(lines[1].after == " x;");
    CHECK(lines[0].pointed_at.empty());

    const auto middle = caret_in("conv2d_tiled.cu:1:3: error: no match\n    1 | a + b\n      | ~ ^ ~\n", kFile);
    REQUIRE(middle);
    CHECK(excerpt("a + b\n", {1}, middle)[0].pointed_at == "+");
    const auto joined = caret_in("conv2d_tiled.cu:1:3: error: no match\n    1 | ab+cd\n      | ~~^~~\n", kFile);
    REQUIRE(joined);
    CHECK(excerpt("ab+cd\n", {1}, joined)[0].pointed_at == "ab+cd");
    const auto beyond = caret_in("conv2d_tiled.cu:1:4: error: expected ‘;’\n    1 | abc\n      |    ^\n", kFile);
    REQUIRE(beyond);
    CHECK(excerpt("abc\n", {1}, beyond)[0].pointed_at == " ");
}

TEST_CASE("without a drawing there is no caret")
{
    CHECK_FALSE(caret_in("", kFile));
    CHECK_FALSE(caret_in("conv2d_tiled.cu:2:12: error: x\n", kFile));
    CHECK_FALSE(caret_in("conv2d_tiled.cu:2:12: error: x\n    2 | int a;\nmore ^ text\n", kFile));
    CHECK_FALSE(caret_in("conv2d_tiled.cu:2:12: warning: x\n    2 | int a;\n      | ^\n", kFile));
    CHECK_FALSE(caret_in("other.cu:2:12: error: x\n    2 | int a;\n      | ^\n", kFile));
    const auto far = caret_in("conv2d_tiled.cu:1:900: error: x\n    1 | y\n      | " + std::string(900, ' ') + "^\n", kFile);
    REQUIRE(far);
    CHECK(excerpt(std::string(1000, 'y'), {1}, far)[0].pointed_at.empty());     // cut before it
}

}  // namespace source_excerpt_test
