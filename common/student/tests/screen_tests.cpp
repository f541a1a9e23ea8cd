// Folding, truncation and colour; the screen of make watch.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "student/pages.hpp"
#include "student/path.hpp"
#include "student/screen.hpp"
#include "student/text.hpp"
#include "student/watch_screen.hpp"

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

TEST_CASE("a folded line continues below its text: after where, what and try, in the second column of a table, below an indent")
{
    CHECK(laid_out("  where: one two three\n", {}, {.columns = 16}) == "  where: one two\n         three\n");
    CHECK(laid_out("  what:  one two three\n", {}, {.columns = 16}) == "  what:  one two\n         three\n");
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

TEST_CASE("the bar has a character for each lab, and the prompt only the keys that lead somewhere")
{
    const std::vector<std::string> labs = {"01_a", "02_b", "03_c", "04_d"};
    State state;
    CHECK(bar(state, labs, "02_b") == "[->--] 0 of 4 labs passed");
    state.labs["02_b"].passed_on = "2026-11-22";
    state.labs["04_d"].passed_on = "2026-11-22";
    CHECK(bar(state, labs, "01_a") == "[>#-#] 2 of 4 labs passed");
    CHECK(bar(state, labs, "02_b") == "[-#-#] 2 of 4 labs passed");
    CHECK(lab_after(state, labs, "02_b") == "03_c");
    CHECK(lab_after(state, labs, "04_d") == "01_a");        // after it nothing is open

    LabState lab;
    CHECK(keys_for(lab, false) == "q");
    lab.last = Result{.verdict = "wrong_result", .key = "not_started"};
    CHECK(keys_for(lab, false) == "hwq");
    CHECK(keys_for(lab, true) == "hwpq");
    lab.last = Result{.verdict = "does_not_compile", .key = "does_not_compile"};
    CHECK(keys_for(lab, true) == "hwq");
    CHECK(keys_for(lab, false) == "hwq");
    lab.last = Result{.verdict = "race", .key = "race"};
    CHECK(keys_for(lab, false) == "hwpsq");
    lab.last = Result{.verdict = "passed", .key = "passed"};
    CHECK(keys_for(lab, false) == "psnq");
    lab.last = Result{.verdict = "passed", .key = "leak"};
    CHECK(keys_for(lab, false) == "hwpsnq");
}

TEST_CASE("a text that is longer than the screen comes in pages, folded to its width, and nothing is lost")
{
    std::string text;
    for (int i = 1; i <= 23; ++i) text += "line " + std::to_string(i) + (i == 3 ? " with so many words that it is folded" : "") + "\n";
    const auto lines = [](const std::string& page) { return std::count(page.begin(), page.end(), '\n'); };
    const std::vector<std::string> pages = pages_of(text, {.columns = 20, .rows = 15}, 5);
    REQUIRE(pages.size() == 3);
    CHECK(lines(pages[0]) == 10);
    CHECK(lines(pages[0]) + lines(pages[1]) + lines(pages[2]) == 25);
    CHECK(pages[2].ends_with("line 23\n"));
    CHECK(pages_of(text, {}, 5) == std::vector{text});
    CHECK(pages_of("", {.columns = 80, .rows = 24}, 5) == std::vector<std::string>{""});
    CHECK(pages_of(text, {.columns = 80, .rows = 4}, 5).size() == 8);       // a tiny screen: three lines each
}

TEST_CASE("a lab that is not begun offers its questions, not a profile")
{
    State state;
    state.labs["01_a"].last = Result{.verdict = "wrong_result", .key = "not_started"};
    Watched watched{{"not begun: a\n", "x\n"}, "01_a", "a.cu", "12:00:00"};
    watched.questions = true;
    CHECK(watch_screen(watched, state, {"01_a"}, {}).ends_with("or press [h]int [w]hy [p]redict [q]uit"));
    watched.questions = false;
    CHECK(watch_screen(watched, state, {"01_a"}, {}).ends_with("or press [h]int [w]hy [q]uit"));
    state.labs["01_a"].last = Result{.verdict = "race", .key = "race"};
    watched.questions = true;
    CHECK(watch_screen(watched, state, {"01_a"}, {}).ends_with("or press [h]int [w]hy [p]rofile [s]how [q]uit"));
}

TEST_CASE("the screen of watch fits every terminal, and its keys are on it")
{
    const std::vector<std::string> labs = {"01_a", "02_b"};
    State state;
    state.labs["01_a"].last = Result{.verdict = "race", .key = "race", .passing = 2, .tests = 6};
    std::string body = "a.cu:31: " + std::string(100, 'x') + " is written here and read in line 42, with no barrier between\n";
    for (int i = 0; i < 60; ++i) body += "  where: block (0,0): thread (0,0) writes, thread (4,0) reads; 8 such pairs; 1 element, radius 4\n";
    const Watched race{{body, "race: 2 of 6 tests pass. Next: make hint\n"}, "01_a", "a.cu", "12:00:00"};
    for (const Screen& size : {Screen{80, 24}, Screen{40, 20}, Screen{120, 50}, Screen{40, 12}}) {
        const std::string text = watch_screen(race, state, labs, size);
        CHECK(widest(text) <= size.columns);
        CHECK(int(lines_of(text).size()) <= size.rows);
        CHECK(text.starts_with("[>-] 0 of 2 labs passed\na.cu, 12:00:00\n"));
        CHECK(text.find("... more: press w\nrace: 2 of 6 tests pass.\n") != std::string::npos);
        CHECK(text.ends_with("[q]uit"));                    // the cursor stays there
        CHECK(text.find("make hint") == std::string::npos);
    }
    Watched noted = race;
    noted.report.body = "short\n";
    noted.note = "n waits";
    CHECK(watch_screen(noted, state, labs, {80, 24}).find("\nn waits\nSave a.cu, or press [h]int [w]hy [p]rofile [s]how [q]uit") != std::string::npos);
}

TEST_CASE("a pass is praised and leads on, the last one of all does not")
{
    State state;
    LabState& lab = state.labs["01_a"];
    lab.last = Result{.verdict = "passed", .key = "passed", .passing = 6, .tests = 6};
    lab.passed_on = "2026-11-22";
    const Watched passed{{"", "passed: all 6 tests pass. Next: make profile\n"}, "01_a", "a.cu", "12:00:00"};
    const std::string text = watch_screen(passed, state, {"01_a", "02_b"}, {});
    CHECK(text.find("passed: all 6 tests pass.\nRight at every size, edges included: well done. Next: compare with your prediction (p), "
                    "answer the questions in README.md, go on (n).\n") != std::string::npos);
    CHECK(watch_screen(passed, state, {"01_a"}, {}).find("go on (n)") == std::string::npos);
    lab.last->key = "leak";
    CHECK(watch_screen(passed, state, {"01_a", "02_b"}, {}).find("well done") == std::string::npos);
}
