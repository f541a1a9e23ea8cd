// The state file: nothing is lost when a run is killed, when two run at once, or when a file cannot be read.

#include <doctest/doctest.h>

#include <csignal>
#include <functional>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "student/fault.hpp"
#include "student/state.hpp"
#include "student/tests/folder.hpp"
#include "student/text.hpp"

namespace fs = std::filesystem;
using namespace halo::student;
using halo::test::Folder;

namespace {

State sample()
{
    State state;
    LabState& lab = state.labs["05_tiled_design2"];
    lab.passed_on = "2026-11-22";
    lab.last = Result{"05_tiled_design2", "conv1d_design2", "race", "race", {"s_tile[] is read", 31, "a\tb \"c\" \\ ä"}, 2, 6,
                      "x.cu:31: s_tile[0] is read\n  where: here\n  try:   wait"};
    lab.hints.advance(*lab.last);
    lab.hints.advance(*lab.last);
    return state;
}

std::string kept(const Folder& folder) { return read_text(state_file(folder.path).string()); }

void save(const Folder& folder, const State& state)
{
    StateEdit edit(folder.path);
    edit.state = state;
    edit.save();
}

/// Runs `body` in its own process; returns its exit code, or 128 + the signal that ended it.
int in_child(const std::function<void()>& body)
{
    const pid_t child = fork();
    if (child == 0) {
        body();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("what was saved is read back exactly")
{
    const State state = state_from_json(to_json(sample()));
    CHECK(to_json(state) == to_json(sample()));
    const LabState& lab = state.of("05_tiled_design2");
    REQUIRE(lab.last);
    CHECK(lab.last->message == sample().of("05_tiled_design2").last->message);
    CHECK(lab.last->about.source == "a\tb \"c\" \\ ä");
    CHECK(lab.hints.of(*lab.last) == 2);
    CHECK(state.of("another").last == std::nullopt);
}

TEST_CASE("bytes that are not UTF-8 become replacement characters, and saving still works")
{
    State state = sample();
    state.labs["05_tiled_design2"].last->about.source = "caf\xE9";
    CHECK(state_from_json(to_json(state)).of("05_tiled_design2").last->about.source == "caf\xEF\xBF\xBD");
}

TEST_CASE("a missing file is an empty state, and reading does not create one")
{
    Folder folder;
    CHECK(read_state(folder.path / "progress").labs.empty());
    CHECK_FALSE(fs::exists(folder.path / "progress"));
}

TEST_CASE("a run that is killed before the file is renamed leaves the previous state")
{
    Folder folder;
    save(folder, sample());
    const std::string before = kept(folder);

    CHECK(in_child([&] {  // written, not renamed
              StateEdit edit(folder.path);
              write_temporary(folder.path, to_json(State{}));
              raise(SIGKILL);
          }) == 128 + SIGKILL);
    CHECK(kept(folder) == before);
    CHECK(in_child([&] {  // in the middle of writing
              const rlimit limit{20, 20};
              setrlimit(RLIMIT_FSIZE, &limit);
              save(folder, State{});
          }) == 128 + SIGXFSZ);
    CHECK(kept(folder) == before);
    save(folder, State{});                                  // their leftovers do no harm
    CHECK(read_state(folder.path).labs.empty());
}

TEST_CASE("a full disk is reported, and the previous state stays")
{
    Folder folder;
    save(folder, sample());
    const std::string before = kept(folder);
    CHECK(in_child([&] {
              std::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{20, 20};
              setrlimit(RLIMIT_FSIZE, &limit);
              try {
                  save(folder, State{});
              } catch (const Fault& fault) {
                  _exit(std::string(fault.what()).starts_with("your progress cannot be saved; it is unchanged\n") ? 7 : 8);
              }
          }) == 7);
    CHECK(kept(folder) == before);
}

TEST_CASE("of many runs that save at the same time, none loses what another saved")
{
    Folder folder;
    constexpr int kChildren = 6, kSaves = 20;
    for (int i = 0; i < kChildren; ++i)
        if (fork() == 0) {
            for (int j = 0; j < kSaves; ++j) {
                StateEdit edit(folder.path);
                edit.state.labs[std::to_string(i)].hints.keys[std::to_string(j)].highest = 1;
                edit.save();
            }
            _exit(0);
        }
    for (int i = 0; i < kChildren; ++i) wait(nullptr);
    const State state = read_state(folder.path);
    for (int i = 0; i < kChildren; ++i) CHECK(state.of(std::to_string(i)).hints.keys.size() == kSaves);
}

TEST_CASE("a damaged file is put aside whole, and the progress starts over; a second one gets another name")
{
    Folder folder;
    const std::string good = to_json(sample());
    int count = 0;
    for (const std::string& damaged : {std::string(), good.substr(0, good.size() / 2), std::string("[1]"), std::string("{}"),
                                       std::string(R"({"version": "1", "labs": {}})"), std::string(R"({"version": 0, "labs": {}})"),
                                       std::string(R"({"version": 1, "labs": []})"), std::string(R"({"version": 1, "labs": {"a": 2}})"),
                                       std::string(R"({"version": 1, "labs": {"a": {"hints": {"f.race": {"highest": 9, "mistakes": []}}}}})")}) {
        CAPTURE(damaged);
        folder.write("state.json", damaged);
        CHECK(read_state(folder.path).labs.empty());
        CHECK_FALSE(fs::exists(state_file(folder.path)));
        const std::string name = ++count == 1 ? "state.json.damaged" : "state.json.damaged-" + std::to_string(count);
        CHECK(read_text((folder.path / name).string()) == damaged);
    }
    folder.write("state.json", R"({"version": 1, "labs": {}})");        // this one is valid
    CHECK(read_state(folder.path).labs.empty());
    CHECK(fs::exists(state_file(folder.path)));
}

TEST_CASE("a file of a newer version is put aside under its version, and not read")
{
    Folder folder;
    const std::string newer = R"({"version": 2, "labs": {"a": "in another form"}})";
    folder.write("state.json", newer);
    CHECK(read_state(folder.path).labs.empty());
    CHECK(read_text((folder.path / "state.json.version-2").string()) == newer);
}

TEST_CASE("a test program's result is read completely, and one without its fields is rejected")
{
    const Result passed = result_from_json(R"({"lab":"l","function":"","verdict":"passed","key":"","held":6,"sentences":6})");
    CHECK(passed.passed());
    CHECK_FALSE(passed.leaks());
    CHECK(passed.tests == 6);
    const std::string race = R"({"lab":"l","function":"f","verdict":"race","key":"race","held":2,"sentences":6,"message":"m","about":"a","line":3,"source":"s"})";
    CHECK(result_from_json(race).message == "m");
    CHECK(result_from_json(race).about.line == 3);
    for (const char* field : {"lab", "verdict", "held", "message", "line"}) {
        std::string damaged = race;
        damaged.replace(damaged.find("\"" + std::string(field) + "\""), 2, "\"_");
        CHECK_THROWS_AS(result_from_json(damaged), Unusable);
    }
}
