// The command line, the place it is called from, the states of a lab, other programs, and what a handout contains.

#include <doctest/doctest.h>

#include <string>

#include "student/arguments.hpp"
#include "student/fault.hpp"
#include "student/handout.hpp"
#include "student/path.hpp"
#include "student/process.hpp"
#include "student/solution.hpp"
#include "student/tests/folder.hpp"

namespace fs = std::filesystem;
using namespace halo::student;
using halo::test::Folder;

namespace {

const std::vector<Verb> kVerbs = {{"test", "--order=ORDER --force", "", "tests"}, {"handout", "", "FOLDER", "writes"}};

LabState with(const Result& last, const std::string& passed_on = "") { return {last, passed_on, {}}; }

}  // namespace

TEST_CASE("a verb takes its own options, the build folder, and its argument; anything else is refused")
{
    const Arguments test = parsed({"test", "--order=random:7", "--build=a b", "--force"}, kVerbs);
    CHECK(test.get("order") == "random:7");
    CHECK(test.get("build") == "a b");
    CHECK(test.has("force"));
    CHECK(parsed({"handout", "../out"}, kVerbs).words == std::vector<std::string>{"../out"});
    for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
             {}, {"tset"}, {"test", "word"}, {"handout", "--force"}, {"handout", "a", "b"}, {"test", "--order"}, {"test", "--force=1"}})
        CHECK_THROWS_AS(parsed(wrong, kVerbs), Refusal);
    CHECK(usage(kVerbs).find("halo handout FOLDER") != std::string::npos);
}

TEST_CASE("a place is a lab's folder or labs/, below them too, and nowhere else")
{
    Folder folder;
    const fs::path labs = folder.path / "labs", lab = labs / "04_tiled";
    fs::create_directories(lab / "below");
    CHECK_THROWS_AS(find_place(lab, "build"), Refusal);
    folder.write("labs/hints.toml", "");
    folder.write("labs/04_tiled/lab.toml", "");
    for (const fs::path& here : {lab, lab / "below"}) {
        CHECK(find_place(here, "build").lab == "04_tiled");
        CHECK(find_place(here, "build").root == folder.path);
    }
    CHECK(find_place(labs, "build").lab.empty());
    CHECK_THROWS_AS(need_lab(find_place(labs, "build")), Refusal);
    CHECK_NOTHROW(need_lab(find_place(lab, "build")));
    CHECK_THROWS_AS(find_place(folder.path, "build"), Refusal);
}

TEST_CASE("a lab's state shows what the last run found, and whether it has ever passed")
{
    const Result race{.verdict = "race", .key = "race", .passing = 2, .tests = 6};
    const Result begun{.verdict = "wrong_result", .key = "not_started", .passing = 1, .tests = 6};
    const Result untouched{.verdict = "wrong_result", .key = "not_started", .passing = 0, .tests = 6};
    const Result passed{.verdict = "passed", .key = "passed", .passing = 6, .tests = 6};
    const Result leak{.verdict = "passed", .key = "leak", .passing = 6, .tests = 6};
    const Result typo{.verdict = "does_not_compile", .key = "does_not_compile"};
    CHECK(standing({}) == "not begun");
    CHECK(standing(with(untouched)) == "not begun");
    CHECK(standing(with(begun)) == "1 of 6 tests pass (wrong_result)");
    CHECK(standing(with(race)) == "2 of 6 tests pass (race)");
    CHECK(standing(with(typo)) == "it does not compile");
    CHECK(standing(with(passed)) == "all 6 tests pass on a card: run make, too");
    CHECK(standing(with(leak)) == "all 6 tests pass, but memory leaks");
    CHECK(standing(with(passed, "2026-11-22")) == "passed");
    CHECK(standing({{}, "2026-11-22", {}}) == "passed");
    CHECK(standing(with(untouched, "2026-11-22")) == "passed");
    CHECK(standing(with(leak, "2026-11-22")) == "passed, but memory leaks");
    CHECK(standing(with(race, "2026-11-22")) == "passed; now 2 of 6 tests pass (race)");
}

TEST_CASE("other programs get their arguments unchanged, and end with their code or their signal")
{
    const Ended ended = capture({{"printf", "%s|", "a b", "$HOME", "c'\"d"}});
    CHECK(ended.code == 0);
    CHECK(ended.out == "a b|$HOME|c'\"d|");
    CHECK(capture({{"sh", "-c", "echo out; echo err >&2; exit 3"}}).out == "out\nerr\n");
    CHECK(capture({{"sh", "-c", "exit 3"}}).code == 3);
    CHECK(capture({{"sh", "-c", "kill -9 $$"}}).code == 128 + 9);
    CHECK(capture({{"sh", "-c", "echo $HALO_X"}, {"HALO_X=1 2"}}).out == "1 2\n");
    CHECK(run({{"no-such-program-of-halo"}}) == 127);
    CHECK(in_path("sh"));
    CHECK_FALSE(in_path("no-such-program-of-halo"));
}

TEST_CASE("a handout contains labs, engine and harness, and nothing with an answer in it")
{
    for (const char* path : {"tools/without-root", "book/walk/linux.md", ".vscode/tasks.json", ".devcontainer/Dockerfile", "labs/colab.ipynb",
                             "LICENSE", "meson.build", "tools/setup", "labs/05_tiled_design2/tiled_design2.cu", "common/student/main.cpp",
                             "labs/tests/program_test.cpp", "common/tests/spawn.hpp", "labs/lab.mk", "labs/05_tiled_design2/MORE.md", "common/engine/README.md", "common/engine/LIMITS.md"})
        CHECK_MESSAGE(handed_out(path), path);
    for (const char* path : {"solutions/05_tiled_design2/tiled_design2.cu", "grader/cli/main.cpp", "Makefile", "README.md", "tools/run-tests", "book/README.md",
                             "labs/tests/labs_test.cpp", "common/student/tests/state_tests.cpp", "common/engine/bench/a.cu", "common/engine/example/blur.cu", "labs/handout/Makefile",
                             "common/tests/specimens/race.cu", "common/README.md", "common/harness/README.md", "common/engine/INSIDE.md", "book/walk/worked_lab.md", "book/walk/worked_lab/race.svg"})
        CHECK_MESSAGE(!handed_out(path), path);
}

TEST_CASE("a meson.build loses folders that were left out, tests and run targets with their comments, and nothing else")
{
    Folder folder;
    fs::create_directories(folder.path / "here");
    folder.write("here/meson.build", "");
    CHECK(without_missing_folders("# why\nsubdir('here')\nsubdir('gone')\nx = 1\n\n# a test of it\ntest(\n  'x',\n)\n# of y\ny = 2\n", folder.path)
          == "# why\nsubdir('here')\nx = 1\n\n# of y\ny = 2\n");
    CHECK(without_instructors_section("## A\na\n## Solutions and handouts\nb\n## C\nc\n") == "## A\na\n## C\nc\n");
}

TEST_CASE("a link to a file that was left out becomes plain text, any other link stays")
{
    Folder folder;
    folder.write("here.md", "");
    CHECK(without_dead_links("a [b](gone.md) [c](here.md#d), [e](https://f.g) [h](#i) [j](../k/l.md).\n", folder.path)
          == "a b [c](here.md#d), [e](https://f.g) [h](#i) j.\n");
    for (const std::string code : {"in[y](x [no end", "[&](x)", "[](const T& a, int b)", "a](b)"}) CHECK(without_dead_links(code, folder.path) == code);
}

TEST_CASE("a solution is shown without the marks of what the slides quote")
{
    CHECK(without_regions("int x;\n    // region launch\n    k<<<1, 2>>>();\n    // endregion\n// a region of it\n") ==
          "int x;\n    k<<<1, 2>>>();\n// a region of it\n");
}

TEST_CASE("a solution's last comment is its commentary, blank lines or not, and a comment before code is not")
{
    CHECK(commentary("// about\nint x;\n\n// cost 1\n//\n// cost 2\n\n") == "cost 1\n\ncost 2\n");
    CHECK(commentary("// about\nint x;\n").empty());
}
