// grader run --gpu from beginning to end, with a card that is a few scripts.

#include <doctest/doctest.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

#include "fake_card.hpp"

namespace gpu_test {

using namespace halo::grader::test;

namespace {

struct Class {
    TempFolder home;
    Class() { write_fake_course(home); }

    void hand_in(const std::string& student, const std::string& speed, const std::string& verdict = "passed") const
    {
        home.write("submissions/" + student + "/first.cu", submission(verdict) + "# " + student + "\n# SPEED " + speed + "\n");
    }

    Finished grade(std::vector<std::string> more = {"--gpu"}) const
    {
        std::vector<std::string> all = {"run", (home / "submissions").string(), "--out", (home / "out").string(), "--manifest", (home / "manifest.json").string(),
                                        "--course", (home / "course.toml").string(), "--seed", "7", "--lab", "1"};
        all.insert(all.end(), more.begin(), more.end());
        return grader(all);
    }

    /// student → a column of results.csv
    std::map<std::string, std::string> column(std::size_t number) const
    {
        std::map<std::string, std::string> out;
        for (const auto& row : read_csv(home / "out/results.csv"))
            if (row[0] != "student") out[row[0]] = row.at(number);
        return out;
    }
    std::map<std::string, std::string> paces() const { return column(kPace); }
    std::map<std::string, std::string> points() const { return column(4); }
    nlohmann::json of_student(const std::string& name) const
    {
        const auto results = nlohmann::json::parse(slurp(home / "out/results.json"));
        for (const auto& student : results["students"])
            if (student["student"] == name) return student["labs"][0]["functions"][0];
        return {};
    }
    std::string page() const { return slurp(home / "out/index.html"); }

    static constexpr std::size_t kSpeedup = 8, kLow = 10, kOfCopy = 12, kMs = 15, kCard = 16, kPace = 17, kSpeedPoints = 18;
};

using Cells = std::map<std::string, std::string>;

int rows(const TempFolder& home, const std::string& where)
{
    return SQLite::Database((home / "out/ledger.sqlite").string()).execAndGet("SELECT count(*) FROM timing WHERE " + where).getInt();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("speeds reach the terminal, CSV, JSON and the page, and tell one story; who did not pass has none")
{
    Class c;
    const FakeCard card(c.home);
    c.hand_in("ada", "fast");
    c.hand_in("bob", "usual");
    c.hand_in("eve", "fast", "race");
    const Finished run = c.grade();
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(contains(run.out, "speed on an NVIDIA H200: time, times as fast as the basic kernel, share of the rate of a copy\n"
                            "         01_first\n"
                            "student  first\n"
                            "ada      0.532 ms  7.02× (6.90 to 7.10)  94 %\n"
                            "bob      1.10 ms  2.00× (1.99 to 2.01)  48 %\n"
                            "eve\n"));
    CHECK(contains(run.out, "on an NVIDIA H200: 2 functions timed in"));
    CHECK(c.paces() == Cells{{"ada", "timed"}, {"bob", "timed"}, {"eve", ""}});
    CHECK(c.column(Class::kSpeedup) == Cells{{"ada", "7.02"}, {"bob", "2"}, {"eve", ""}});
    CHECK(c.column(Class::kLow)["ada"] == "6.9");
    CHECK(c.column(Class::kOfCopy)["ada"] == "0.945");
    CHECK(c.column(Class::kMs)["ada"] == "0.532");
    CHECK(c.column(Class::kCard)["ada"] == "NVIDIA H200");
    const auto json = c.of_student("ada");
    CHECK(json["speedup"] == 7.02);
    CHECK(json["speed"]["speedup"] == std::vector<double>{6.9, 7.02, 7.1});
    CHECK(c.of_student("eve")["speed"].is_null());
    for (const char* part : {"Speed on an NVIDIA H200", "0.532 ms  7.02× (6.90 to 7.10)  94 %", "<svg class=\"chart\"", "first: 2 of 3 timed"})
        CHECK_MESSAGE(contains(c.page(), part), part);
}

TEST_CASE("a function is timed once: later runs know its time, --rejudge takes another, and none is overwritten")
{
    Class c;
    const FakeCard card(c.home);
    c.hand_in("ada", "fast");
    c.hand_in("bob", "usual");
    c.grade();
    CHECK(card.timed() == 2);
    CHECK(contains(c.grade().out, "0 functions timed"));
    CHECK(card.timed() == 2);
    CHECK(c.grade({}).exit == 0);                               // and a run without a card still shows them
    CHECK(c.column(Class::kSpeedup)["ada"] == "7.02");
    c.grade({"--gpu", "--rejudge", "ada"});
    CHECK(card.timed() == 3);
    CHECK(rows(c.home, "stands") == 3);
    c.home.write("01_first/libcard.a", "another harness");
    c.grade();
    CHECK(card.timed() == 5);
    card.says("cards", "0, NVIDIA L4, GPU-77aa, 00000000:00:07.0, 8.9, 580.1, N/A, Default\n");
    c.grade();
    CHECK(card.timed() == 7);
    CHECK(rows(c.home, "stands") == 7);
}

TEST_CASE("only one submission is on the card at a time, however many are judged")
{
    Class c;
    const FakeCard card(c.home);
    for (int i = 0; i < 8; ++i) c.hand_in("student" + std::to_string(i), "usual");
    CHECK(c.grade({"--gpu", "--jobs", "8"}).exit == 0);
    for (const auto& [student, pace] : c.paces()) CHECK(pace == "timed");
}

TEST_CASE("what a submission does wrong on the card is said, and costs no point")
{
    Class c;
    const FakeCard card(c.home);
    for (const char* word : {"impossible", "wrong", "dies", "noisy"}) c.hand_in(word, word);
    c.home.write("submissions/refused/first.cu", submission("passed") + "# NVCC_REFUSES\n");
    const Finished run = c.grade();
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(c.paces() == Cells{{"impossible", "implausible_time"}, {"wrong", "wrong_on_card"}, {"dies", "failed_on_card"}, {"noisy", "timed"}, {"refused", "failed_on_card"}});
    for (const auto& [student, points] : c.points()) CHECK(points == "10");
    CHECK(c.column(Class::kSpeedup)["impossible"].empty());
    CHECK(c.of_student("refused")["speed"]["headline"] == "first.cu: nvcc does not compile it for the card");
    CHECK(c.of_student("refused")["speed"]["where"] == "first.cu(3): error: identifier \"int5\" is undefined");
    const std::string died = c.of_student("dies")["speed"]["where"];
    CHECK(contains(died, "killed by SIGSEGV"));
    CHECK(contains(died, "illegal address"));
    CHECK(contains(run.out, "noisy       1.10 ms  undecided (1.50 to 2.20)  undecided\n"));
    CHECK(contains(c.page(), "implausible"));
    CHECK(rows(c.home, "stands") == 5);
    CHECK(rows(c.home, "pace = 'failed_on_card'") == 2);
}

TEST_CASE("what the machine does wrong is said, costs no point, and is tried again in the next run")
{
    Class c;
    const FakeCard card(c.home);
    for (const char* word : {"lost", "crash", "nonsense", "usual"}) c.hand_in(word, word);
    const Finished run = c.grade();
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(c.paces() == Cells{{"lost", "no_time"}, {"crash", "no_time"}, {"nonsense", "no_time"}, {"usual", "timed"}});
    for (const auto& [student, points] : c.points()) CHECK(points == "10");
    CHECK(c.of_student("lost")["speed"]["headline"] == "first: no time was taken: the card was lost");
    CHECK(contains(run.err, "3 have no time, which costs no point"));
    CHECK(contains(c.grade().out, "1 known from before"));
    CHECK(rows(c.home, "stands") == 1);
    CHECK(rows(c.home, "NOT stands") == 6);
}

TEST_CASE("a card that is busy or throttling times nothing, and does so when it is at rest")
{
    Class c;
    const FakeCard card(c.home);
    c.hand_in("ada", "fast");
    card.says("programs", "4711, 20480 MiB\n");
    c.grade();
    CHECK(c.of_student("ada")["speed"]["headline"] == "first: no time was taken: the card is busy");
    card.says("programs", ""), card.says("state", "0, 0x0000000000000040\n");
    c.grade();
    CHECK(c.of_student("ada")["speed"]["headline"] == "first: no time was taken: the card is throttling");
    CHECK(card.timed() == 0);
    card.says("state", "3, 0x0000000000000004\n");
    c.grade();
    CHECK(c.paces()["ada"] == "timed");
}

TEST_CASE("without a card the cells say so, with the reason, and all else is the same")
{
    Class c;
    const FakeCard card(c.home);
    c.hand_in("ada", "fast");
    c.hand_in("eve", "fast", "race");
    card.remove();
    const Finished run = c.grade();
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(contains(run.err, "no card: this machine has no NVIDIA driver\n  where: nvidia-smi is not installed\n"));
    CHECK(contains(run.out, "no card: this machine has no NVIDIA driver"));
    CHECK(c.paces() == Cells{{"ada", "no_card"}, {"eve", ""}});
    CHECK(c.points() == Cells{{"ada", "10"}, {"eve", "0"}});
    CHECK(contains(c.page(), "no card: this machine has no NVIDIA driver"));
    CHECK(nlohmann::json::parse(slurp(c.home / "out/results.json"))["run"]["card"]["name"].is_null());
    CHECK(c.grade({}).exit == 0);                               // who asks for no card hears of none
    CHECK(c.paces() == Cells{{"ada", ""}, {"eve", ""}});
    CHECK_FALSE(contains(c.page(), "no card"));
}

TEST_CASE("a time that stands is shown even when the card is gone")
{
    Class c;
    const FakeCard card(c.home);
    c.hand_in("ada", "fast");
    c.grade();
    std::filesystem::remove(c.home / "devices/nvidia-uvm");
    const Finished run = c.grade();
    CHECK(contains(run.err, "nvidia-uvm does not exist"));
    CHECK(c.paces()["ada"] == "timed");
}

TEST_CASE("credit for speed comes on top, is the same in ten fresh runs and in later ones, and nobody without a time loses a point")
{
    Class c;
    const FakeCard card(c.home);
    c.home.write("course.toml", "points = 10\n[labs.01_first]\nspeed = { first = { points = 5, from = 0.5, full = 0.95 } }\n");
    for (const char* word : {"fast", "usual", "impossible", "lost"}) c.hand_in(word, word);
    const Cells expected = {{"fast", "15"}, {"usual", "10"}, {"impossible", "10"}, {"lost", "10"}};
    for (int i = 0; i < 10; ++i) {
        std::filesystem::remove_all(c.home / "out");
        CHECK(c.grade().exit == 0);
        CHECK(c.points() == expected);
    }
    CHECK(c.of_student("fast")["speed"]["contests"] == 2);       // 95 % are near the last step, 49 % near none
    CHECK(c.of_student("usual")["speed"]["contests"] == 1);
    CHECK(c.column(Class::kSpeedPoints)["fast"] == "5");
    CHECK(c.column(5)["fast"] == "10");
    CHECK(c.grade({}).exit == 0);
    CHECK(c.points() == expected);
    CHECK(read_csv(c.home / "out/gradebook.csv").at(1) == std::vector<std::string>{"fast", "15", "15"});
}

TEST_CASE("credit for a function that the lab does not have is refused with its line, before anything is judged")
{
    Class c;
    c.hand_in("ada", "fast");
    c.home.write("course.toml", "points = 10\n[labs.01_first]\nspeed = { frist = { points = 5, from = 0.5, full = 0.95 } }\n");
    const Finished run = c.grade({});
    CHECK(run.exit == 1);
    CHECK(contains(run.err, "course.toml:3: 01_first has no function frist\n  try:   did you mean first?\n"));
    CHECK_FALSE(std::filesystem::exists(c.home / "out/results.csv"));
}

}  // namespace gpu_test
