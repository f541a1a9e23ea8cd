// Revisions of the grades: what is recorded, what a regrade changes and why, and what readers of a ledger may do meanwhile.

#include <doctest/doctest.h>

#include <sys/mount.h>
#include <sys/stat.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <thread>

#include "fake_course.hpp"

namespace revisions_test {

using namespace halo::grader::test;
using Json = nlohmann::json;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Revised : Course {
    Finished call(std::vector<std::string> arguments) const
    {
        if (arguments[0] == "regrade" || arguments[0] == "show") arguments.insert(arguments.end(), {"--manifest", (home / "manifest.json").string()});
        if (arguments[0] == "regrade" || arguments[0] == "show" || arguments[0] == "report") arguments.insert(arguments.end(), {"--course", (home / "course.toml").string()});
        arguments.insert(arguments.end(), {"--out", (home / "out").string()});
        return grader(arguments);
    }
    Json json(std::vector<std::string> arguments) const
    {
        arguments.push_back("--json");
        const Finished done = call(arguments);
        CAPTURE(done.err);
        REQUIRE(done.exit == 0);
        return Json::parse(done.out);
    }
    /// All reports by name.
    std::map<std::string, std::string> reports(const std::string& folder = "out") const
    {
        std::map<std::string, std::string> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(home / folder)) {
            const std::string name = entry.path().filename().string();
            if (!entry.is_regular_file() || name.starts_with("ledger.")) continue;
            all[std::filesystem::relative(entry.path(), home / folder).string()] = slurp(entry.path());
        }
        return all;
    }
};

/// One line per change: `ada first race passed harness`.
std::set<std::string> changes_in(const Json& value)
{
    std::set<std::string> all;
    const auto word = [](const Json& text) { return text.is_null() ? std::string("-") : text.get<std::string>(); };
    for (const Json& change : value["changes"]) {
        std::string why;
        for (const Json& cause : change["causes"]) why += ' ' + cause["kind"].get<std::string>();
        all.insert(change["student"].get<std::string>() + ' ' + word(change["function"]) + ' ' + word(change["verdict_before"]) + ' ' + word(change["verdict"]) + why);
    }
    return all;
}

/// From now on the lab's judge answers `to` where it answered `from`: another harness with another verdict.
void judge_says(const Revised& course, const std::string& lab, const std::string& from, const std::string& to)
{
    std::string judge = slurp(course.home / (lab + "/judge"));
    const std::string mark = "[ -n \"$verdict\" ] || verdict=crash\n";
    judge.replace(judge.find(mark), 0, fmt::format("[ \"$verdict\" = {} ] && verdict={}\n", from, to));
    course.home.write(lab + "/judge", judge, true);
}

std::int64_t number(const Revised& course, const char* query) { return SQLite::Database((course.home / "out/ledger.sqlite").string()).execAndGet(query).getInt64(); }

}  // namespace

TEST_CASE("a run records what the reports say; the same again adds nothing, another file does, with its cause")
{
    Revised course;
    course.hand_in("ada", "race");
    course.hand_in("bob", "passed");
    CHECK(contains(course.grade().out, "revision 1 of the grades\n"));
    CHECK(contains(course.grade().out, "nothing changed since revision 1 of the grades\n"));
    course.hand_in("ada", "passed");
    CHECK(contains(course.grade().out, "revision 2 of the grades, 3 changes: grader diff 1 2 --out "));
    CHECK(changes_in(course.json({"diff", "1", "latest"})) ==
          std::set<std::string>{"ada first race passed submission", "ada second_a race passed submission", "ada second_b race passed submission"});
    CHECK(course.json({"history"})["revisions"].size() == 2);
    const Json of_bob = course.json({"history", "--student", "bob"});
    CHECK(of_bob["revisions"][1]["changes"].empty());
    CHECK(contains(course.call({"history"}).out, "the first, of 2 students"));
}

TEST_CASE("a regrade needs no submissions, and says what another harness, other limits, other points changed")
{
    Revised course;
    course.hand_in("ada", "race");
    course.hand_in("bob", "passed");
    course.grade();
    std::filesystem::remove_all(course.home / "submissions");
    CHECK(contains(course.call({"regrade"}).out, "0 judged"));

    judge_says(course, "01_first", "race", "passed");
    const Json harness = course.json({"regrade"});
    CHECK(harness["judged"] == 2);
    CHECK(changes_in(harness) == std::set<std::string>{"ada first race passed harness"});
    CHECK(course.verdicts()["ada"] == "passed");

    course.home.write("course.toml", "title = \"Test\"\npoints = 20\n[credit]\npassed = 1\n");
    CHECK(changes_in(course.json({"report"})).contains("ada first passed passed course"));
    course.home.write("course.toml", "title = \"Test\"\npoints = 20\n[credit]\npassed = 1\n[limits]\nrun_cpu_s = 7\n");
    const Json limits = course.json({"regrade"});
    CHECK(limits["judged"] == 6);
    CHECK(changes_in(limits).empty());
    CHECK(limits["revision"] == 4);            // no grade is another one, but they are for other limits
    CHECK(course.json({"regrade"})["revision"] == 4);
}

TEST_CASE("students who have fewer points come first, and are counted")
{
    Revised course;
    course.hand_in("ada", "race");
    course.hand_in("zoe", "passed");
    course.grade();
    judge_says(course, "01_first", "passed", "crash");
    judge_says(course, "02_second", "race", "passed");
    const Finished done = course.call({"regrade"});
    CHECK_MESSAGE(done.exit == 0, done.err);
    CHECK(done.out.find("zoe      01_first") < done.out.find("ada      02_second"));
    CHECK(contains(done.out, "1 student has fewer points than before: zoe\n1 student has more points than before\n"));
}

TEST_CASE("with --student or --lab all others keep their verdicts, also in later reports and exports")
{
    Revised course;
    for (const char* student : {"ada", "bob"}) course.hand_in(student, "race");
    course.grade();
    judge_says(course, "01_first", "race", "passed");
    judge_says(course, "02_second", "race", "passed");
    CHECK(changes_in(course.json({"regrade", "--student", "ada", "--lab", "1"})) == std::set<std::string>{"ada first race passed harness"});
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "passed"}, {"bob", "race"}});
    const auto partly = course.reports();
    CHECK(course.json({"report"})["changes"].empty());
    CHECK(course.reports() == partly);
    CHECK(course.json({"show", "bob"})["labs"][0]["functions"][0]["verdict"] == "race");

    CHECK(changes_in(course.json({"regrade", "--lab", "first"})) == std::set<std::string>{"bob first race passed harness"});
    CHECK(changes_in(course.json({"regrade"})).size() == 4);
}

TEST_CASE("a dry run shows what would change, and changes no report, no history and no later verdict")
{
    Revised course;
    course.hand_in("ada", "race");
    course.grade();
    judge_says(course, "01_first", "race", "passed");
    const auto reports = course.reports();
    const Json dry = course.json({"regrade", "--dry-run", "--rejudge"});
    CHECK(changes_in(dry) == std::set<std::string>{"ada first race passed harness"});
    CHECK(dry["revision"] == 1);
    CHECK(course.reports() == reports);
    CHECK(course.json({"history"})["revisions"].size() == 1);
    CHECK(course.json({"report"})["changes"].empty());
    CHECK(course.reports() == reports);

    const Json real = course.json({"regrade"});
    CHECK(real["judged"] == 0);                 // what the dry run judged is not judged again
    CHECK(changes_in(real) == changes_in(dry));
    CHECK(course.reports() != reports);
}

TEST_CASE("a verdict that changes with nothing else is called flaky, and a dry run's does not count")
{
    Revised course;
    course.hand_in("ada", "passed");
    course.grade();
    // The judging that counts says race, as if the first one had been unlucky: only a new one can tell.
    {
        SQLite::Database db((course.home / "out/ledger.sqlite").string(), SQLite::OPEN_READWRITE);
        db.exec("UPDATE verdict SET verdict = 'race', judgement = replace(judgement, '\"verdict\":\"passed\"', '\"verdict\":\"race\"') WHERE function = 'first';"
                "UPDATE revision_cell SET verdict = 'race', points = 0, steps = '[[\"verdict\",\"race\",0.0]]' WHERE function = 'first'");
    }
    CHECK(course.json({"regrade"})["changes"].empty());
    const Json dry = course.json({"regrade", "--rejudge", "--dry-run"});
    CHECK(changes_in(dry) == std::set<std::string>{"ada first race passed flaky"});
    CHECK(course.json({"regrade"})["changes"].empty());         // the trial's verdict is not taken up: there is one that counts
    CHECK(course.json({"report"})["changes"].empty());
    CHECK(contains(course.grade().out, "nothing changed"));

    const Finished real = course.call({"regrade", "--rejudge", "--student", "ada"});
    CHECK(contains(real.out, "FLAKY: ada 01_first first: race before, passed now, of the same file with the same harness\n"));
    CHECK(course.verdicts()["ada"] == "passed");
    CHECK(contains(course.grade().out, "nothing changed"));
}

TEST_CASE("graded twice into two folders, every byte is the same but the time; and so it is after a regrade without a change")
{
    Revised course;
    for (int i = 0; i < 4; ++i) course.hand_in("student" + std::to_string(i), i % 2 ? "passed" : "slow_pattern 3");
    REQUIRE(course.grade().exit == 0);
    REQUIRE(grader(course.arguments("again")).exit == 0);
    const auto without_time = [&](const std::string& folder) {
        const std::string started = Json::parse(slurp(course.home / (folder + "/results.json")))["run"]["started"];
        auto all = course.reports(folder);
        for (auto& [name, content] : all)
            for (const std::string& time : {started, started.substr(0, 10) + ' ' + started.substr(11, 8), started.substr(0, 10) + ' ' + started.substr(11, 5)})
                for (std::size_t at; (at = content.find(time)) != std::string::npos;) content.replace(at, time.size(), "TIME");
        return all;
    };
    const auto first = without_time("out"), second = without_time("again");
    CHECK(first.size() >= 5);
    REQUIRE(second.size() == first.size());
    for (const auto& [name, content] : first) {
        CAPTURE(name);
        REQUIRE(second.contains(name));
        CHECK(second.at(name) == content);
    }
    const auto before = course.reports();
    REQUIRE(contains(course.call({"regrade"}).out, "nothing changed since revision 1"));
    CHECK(course.reports() == before);
    // A byte more is seen.
    course.home.write("again/results.csv", slurp(course.home / "again/results.csv") + " ");
    CHECK(without_time("out") != without_time("again"));
}

TEST_CASE("a verdict that can't be read is the grader's fault and names its row; all others are reported, and a regrade judges it again")
{
    for (const char* damage : {"UPDATE verdict SET judgement = 'x' || substr(judgement, 3) WHERE function = 'second_a'",
                               "UPDATE verdict SET verdict = 'race' WHERE function = 'second_a'", "UPDATE verdict SET judgement = '{}' WHERE function = 'second_a'"}) {
        CAPTURE(damage);
        Revised course;
        course.hand_in("ada", "passed");
        course.grade();
        SQLite::Database((course.home / "out/ledger.sqlite").string(), SQLite::OPEN_READWRITE).exec(damage);
        const Json shown = course.json({"show", "ada"});
        const Json &first = shown["labs"][0]["functions"][0], &second = shown["labs"][1]["functions"][0];
        CHECK(first["verdict"] == "passed");
        CHECK(second["verdict"] == "grader_fault");
        CHECK(contains(second.dump(), "ledger.sqlite, table verdict, judging "));
        CHECK(changes_in(course.json({"report"})) == std::set<std::string>{"ada second_a passed grader_fault fault"});
        const Json again = course.json({"regrade"});
        CHECK(again["judged"] == 1);
        CHECK(changes_in(again) == std::set<std::string>{"ada second_a grader_fault passed fault"});
    }
}

TEST_CASE("a ledger with a damaged page is named with what to try, and the reports stay as they are")
{
    Revised course;
    course.hand_in("ada", "passed");
    course.grade();
    const std::int64_t page = number(course, "SELECT rootpage FROM sqlite_master WHERE name = 'run'"), size = number(course, "PRAGMA page_size");
    const auto before = course.reports();
    const std::string ledger = slurp(course.home / "out/ledger.sqlite");
    std::string damaged = ledger;
    damaged.replace(std::size_t((page - 1) * size), std::size_t(size), std::string(std::size_t(size), 'x'));
    course.home.write("out/ledger.sqlite", damaged);
    for (const char* command : {"report", "regrade"}) {
        const Finished done = course.call({command});
        CHECK(done.exit == 2);
        CHECK_MESSAGE(contains(done.err, "ledger"), done.err);
        CHECK_MESSAGE(contains(done.err, "\n  try:   "), done.err);
    }
    CHECK(course.reports() == before);
    course.home.write("out/ledger.sqlite", ledger);
    CHECK(course.call({"report"}).exit == 0);
}

TEST_CASE("readers work beside a running grader, of what was there before; a second writer is refused")
{
    Revised course;
    course.hand_in("ada", "passed");
    course.grade();
    course.hand_in("slow", "passed", 1);
    Finished running;
    std::thread other([&] { running = course.grade(); });
    // The other one has begun once its run is in the ledger.
    for (int i = 0; i < 3000 && number(course, "SELECT COUNT(*) FROM run") < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    for (const std::vector<std::string>& reader : {std::vector<std::string>{"show", "ada"}, {"history"}, {"diff", "1", "1"}}) CHECK(course.call(reader).exit == 0);
    CHECK(grader({"export", "csv", "--out", (course.home / "out").string(), "--to", (course.home / "x.csv").string(), "--course", (course.home / "course.toml").string(), "--manifest",
                  (course.home / "manifest.json").string()}).exit == 0);
    const Finished second = course.call({"regrade"});
    CHECK(second.exit == 1);
    CHECK(contains(second.err, "another grader is writing to"));
    other.join();
    CHECK_MESSAGE(running.exit == 0, running.err);
}

TEST_CASE("after a regrade is killed at any moment and run again, grades and reports are those of one that was not")
{
    Revised course;
    for (int i = 0; i < 8; ++i) course.hand_in("student" + std::to_string(i), i % 3 ? "passed" : "race", 0.02);
    course.grade();
    std::filesystem::copy(course.home / "out", course.home / "whole", std::filesystem::copy_options::recursive);
    judge_says(course, "01_first", "race", "passed");
    const auto regrade = [&](const char* folder) {
        return std::vector<std::string>{"regrade", "--out", (course.home / folder).string(), "--manifest", (course.home / "manifest.json").string(), "--course", (course.home / "course.toml").string()};
    };
    REQUIRE(grader(regrade("whole")).exit == 0);
    std::mt19937 random(20260302);
    int killed = 0;
    for (int i = 0; i < 20; ++i) killed += grader_killed(regrade("out"), std::uniform_real_distribution(0.01, 0.5)(random));
    CHECK(killed > 0);          // or this test has seen nothing
    REQUIRE(grader(regrade("out")).exit == 0);
    CHECK(course.reports("out") == course.reports("whole"));
    CHECK(number(course, "SELECT COUNT(*) FROM revision") == 2);
    CHECK(number(course, "SELECT COUNT(*) FROM judged WHERE finished IS NOT NULL") == 32);      // 24, and 8 with the other harness
}

TEST_CASE("a ledger of version 5 gets its first revision from its latest run")
{
    Revised course;
    course.hand_in("ada", "race");
    course.grade();
    {
        SQLite::Database db((course.home / "out/ledger.sqlite").string(), SQLite::OPEN_READWRITE);
        for (const char* table : {"revision_cell", "revision_lab", "revision_student", "revision_harness", "revision_run", "revision", "trial"}) db.exec(fmt::format("DROP TABLE {}", table));
        db.exec("UPDATE meta SET value = '5' WHERE key = 'schema'");
    }
    CHECK(course.json({"show", "ada"})["points"] == 0);         // a reader converts it
    CHECK(contains(course.call({"history"}).err, "has no revision of its grades yet"));
    judge_says(course, "01_first", "race", "passed");
    CHECK(changes_in(course.json({"regrade"})) == std::set<std::string>{"ada first race passed harness"});
    CHECK(course.json({"history"})["revisions"].size() == 2);
}

TEST_CASE("a course file that is not named again is the one of the last time; another one that is named counts from then on")
{
    Revised course;
    course.hand_in("ada", "passed");
    course.home.write("autumn.toml", "points = 3\n");
    course.home.write("by-hand.toml", "[[override]]\nstudent = \"ada\"\nlab = \"01_first\"\npoints = 2\nby = \"M. Rossi\"\nwhy = \"asked\"\n");
    const auto first_lab = [&] { return read_csv(course.home / "out/gradebook.csv").at(1).at(1); };
    const std::string out = (course.home / "out").string(), manifest = (course.home / "manifest.json").string(), autumn = (course.home / "autumn.toml").string();
    const std::vector<std::string> run{"run", (course.home / "submissions").string(), "--out", out, "--manifest", manifest};
    auto with = run;
    with.insert(with.end(), {"--course", autumn, "--overrides", (course.home / "by-hand.toml").string()});
    REQUIRE(grader(with).exit == 0);
    CHECK(first_lab() == "2");
    for (const auto& again : {run, std::vector<std::string>{"report", "--out", out, "--manifest", manifest}, std::vector<std::string>{"regrade", "--out", out, "--manifest", manifest}}) {
        const Finished done = grader(again);
        CHECK_MESSAGE(done.exit == 0, done.err);
        CHECK(first_lab() == "2");
        CHECK(contains(done.out, "nothing changed"));
    }
    CHECK(contains(grader({"show", "ada", "--out", out, "--manifest", manifest}).out, "M. Rossi"));
    // Another course file that is named brings its own overrides, or none.
    CHECK(grader({"report", "--out", out, "--manifest", manifest, "--course", (course.home / "course.toml").string()}).exit == 0);
    CHECK(first_lab() == "10");
    std::filesystem::remove(course.home / "course.toml");
    const Finished gone = grader({"report", "--out", out, "--manifest", manifest});
    CHECK(gone.exit == 1);
    CHECK(contains(gone.err, "course.toml cannot be read"));
    CHECK(first_lab() == "10");
}

TEST_CASE("what is in the folder is for its owner alone")
{
    Revised course;
    course.hand_in("ada", "passed");
    course.grade();
    const auto mode = [](const std::filesystem::path& path) {
        struct stat status{};
        stat(path.c_str(), &status);
        return status.st_mode & 0777;
    };
    CHECK(mode(course.home / "out") == 0700);
    for (const auto& [name, content] : course.reports()) CHECK_MESSAGE(mode(course.home / "out" / name) == 0600, name);
    CHECK(mode(course.home / "out/ledger.sqlite") == 0600);
}

TEST_CASE("on a full disk the old reports stay as they are, the message names the disk, and the next time completes")
{
    Revised course;
    const std::filesystem::path disk = course.home / "disk";
    std::filesystem::create_directory(disk);
    if (mount("grades", disk.c_str(), "tmpfs", 0, "size=24m") != 0) {
        MESSAGE("not run: a small disk of its own needs the rights of root");
        return;
    }
    const std::unique_ptr<const std::filesystem::path, void (*)(const std::filesystem::path*)> unmount(&disk, [](const std::filesystem::path* path) { umount2(path->c_str(), MNT_DETACH); });
    for (int i = 0; i < 30; ++i) course.hand_in("student" + std::to_string(i), i % 3 ? "passed" : "race");
    REQUIRE(grader(course.arguments("disk/out")).exit == 0);
    const std::vector<std::string> regrade{"regrade", "--out", (disk / "out").string(), "--manifest", (course.home / "manifest.json").string(), "--course", (course.home / "course.toml").string()};

    int failed = 0;
    for (const std::uintmax_t room : {0, 4, 16, 48, 96, 160, 256, 400}) {
        CAPTURE(room);
        const bool race = contains(course.reports("disk/out").at("results.csv"), "student0,01_first,first,race");
        judge_says(course, "01_first", race ? "race" : "passed", race ? "passed" : "race");
        const auto before = course.reports("disk/out");
        const std::uintmax_t free = std::filesystem::space(disk).available, ballast = free > room * 1024 ? free - room * 1024 : 0;
        course.home.write("disk/ballast", std::string(ballast, 'x'));
        const Finished full = grader(regrade);
        if (full.exit != 0) {
            ++failed;
            CHECK(full.exit == 2);
            CHECK_MESSAGE((contains(full.err, "disk") || contains(full.err, "No space left on device")), full.err);
            CHECK(contains(full.err, "\n  try:   "));
            CHECK(course.reports("disk/out") == before);
        }
        std::filesystem::remove(disk / "ballast");
        const Finished next = grader(regrade);
        CHECK_MESSAGE(next.exit == 0, next.err);
    }
    CHECK(failed >= 2);
}

}  // namespace revisions_test
