// Hints: which text comes next, what is printed if there is none, and what `make why` prints.

#include <doctest/doctest.h>

#include <string>

#include "student/fault.hpp"
#include "student/hint.hpp"
#include "student/tests/folder.hpp"

namespace fs = std::filesystem;
using namespace halo::student;
using halo::test::Folder;

namespace {

constexpr const char* kLab = R"(
title = "Lab"
[hints]
race = ["think", "epochs", "line 3", "a barrier"]
wrong_result = ["w1", "w2", "w3", "w4"]
[hints.conv2d_basic]
race = ["basic 1", "basic 2", "basic 3", "basic 4"]
)";

}  // namespace

TEST_CASE("the first call nudges, the fourth almost answers, and a fifth repeats the fourth")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    const Result result{"07_conv2d_tiled", "conv2d_tiled", "race", "race"};
    Levels levels;

    CHECK(next_hint(book, result, levels, true) ==
          "Hint 1 of 4 (nudge) for conv2d_tiled: race\n\nthink\n\n"
          "Change something and run `make`, or ask again: `make hint`.\n");
    CHECK(next_hint(book, result, levels, true).starts_with("Hint 2 of 4 (concept) for conv2d_tiled: race\n\nepochs\n"));
    CHECK(next_hint(book, result, levels, true).starts_with("Hint 3 of 4 (place) for conv2d_tiled: race\n\nline 3\n"));
    const std::string last = "Hint 4 of 4 (almost the answer) for conv2d_tiled: race\n\na barrier\n\n"
                             "That is the last level. The solution: make solution FORCE=1\n";
    CHECK(next_hint(book, result, levels, true) == last);
    CHECK(next_hint(book, result, levels, true) == last);
    CHECK(next_hint(book, result, levels, false).ends_with("\n\na barrier\n\nThat is the last level. Change something and run `make`.\n"));
}

TEST_CASE("hints for all labs are beside the labs, and a lab's own go first")
{
    Folder folder;
    fs::create_directories(folder.path / "07_lab");
    folder.write("hints.toml", "[hints]\nrace = ['all 1', 'all 2', 'all 3', 'all 4']\nnull_pointer = ['n1', 'n2', 'n3', 'n4']\n");
    const Book book = Book::read(folder.write("07_lab/lab.toml", kLab));
    const auto first = [&](const std::string& function, const std::string& verdict, const std::string& key) {
        return book.find({"lab", function, verdict, key})->front();
    };
    CHECK(first("f", "wrong_result", "null_pointer") == "n1");          // before the verdict's own
    CHECK(first("f", "race", "race") == "think");
    CHECK(first("conv2d_basic", "race", "race") == "basic 1");
    CHECK(first("f", "wrong_result", "stale") == "w1");
    folder.write("hints.toml", "[hints]\nrace = ['1', '2']\n");
    CHECK_THROWS_AS(Book::read(folder.path / "07_lab/lab.toml"), Fault);
}

TEST_CASE("a level that refers to a shared text has that text, and a reference to nothing is the workbook's fault")
{
    Folder folder;
    fs::create_directory(folder.path / "07_lab");
    folder.write("hints.toml", "[hints]\n[shared]\nlook = 'look again'\n");
    const Book book = Book::read(folder.write("07_lab/lab.toml", "[hints]\nrace = ['@look', '2', '3', '4']\n"));
    const auto* texts = book.find({"07_lab", "f", "race", "race"});
    REQUIRE(texts != nullptr);
    CHECK(texts->front() == "look again");
    CHECK_THROWS_AS(Book::read(folder.write("07_lab/lab.toml", "[hints]\nrace = ['@loop', '2', '3', '4']\n")), Fault);
}

TEST_CASE("line breaks in the text of a hint are kept")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", "[hints]\nrace = [\"one\\ntwo\", '2', '3', '4']\n"));
    Levels levels;
    CHECK(next_hint(book, {"lab", "f", "race", "race"}, levels, true).find("\n\none\ntwo\n\n") != std::string::npos);
}

TEST_CASE("after a function has passed its mistakes begin at 1 again, those of other functions do not")
{
    const Result race{"lab", "conv2d_tiled", "race", "race", {"s_a[] is read here", 31, ""}}, other{"lab", "conv2d", "race", "race"};
    Levels levels;
    for (int level = 1; level <= 3; ++level) CHECK(levels.advance(race) == level);
    levels.advance(other);
    levels.forget("conv2d");
    CHECK(levels.of(other) == 0);
    CHECK(levels.of(race) == 3);
    levels.forget("conv2d_tiled");
    CHECK(levels.advance(race) == 1);
    CHECK(levels.highest() == 3);
}

TEST_CASE("a file that is not the one of the last run is named, the same file is not, and an unknown one is not either")
{
    const Result tested{.source = fingerprint("int x;\n")}, unknown{};
    CHECK(edited_since(tested, "a.cu", "int y;\n") == "a.cu has changed since the last `make`: this is about what it was then.\n\n");
    CHECK(edited_since(tested, "a.cu", "int x;\n").empty());
    CHECK(edited_since(unknown, "a.cu", "int y;\n").empty());
}

TEST_CASE("each finding has its own levels, and coming back to one continues where it was")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    const Result race{"lab", "conv2d_tiled", "race", "race"}, wrong{"lab", "conv2d_tiled", "wrong_result", "wrong_result"};
    Levels levels;
    next_hint(book, race, levels, true);
    CHECK(next_hint(book, wrong, levels, true).starts_with("Hint 1 of 4"));
    CHECK(next_hint(book, race, levels, true).starts_with("Hint 2 of 4"));
}

TEST_CASE("a mistake keeps its level while its line moves or is edited, and the next one of its kind begins at 1")
{
    Result race{"lab", "f", "race", "race", {"s_a[] is read here", 31, "s_a[x] = s_a[x + 1];"}};
    Levels levels;
    CHECK(levels.advance(race) == 1);
    race.about.line = 40;                               // lines were added above
    CHECK(levels.advance(race) == 2);
    race.about.source = "s_a[x] += s_a[x + 1];";        // it was edited, and is still wrong
    CHECK(levels.advance(race) == 3);

    Result other = race;
    other.about = {"s_b[] is read here", 40, race.about.source};
    CHECK(levels.advance(other) == 1);
    other.about = {race.about.what, 50, "out[x] = s_a[x];"};
    CHECK(levels.advance(other) == 1);
    CHECK(levels.advance(race) == 4);                 // the first is back

    const Result early{"lab", "f", "wrong_result", "wrong_result", {"a single element is filtered", 0, ""}};
    Result late = early;
    late.about.what = "an overhang writes every element";
    CHECK(levels.advance(early) == 1);
    CHECK(levels.advance(early) == 2);
    CHECK(levels.advance(late) == 1);
}

TEST_CASE("a hint for one function goes before the hint for all, and a key before its verdict")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    CHECK(book.find({"", "conv2d_basic", "race", "race"})->front() == "basic 1");
    CHECK(book.find({"", "conv2d_tiled", "race", "race"})->front() == "think");
    CHECK(book.find({"", "conv2d_tiled", "wrong_result", "never_heard_of"})->front() == "w1");
    CHECK(book.find({"", "conv2d_tiled", "crash", "crash"}) == nullptr);

    Levels levels;
    CHECK(next_hint(book, {"", "conv2d_tiled", "crash", "crash"}, levels, true) ==
          "No hint for conv2d_tiled: crash\nThe message of `make` says where it happened and what to try.\n");
}

TEST_CASE("a function that passes needs no hint, unless it leaks")
{
    Levels levels;
    CHECK(next_hint(Book{}, {"lab", "conv1d_basic", "passed", "leak"}, levels, true).starts_with("No hint for conv1d_basic: leak"));
    CHECK(next_hint(Book{}, {"lab", "conv2d_tiled", "passed", "passed"}, levels, true).starts_with("conv2d_tiled passes:"));
    CHECK(next_hint(Book{}, {"07_conv2d_tiled", "", "passed", ""}, levels, true).starts_with("07_conv2d_tiled passes:"));
}

TEST_CASE("a hint with three texts is a fault of the workbook, one with four is not")
{
    Folder folder;
    CHECK_NOTHROW(Book::read(folder.write("four.toml", "[hints]\nrace = ['1', '2', '3', '4']\n")));
    CHECK_THROWS_AS(Book::read(folder.write("three.toml", "[hints]\nrace = ['1', '2', '3']\n")), Fault);
    CHECK_THROWS_AS(Book::read(folder.write("empty.toml", "[hints]\nrace = ['1', '', '3', '4']\n")), Fault);
    CHECK_THROWS_AS(Book::read(folder.write("word.toml", "[hints]\nrace = 'look again'\n")), Fault);
    CHECK_THROWS_AS(Book::read(folder.write("broken.toml", "[hints\n")), Fault);
}

TEST_CASE("the level is kept for each mistake, and the highest of all stays when they start over")
{
    const Result race{"lab", "f", "race", "race", {"s_a[] is read here", 31, ""}}, wrong{"lab", "f", "wrong_result", "stale"};
    Levels levels;
    CHECK(levels.of(race) == 0);
    CHECK(levels.highest() == 0);
    levels.advance(race);
    levels.advance(race);
    levels.advance(wrong);
    CHECK(levels.of(race) == 2);
    CHECK(levels.of(wrong) == 1);
    levels.start_over();
    CHECK(levels.of(race) == 0);
    CHECK(levels.highest() == 2);
}

TEST_CASE("`make why` repeats the whole message, and shows which hints there are and how many were read")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    Result race{.lab = "lab", .function = "f", .verdict = "race", .key = "race", .passing = 5, .tests = 11,
                .message = "f.cu:3: a race\n  where: block (0,0)\n  try:   a barrier"};
    Levels levels;
    const std::string head = "f.cu:3: a race\n  where: block (0,0)\n  try:   a barrier\n\nrace: 5 of 11 tests pass, when you last ran make.\n"
                             "`make show` steps through the block that it happened in.\n";
    const std::string names = "Hints on race: 4 levels (nudge, concept, place, almost the answer); read so far: ";
    CHECK(explanation(book, race, levels) == head + names + "none. Next: make hint\n");
    levels.advance(race);
    CHECK(explanation(book, race, levels) == head + names + "1. Next: make hint\n");
    for (int i = 0; i < 3; ++i) levels.advance(race);
    CHECK(explanation(book, race, levels) == head + names + "all. `make hint` repeats the last\n");

    race.message = "f.cu:3: a copy\n  where: in host code\n  try:   that";
    CHECK(explanation(book, race, levels).find("make show") == std::string::npos);
    race.verdict = race.key = "crash";
    CHECK(explanation(book, race, levels).ends_with("There are no hints on crash.\n"));
    race.verdict = race.key = "does_not_compile";
    CHECK(explanation(book, race, levels).find("\n\ndoes_not_compile, when you last ran make.\n") != std::string::npos);
    CHECK(explanation(book, {.verdict = "passed", .tests = 11}, levels) == "passed: all 11 tests pass.\n");
    CHECK(explanation(book, {.verdict = "passed", .key = "leak", .passing = 11, .tests = 11, .message = "f: 4 bytes"}, levels)
          .starts_with("f: 4 bytes\n\npassed: 11 of 11 tests pass"));
}
