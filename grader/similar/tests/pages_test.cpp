#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "machine/sha256.hpp"
#include "similar/painted.hpp"
#include "similar/report.hpp"
#include "tests/fake_course.hpp"

namespace pages_test {

using namespace halo::grader;
using namespace halo::grader::similar;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

OwnCode code_of(std::string_view source, std::size_t handed_out = 0)
{
    OwnCode code;
    code.tokens = tokens_of(source);
    code.handed_out.assign(code.tokens.size(), 0);
    for (std::size_t i = 0; i < handed_out; ++i) code.handed_out[i] = 1;
    code.own = code.tokens.size() - handed_out;
    return code;
}

/// Everything that a student can write goes into each writer.
constexpr const char* kHostile = "<script>alert('&\")</script>\x1b[31m\xff";

Report hostile()
{
    LabFindings lab;
    lab.works = {"05_lab", "A <b>lab</b>", "", {}, {"<i>absent</i>"}};
    for (const std::string& who : {std::string("=HYPERLINK(1)"), std::string("<img src=x onerror=alert(1)>"), std::string("ada, \"b\"")})
        lab.works.works.push_back({who, std::string("int a; /* ") + kHostile + " */\nf(\"</pre>\");\n", "", From::this_class});
    for (const Work& work : lab.works.works) lab.code.push_back(code_of(work.bytes));
    lab.identical = {{{0, 2}}};
    lab.unreadable = {2};
    lab.why = {"the <tester> failed", "", ""};
    lab.compared = 2;
    Pair pair;
    pair.first = 0, pair.second = 1, pair.first_percent = 80, pair.second_percent = 60, pair.own = 3, pair.hint = true, pair.unusual = 5.25;
    pair.matches = {{0, 2, 0, 2, 2}};
    lab.pairs = {pair};
    return {{lab}, {std::string("skipped <b>") + kHostile}};
}

mode_t mode_of(const std::filesystem::path& path)
{
    struct stat info {};
    REQUIRE(stat(path.c_str(), &info) == 0);
    return info.st_mode & 0777;
}

}  // namespace

TEST_CASE("no byte of a student is markup")
{
    const Report report = hostile();
    Report turned = report;
    std::swap(turned.labs[0].pairs[0].first, turned.labs[0].pairs[0].second);
    for (const std::string& page : {index_page(report), index_page(turned), pair_page(report.labs[0], 0), pair_page(turned.labs[0], 0)}) {
        for (const char* markup : {"<script", "<img", "<b>", "<i>", "\x1b", "\xff", "</pre>\""}) {
            CAPTURE(markup);
            CHECK(!has(page, markup));
        }
        CHECK(has(page, "&lt;img src=x onerror=alert(1)&gt;"));
    }
    CHECK(has(pair_page(report.labs[0], 0), "&lt;script&gt;alert('&amp;&quot;)&lt;/script&gt;\\x1B[31m\\xFF"));
    CHECK(!has(terminal(report), "\x1b"));
}

TEST_CASE("pages say which file a percentage, a line and a match is of")
{
    LabFindings lab = hostile().labs[0];
    lab.works.works[0].bytes = "given\na + b\n";
    lab.works.works[1].bytes = "\n\n\nx + y + z\n";
    for (const std::size_t i : {0, 1}) lab.code[i] = code_of(lab.works.works[i].bytes);
    lab.pairs[0].matches = {{1, 4, 2, 5, 3}};
    const std::string page = pair_page(lab, 0);
    CHECK(has(page, "80 % of the first in the second, 60 % of the second in the first"));
    CHECK(has(index_page({{lab}, {}}), "<td class=\"num\">80 %</td><td class=\"num\">60 %</td>"));
    CHECK(has(page, "href=\"#a1\" aria-label=\"match 1 in the first file, lines 2\">2</a>"));
    CHECK(has(page, "href=\"#b1\" aria-label=\"match 1 in the second file, lines 4\">4</a>"));
    CHECK(has(page, "id=\"a1\" href=\"#b1\" aria-label=\"match 1, to the other file\">1</a><mark class=\"m1\">a + b</mark>"));
    CHECK(has(page, "x + <a class=\"to m1\" id=\"b1\" href=\"#a1\" aria-label=\"match 1, to the other file\">1</a><mark class=\"m1\">y + z</mark>"));
}

TEST_CASE("a spreadsheet takes no name for a formula")
{
    const std::string table = csv(hostile());
    CHECK(has(table, "05_lab,'=HYPERLINK(1),<img src=x onerror=alert(1)>,80.0,60.0,5.25,0,0,look\n"));
    CHECK(has(table, "05_lab,'=HYPERLINK(1),\"ada, \"\"b\"\"\",100,100,,,,identical\n"));
    CHECK(has(table, "05_lab,\"ada, \"\"b\"\"\",,,,,,,not compared\n"));
    CHECK(has(table, "05_lab,<i>absent</i>,,,,,,,missing\n"));
}

TEST_CASE("JSON and the terminal agree")
{
    const std::string text = json(hostile());
    for (const char* part : {"\"first_percent\": 80.0", "\"hint\": true", "\"unusual\": 5.25", "\"page\": \"05_lab-001.html\"", "\"usual\": null", "\"not_compared\": [\n        \"ada, \\\"b\\\"\""}) {
        CAPTURE(part);
        CHECK(has(text, part));
    }
}

TEST_CASE("the terminal lists hints, and who is not compared and why")
{
    Report report = hostile();
    report.labs[0].works.works[0].who = "ada";
    report.labs[0].works.works[1].who = "ben";
    CHECK(has(terminal(report), "05_lab: 2 files compared, without the code that was handed out; a class of fewer than 7 says nothing about what is usual, so that no percentage is a hint\n"
                                "  identical: ada, ada, \"b\" (the same bytes; the first of them is compared for all)\n"
                                "  not compared: ada, \"b\" (the <tester> failed)\n"
                                "  missing: <i>absent</i> (no file)\n"
                                "        first  second  of first  of second  unusual  same names\n"
                                "  look  ada    ben         80 %       60 %      5.2           –\n"));
}

TEST_CASE("matches are coloured and numbered, handed-out code is grey, comments are plain, and lines are numbered")
{
    const std::string source = "given(1);\n// c\na + b /* no */ + c;\nd\n";
    const OwnCode code = code_of(source, 4);
    CHECK(painted(source, code, {{4, 9}}, 'a', 'b') ==
          "<span class=\"no\" aria-hidden=\"true\">1</span><span class=\"given\">given(1)</span>;\n"
          "<span class=\"no\" aria-hidden=\"true\">2</span>// c\n"
          "<span class=\"no\" aria-hidden=\"true\">3</span><a class=\"to m1\" id=\"a1\" href=\"#b1\" aria-label=\"match 1, to the other file\">1</a><mark class=\"m1\">a + b</mark> /* no */ <mark class=\"m1\">+ c</mark>;\n"
          "<span class=\"no\" aria-hidden=\"true\">4</span>d\n"
          "<span class=\"no\" aria-hidden=\"true\">5</span>");
}

TEST_CASE("where matches overlap both have their number, and colours come again after the sixth")
{
    const std::string source = "a b c d";
    const std::string out = painted(source, code_of(source), {{0, 3}, {1, 4}}, 'b', 'a');
    CHECK(has(out, "id=\"b1\" href=\"#a1\""));
    CHECK(has(out, "id=\"b2\" href=\"#a2\""));
    CHECK(has(out, "<mark class=\"m2\">d</mark>"));
    CHECK(hue(1) == "m1");
    CHECK(hue(7) == "m1");
}

TEST_CASE("the index ends with the last pair that has a page, and says how many more there are; the table of all has all")
{
    Report report = hostile();
    std::vector<Pair>& pairs = report.labs[0].pairs;
    const auto rows = [&] {
        const std::string page = index_page(report);
        std::size_t n = 0;
        for (std::size_t at = 0; (at = page.find("<th scope=\"row\">", at)) != page.npos; ++at) ++n;
        return n;
    };
    const auto lines = [&](std::string_view what) {
        const std::string table = csv(report);
        std::size_t n = 0;
        for (std::size_t at = 0; (at = table.find(what, at)) != table.npos; ++at) ++n;
        return n;
    };
    pairs.resize(kMostPages, pairs[0]);
    CHECK(rows() == kMostPages);
    CHECK(rest_text(report.labs[0]).empty());
    CHECK(!has(index_page(report), "similar.csv has all pairs"));

    pairs.resize(kMostPages + 1, pairs[0]);
    CHECK(rows() == kMostPages);
    CHECK(has(index_page(report), "<p class=\"run\">Pairs that are not listed here: 1; hints among them: 1. similar.csv has all pairs.</p>"));
    pairs.back().hint = false;
    pairs.resize(kMostPages + 320, pairs.back());
    CHECK(rows() == kMostPages);
    CHECK(has(index_page(report), "<p class=\"run\">Pairs that are not listed here: 320; hints among them: 0. similar.csv has all pairs.</p>"));
    CHECK(has(index_page(report), "05_lab-100.html"));
    CHECK(!has(index_page(report), "05_lab-101.html"));
    CHECK(lines(",5.25,") == kMostPages + 320);
    CHECK(has(terminal(report), "  and 315 more, none of them a hint; similar.csv has all pairs\n"));

    const halo::grader::test::TempFolder home;
    write_report(report, home / "similar");
    CHECK(std::filesystem::exists(home / "similar/05_lab-100.html"));
    CHECK(!std::filesystem::exists(home / "similar/05_lab-101.html"));
}

TEST_CASE("pages are their owner's alone, and those of an earlier call go")
{
    const halo::grader::test::TempFolder home;
    const std::filesystem::path folder = home / "similar";
    Report report = hostile();
    report.labs[0].pairs.push_back(report.labs[0].pairs[0]);
    write_report(report, folder);
    CHECK(mode_of(folder) == 0700);
    for (const char* file : {"index.html", "similar.csv", "05_lab-001.html", "05_lab-002.html"}) CHECK(mode_of(folder / file) == 0600);

    home.write("similar/05_lab-notes.html", "mine");
    report.labs[0].pairs.pop_back();
    write_report(report, folder);
    CHECK(std::filesystem::exists(folder / "05_lab-001.html"));
    CHECK(!std::filesystem::exists(folder / "05_lab-002.html"));
    CHECK(std::filesystem::exists(folder / "05_lab-notes.html"));
}

}  // namespace pages_test
