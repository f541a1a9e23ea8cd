// Hints: which text comes next, and what the program says when there is none.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "hint.hpp"

namespace fs = std::filesystem;
using namespace halo::hint;

extern char** environ;

namespace {

std::string hint_program;   // first argument of this test

constexpr const char* kLab = R"(
title = "Lab"
[hints]
race = ["think", "epochs", "line 3", "a barrier"]
wrong_result = ["w1", "w2", "w3", "w4"]
[hints.conv2d_basic]
race = ["basic 1", "basic 2", "basic 3", "basic 4"]
)";

/// A folder of one test, with a space in its name. Gone at the end.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("halo hint " + std::to_string(getpid()));
    Folder() { fs::remove_all(path); fs::create_directories(path); }
    ~Folder() { std::error_code ignored; fs::remove_all(path, ignored); }
    fs::path write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path / name) << text;
        return path / name;
    }
};

struct Ended {
    int exit_code = -1;
    std::string out;   ///< stdout and stderr
};

Ended run(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), hint_program);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);

    std::array<int, 2> pipe_ends{};
    REQUIRE(pipe(pipe_ends.data()) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 2);
    posix_spawn_file_actions_addclose(&actions, pipe_ends[0]);
    posix_spawn_file_actions_addclose(&actions, pipe_ends[1]);
    pid_t child = -1;
    REQUIRE(posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe_ends[1]);

    Ended ended;
    std::array<char, 4096> buffer{};
    for (ssize_t n; (n = read(pipe_ends[0], buffer.data(), buffer.size())) > 0;) ended.out.append(buffer.data(), std::size_t(n));
    close(pipe_ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
    return ended;
}

std::string result_of(const std::string& function, const std::string& verdict, const std::string& key)
{
    return R"({"lab":"07_conv2d_tiled","function":")" + function + R"(","verdict":")" + verdict + R"(","key":")" + key + R"("})";
}

}  // namespace

TEST_CASE("the first call nudges, the fourth almost answers, and a fifth repeats the fourth")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    const Result result{"07_conv2d_tiled", "conv2d_tiled", "race", "race"};
    Progress progress;

    CHECK(next(book, result, progress, true) ==
          "Hint 1 of 4 (nudge) for conv2d_tiled: race\n\nthink\n\n"
          "Change something and run `make`, or ask again: `make hint`.\n");
    CHECK(next(book, result, progress, true).starts_with("Hint 2 of 4 (concept) for conv2d_tiled: race\n\nepochs\n"));
    CHECK(next(book, result, progress, true).starts_with("Hint 3 of 4 (place) for conv2d_tiled: race\n\nline 3\n"));
    const std::string last = "Hint 4 of 4 (almost the answer) for conv2d_tiled: race\n\na barrier\n\n"
                             "That is the last level. The solution: make solution FORCE=1\n";
    CHECK(next(book, result, progress, true) == last);
    CHECK(next(book, result, progress, true) == last);
    CHECK(next(book, result, progress, false).ends_with("\n\na barrier\n\nThat is the last level. Change something and run `make`.\n"));
}

TEST_CASE("what is the same in every lab stands beside the labs, and a lab's own hints go first")
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

TEST_CASE("a long hint is broken at spaces, a line that its author broke stays broken")
{
    Folder folder;
    const std::string word(40, 'x');
    const Book book = Book::read(folder.write(
        "lab.toml", "[hints]\nrace = ['" + word + " " + word + " " + word + "', \"one\\ntwo\", '3', '4']\n"));
    const Result result{"lab", "f", "race", "race"};
    Progress progress;
    CHECK(next(book, result, progress, true).find("\n\n" + word + " " + word + "\n" + word + "\n\n") != std::string::npos);
    CHECK(next(book, result, progress, true).find("\n\none\ntwo\n\n") != std::string::npos);
}

TEST_CASE("each finding has levels of its own, and coming back to one goes on where it was")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    const Result race{"lab", "conv2d_tiled", "race", "race"}, wrong{"lab", "conv2d_tiled", "wrong_result", "wrong_result"};
    Progress progress;
    next(book, race, progress, true);
    CHECK(next(book, wrong, progress, true).starts_with("Hint 1 of 4"));
    CHECK(next(book, race, progress, true).starts_with("Hint 2 of 4"));
}

TEST_CASE("a mistake keeps its level while its line moves or is edited, and the next one of its kind begins at 1")
{
    Result race{"lab", "f", "race", "race", {"s_a[] is read here", 31, "s_a[x] = s_a[x + 1];"}};
    Progress progress;
    CHECK(progress.advance(race) == 1);
    race.about.line = 40;                               // lines were added above
    CHECK(progress.advance(race) == 2);
    race.about.source = "s_a[x] += s_a[x + 1];";        // it was edited, and is wrong still
    CHECK(progress.advance(race) == 3);

    Result next = race;
    next.about = {"s_b[] is read here", 40, race.about.source};
    CHECK(progress.advance(next) == 1);
    next.about = {race.about.what, 50, "out[x] = s_a[x];"};
    CHECK(progress.advance(next) == 1);
    CHECK(progress.advance(race) == 4);                 // the first is back

    const Result early{"lab", "f", "wrong_result", "wrong_result", {"a single element is filtered", 0, ""}};
    Result late = early;
    late.about.what = "an overhang writes every element";
    CHECK(progress.advance(early) == 1);
    CHECK(progress.advance(early) == 2);
    CHECK(progress.advance(late) == 1);
}

TEST_CASE("a hint for one function goes before the hint for all, and a key before its verdict")
{
    Folder folder;
    const Book book = Book::read(folder.write("lab.toml", kLab));
    CHECK(book.find({"", "conv2d_basic", "race", "race"})->front() == "basic 1");
    CHECK(book.find({"", "conv2d_tiled", "race", "race"})->front() == "think");
    CHECK(book.find({"", "conv2d_tiled", "wrong_result", "never_heard_of"})->front() == "w1");
    CHECK(book.find({"", "conv2d_tiled", "crash", "crash"}) == nullptr);

    Progress progress;
    CHECK(next(book, {"", "conv2d_tiled", "crash", "crash"}, progress, true) ==
          "No hint for conv2d_tiled: crash\nThe message of `make` says where it happened and what to try.\n");
}

TEST_CASE("a function that passes needs no hint, unless it leaks")
{
    Progress progress;
    CHECK(next(Book{}, {"lab", "conv1d_basic", "passed", "leak"}, progress, true).starts_with("No hint for conv1d_basic: leak"));
    CHECK(next(Book{}, {"lab", "conv2d_tiled", "passed", "passed"}, progress, true).starts_with("conv2d_tiled passes:"));
    CHECK(next(Book{}, {"07_conv2d_tiled", "", "passed", ""}, progress, true).starts_with("07_conv2d_tiled passes:"));
}

TEST_CASE("a hint with three texts is a fault of the workbook, one with four is none")
{
    Folder folder;
    CHECK_NOTHROW(Book::read(folder.write("four.toml", "[hints]\nrace = ['1', '2', '3', '4']\n")));
    CHECK_THROWS_AS(Book::read(folder.write("three.toml", "[hints]\nrace = ['1', '2', '3']\n")), Fault);
    CHECK_THROWS_AS(Book::read(folder.write("empty.toml", "[hints]\nrace = ['1', '', '3', '4']\n")), Fault);
    CHECK_THROWS_AS(Book::read(folder.write("word.toml", "[hints]\nrace = 'look again'\n")), Fault);
    CHECK_THROWS_AS(Book::read(folder.write("broken.toml", "[hints\n")), Fault);
}

TEST_CASE("levels outlive the program, and a damaged file of levels starts them again")
{
    Folder folder;
    const Result result{"lab", "f", "race", "race"};
    Progress progress;
    progress.advance(result);
    progress.advance(result);
    progress.write(folder.path / "hints.json");
    CHECK(Progress::read(folder.path / "hints.json").advance(result) == 3);

    for (const char* damaged : {"", "{", "[1]", R"({"f.race": 2})", R"({"f.race": {"highest": 2}})",
                                R"({"f.race": {"highest": 99, "mistakes": [{"about": "", "line": 0, "source": "", "level": 3}]}})",
                                R"({"f.race": {"highest": 2, "mistakes": [{"about": "", "line": 0, "source": "", "level": 99}]}})"}) {
        CAPTURE(damaged);
        CHECK(Progress::read(folder.write("hints.json", damaged)).advance(result) == 1);
    }
}

TEST_CASE("the program: exit 0 with a hint, 1 before the first run, 2 when the lab is damaged")
{
    Folder folder;
    const std::string toml = folder.write("lab.toml", kLab), result = folder.path / "result.json";

    const Ended before = run({toml, result});
    CHECK(before.exit_code == 1);
    CHECK(before.out == "there is nothing to give a hint on yet\n  where: no test run has left a result\n"
                        "  try:   run `make` first; its finding decides the hint\n");

    folder.write("result.json", result_of("conv2d_tiled", "race", "race"));
    CHECK(run({toml, result}).out.starts_with("Hint 1 of 4 (nudge) for conv2d_tiled: race\n"));
    const Ended second = run({toml, result});
    CHECK(second.exit_code == 0);
    CHECK(second.out.starts_with("Hint 2 of 4 (concept)"));
    CHECK(run({toml, result, "--reset"}).exit_code == 0);
    std::ifstream kept(folder.path / "hints.json");
    CHECK(std::string(std::istreambuf_iterator<char>(kept), {}).find("\"highest\": 2") != std::string::npos);
    CHECK(run({toml, result}).out.starts_with("Hint 1 of 4"));
    for (int i = 0; i < 3; ++i) CHECK(run({toml, result, "--solution"}).exit_code == 0);
    CHECK(run({toml, result, "--solution"}).out.ends_with("The solution: make solution FORCE=1\n"));
    CHECK(run({toml, result}).out.find("make solution") == std::string::npos);

    CHECK(run({folder.path / "no lab.toml", result}).exit_code == 2);
    folder.write("result.json", "{");
    CHECK(run({toml, result}).exit_code == 2);
    CHECK(run({}).exit_code == 1);
    CHECK(run({"--help"}).exit_code == 0);
}

int main(int argc, char** argv)
{
    if (argc < 2) return std::fprintf(stderr, "usage: hint_test PATH-OF-halo-hint [doctest options]\n"), 1;
    hint_program = argv[1];
    doctest::Context context(argc, argv);
    return context.run();
}
