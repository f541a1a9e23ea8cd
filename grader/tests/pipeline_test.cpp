// The real grader, in the real sandbox where there is one, with a compiler and judges that are scripts.

#include <doctest/doctest.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <ctime>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "fake_course.hpp"

namespace pipeline_test {

using namespace halo::grader::test;

namespace {

std::set<std::string> rows_of(const std::filesystem::path& ledger, const char* query)
{
    SQLite::Database db(ledger.string());
    SQLite::Statement statement(db, query);
    std::set<std::string> rows;
    while (statement.executeStep()) {
        std::string row;
        for (int i = 0; i < statement.getColumnCount(); ++i) row += statement.getColumn(i).getString() + '|';
        rows.insert(row);
    }
    return rows;
}

int count(const std::filesystem::path& ledger, const char* query)
{
    return SQLite::Database(ledger.string()).execAndGet(query).getInt();
}

constexpr const char* kVerdicts = "SELECT content, lab, function, harness, settings, verdict, judgement FROM verdict";

}  // namespace

TEST_CASE("each verdict of a judge reaches the table")
{
    Course course;
    for (const char* verdict : {"passed", "race", "wrong_result", "slow_pattern"}) course.hand_in(verdict, verdict);
    course.home.write("submissions/syntax/first.cu", "SYNTAX");
    std::filesystem::create_directories(course.home / "submissions/nothing");
    const Finished run = course.grade();
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"passed", "passed"},
                                                                  {"race", "race"},
                                                                  {"wrong_result", "wrong_result"},
                                                                  {"slow_pattern", "slow_pattern"},
                                                                  {"syntax", "does_not_compile"},
                                                                  {"nothing", "missing"}});
    const auto rows = read_csv(course.home / "out/results.csv");
    for (const auto& row : rows)
        if (row[3] == "does_not_compile") CHECK(row[9] == "first.cu:3: error: expected ';' before '}' token");
    CHECK(run.err.find('\r') == std::string::npos);   // no progress: stderr is not a terminal
}

TEST_CASE("a second run judges nothing again, except a changed file")
{
    Course course;
    course.hand_in("ada", "passed");
    course.hand_in("bob", "race");
    CHECK(course.grade().out.find("6 judged") != std::string::npos);
    const std::string before = slurp(course.home / "out/results.csv");
    CHECK(course.grade().out.find("0 judged") != std::string::npos);
    CHECK(slurp(course.home / "out/results.csv") == before);

    course.hand_in("bob", "passed");
    CHECK(course.grade().out.find("3 judged") != std::string::npos);
    CHECK(course.verdicts()["bob"] == "passed");
}

TEST_CASE("with a changed harness functions are judged again, with changed points they are not")
{
    Course course;
    course.hand_in("ada", "slow_pattern");
    course.grade();
    course.home.write("course.toml", "points = 100\n[credit]\nslow_pattern = 0.25\n");
    CHECK(course.grade().out.find("0 judged") != std::string::npos);
    CHECK(read_csv(course.home / "out/gradebook.csv").at(1) == std::vector<std::string>{"ada", "25", "50", "75"});
    course.home.write("01_first/librun.a", "something else");
    CHECK(course.grade().out.find("1 judged") != std::string::npos);
}

TEST_CASE("the same file from two students is judged once and counts for both")
{
    Course course;
    for (const char* student : {"ada", "bob"}) course.home.write(std::string("submissions/") + student + "/first.cu", submission("race"));
    CHECK(course.grade({"--lab", "1"}).out.find("1 judged") != std::string::npos);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "race"}, {"bob", "race"}});
}

TEST_CASE("the worse of the two rounds counts")
{
    Course course;
    course.home.write("submissions/ada/first.cu",
                      "read function round\nif [ $round = 1 ]; then echo uninitialised >&3; else echo passed >&3; fi\n");
    course.home.write("submissions/bob/first.cu",
                      "read function round\nif [ $round = 0 ]; then echo race >&3; else echo wrong_result >&3; fi\n");
    for (const char* student : {"ada", "bob"}) {   // a script without #! is run by the shell only
        const auto file = std::string("submissions/") + student + "/first.cu";
        course.home.write(file, "#!/bin/sh\n" + slurp(course.home / file));
    }
    course.grade({"--lab", "first"});
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "uninitialised"}, {"bob", "race"}});
}

TEST_CASE("the last round has a larger call, which must be right and gives a pass its bounds")
{
    Course course;
    const auto hand_in = [&](const char* student, const char* answer) {
        course.home.write(fmt::format("submissions/{}/first.cu", student), fmt::format("#!/bin/sh\nread function round\nread larger\n{}\n", answer));
    };
    hand_in("right", "echo passed >&3");
    hand_in("small", "if [ -n \"$larger\" ]; then echo crash >&3; else echo passed >&3; fi");
    hand_in("early", "if [ $round = 0 ] && [ -n \"$larger\" ]; then echo crash >&3; else echo passed >&3; fi");
    hand_in("slow", "if [ -n \"$larger\" ]; then echo passed >&3; else echo slow_pattern >&3; fi");
    course.grade({"--lab", "first"});
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"right", "passed"}, {"small", "crash"}, {"early", "passed"}, {"slow", "slow_pattern"}});
    CHECK(rows_of(course.home / "out/ledger.sqlite", "SELECT verdict FROM verdict WHERE judgement LIKE '%a card%'") == std::set<std::string>{"passed|"});
    CHECK(count(course.home / "out/ledger.sqlite", "SELECT COUNT(*) FROM verdict WHERE judgement LIKE '%a card%'") == 2);
}

TEST_CASE("inputs that a judge cuts short, or that have no size, are the grader's own fault; whole ones are judged")
{
    Course course;
    course.hand_in("ada", "passed");
    const std::string judge = slurp(course.home / "01_first/judge");
    const auto graded_with = [&](const char* made) {
        std::string text = judge;
        text.replace(text.find("  round=0\n"), std::string("  round=0\n").size(), fmt::format("  printf '{}'; exit 0\n", made));
        course.home.write("01_first/judge", text, true);
        return course.grade({"--lab", "first"});
    };
    for (const char* cut : {"10\\nfirst 0\\n\\n", "9\\nfirst 0\\n\\n", "x\\nfirst 0\\n\\n", ""}) {
        CAPTURE(cut);
        CHECK(graded_with(cut).exit == 2);
        CHECK(slurp(course.home / "out/results.csv").find("the judge's inputs cannot be read") != std::string::npos);
    }
    CHECK(graded_with("9\\nfirst 0\\n\\n9\\nfirst 1\\n\\n").exit == 0);
    CHECK(course.verdicts()["ada"] == "passed");
}

TEST_CASE("a judge that dies costs the student nothing, the others are judged, and the next run tries again")
{
    Course course;
    course.hand_in("ada", "judge_dies");
    course.hand_in("bob", "passed");
    const Finished first = course.grade();
    CHECK(first.exit == 2);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "grader_fault"}, {"bob", "passed"}});
    CHECK(read_csv(course.home / "out/gradebook.csv").at(1) == std::vector<std::string>{"ada", "", "", ""});
    CHECK(course.grade().out.find("3 judged") != std::string::npos);
}

TEST_CASE("bytes that crash the judge are the submission's fault, and the judge, like a submission, does not run as root")
{
    Course course;
    course.hand_in("ada", "judge_crashes");
    course.hand_in("bob", "who_judges");
    const Finished run = course.grade({"--lab", "1"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "crash"}, {"bob", "passed"}});
    const auto json = nlohmann::json::parse(slurp(course.home / "out/results.json"));
    const std::string text = json.dump();
    CHECK(text.find("the judge died by signal 11 on what the program wrote") != std::string::npos);
    if (json["run"]["sandboxed"] == true) CHECK(text.find(R"("message":"0")") == std::string::npos);
}

TEST_CASE("what the object gate refuses does not compile, with its word and its line, and the next submission is judged")
{
    Course course;
    course.home.write("submissions/mallory/first.cu", "#!/bin/sh\n# SYSTEM CALL\n");
    course.home.write("submissions/eve/first.cu", "#!/bin/sh\n# UNCHECKED\n");
    course.home.write("submissions/zoe/first.cu", submission("passed"));
    const Finished run = course.grade({"--lab", "1"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"eve", "does_not_compile"}, {"mallory", "does_not_compile"}, {"zoe", "passed"}});
    for (const auto& row : read_csv(course.home / "out/results.csv")) {
        if (row[0] == "mallory") CHECK(row[9] == "first.cu:3: a submission may not use system");
        if (row[0] == "eve") CHECK(row[9].starts_with("first.cu: what the compiler made of it can't be read: "));
    }
}

TEST_CASE("a student can be judged again: the new verdict counts, and the old one is kept")
{
    Course course;
    const std::time_t later = std::time(nullptr) + 15;
    const std::string file = "#!/bin/sh\nread function round\nif [ $(date +%s) -lt " + std::to_string(later) +
                             " ]; then echo race >&3; else echo passed >&3; fi\n";
    for (const char* student : {"ada", "bob"}) course.home.write(std::string("submissions/") + student + "/first.cu", file);
    course.hand_in("eve", "passed");
    const auto grade = [&](std::vector<std::string> more) {
        more.insert(more.end(), {"--lab", "1"});
        return course.grade(more);
    };
    CHECK(grade({}).exit == 0);
    REQUIRE(course.verdicts()["ada"] == "race");
    while (std::time(nullptr) <= later) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(grade({}).out.find("0 judged") != std::string::npos);
    CHECK(course.verdicts()["ada"] == "race");

    const Finished run = grade({"--rejudge", "ada"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(run.out.find("1 judged") != std::string::npos);
    CHECK(run.out.find("judged again: ada 01_first first: race before, passed now") != std::string::npos);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "passed"}, {"bob", "passed"}, {"eve", "passed"}});
    const auto rows = rows_of(course.home / "out/ledger.sqlite", "SELECT verdict, judging FROM verdict");
    CHECK(rows.size() == 3);                                    // race and passed, and that of eve
    CHECK(grade({}).out.find("0 judged") != std::string::npos);
    CHECK(course.verdicts()["ada"] == "passed");

    const Finished nobody = grade({"--rejudge", "nobody"});
    CHECK(nobody.exit == 1);
    CHECK(nobody.err.find("there is no such student") != std::string::npos);
}

TEST_CASE("a ledger of version 1 is converted to version 2, and nothing in it is judged again")
{
    Course course;
    course.hand_in("ada", "passed");
    CHECK(course.grade().exit == 0);
    {
        SQLite::Database db((course.home / "out/ledger.sqlite").string(), SQLite::OPEN_READWRITE);
        db.exec("ALTER TABLE verdict RENAME TO new; CREATE TABLE verdict(content TEXT NOT NULL, lab TEXT NOT NULL, function TEXT NOT NULL,"
                "harness TEXT NOT NULL, settings TEXT NOT NULL, verdict TEXT NOT NULL, judgement TEXT NOT NULL,"
                "judging INTEGER NOT NULL UNIQUE REFERENCES judged(id), PRIMARY KEY(content, lab, function, harness, settings));"
                "INSERT INTO verdict SELECT * FROM new; DROP TABLE new; UPDATE meta SET value = '1' WHERE key = 'schema'");
    }
    CHECK(course.grade().out.find("0 judged") != std::string::npos);
    CHECK(course.verdicts()["ada"] == "passed");
}

TEST_CASE("a file is reported as not compiling only if the lab's own skeleton compiles")
{
    Course course;
    course.home.write("submissions/ada/first.cu", "SYNTAX");
    course.home.write("01_first/first.cu", "SYNTAX too");
    const Finished broken = course.grade({"--lab", "1"});
    CHECK(broken.exit == 2);
    CHECK(course.verdicts()["ada"] == "grader_fault");
    course.home.write("01_first/first.cu", "fine");
    CHECK(course.grade({"--lab", "1"}).exit == 0);
    CHECK(course.verdicts()["ada"] == "does_not_compile");
}

TEST_CASE("a grader that is killed before it has made the ledger's tables leaves one that the next completes")
{
    Course course;
    course.hand_in("ada", "passed");
    course.home.write("empty/ledger.sqlite", "");
    CHECK(grader(course.arguments("empty")).exit == 0);
    SQLite::Database((std::filesystem::create_directory(course.home / "other"), course.home / "other/ledger.sqlite").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE other(x)");
    const Finished foreign = grader(course.arguments("other"));
    CHECK(foreign.exit == 2);
    CHECK(foreign.err.find("cannot be read as a ledger: no such table: meta") != std::string::npos);

    std::mt19937 random(20260301);
    for (int round = 0; round < 20; ++round) {
        CAPTURE(round);
        std::filesystem::remove_all(course.home / "young");
        for (int kills = 0; kills < 2; ++kills) grader_killed(course.arguments("young"), std::uniform_real_distribution(0.002, 0.05)(random));
        const Finished next = grader(course.arguments("young"));
        CHECK_MESSAGE(next.exit == 0, next.err);
    }
}

TEST_CASE("after the grader is killed at any moment and restarted, the ledger is the same and nothing is judged twice")
{
    Course course;
    for (int i = 0; i < 12; ++i) course.hand_in("student" + std::to_string(i), i % 3 ? "passed" : "race", 0.02);
    CHECK(grader(course.arguments("whole")).exit == 0);
    const auto whole = rows_of(course.home / "whole/ledger.sqlite", kVerdicts);
    CHECK(whole.size() == 36);

    std::mt19937 random(20260228);
    int killed = 0;
    for (int round = 0; round < 40 && killed < 8; ++round)
        killed += grader_killed(course.arguments("cut"), std::uniform_real_distribution(0.02, 0.6)(random));
    CHECK(killed >= 2);  // a fast machine is done before it can be killed often
    CHECK(grader(course.arguments("cut")).exit == 0);

    const auto ledger = course.home / "cut/ledger.sqlite";
    CHECK(rows_of(ledger, kVerdicts) == whole);
    CHECK(slurp(course.home / "cut/results.csv") == slurp(course.home / "whole/results.csv"));
    CHECK(count(ledger, "SELECT COUNT(*) FROM judged WHERE finished IS NOT NULL") == 36);
    CHECK(count(ledger, "SELECT COUNT(*) FROM (SELECT 1 FROM judged WHERE finished IS NOT NULL "
                        "GROUP BY content, lab, function, harness, settings HAVING COUNT(*) > 1)") == 0);
    // A judging that was cut short has no end; there is at most one per core and kill.
    CHECK(count(ledger, "SELECT COUNT(*) FROM judged WHERE finished IS NULL") <= killed * 64);
}

TEST_CASE("a second grader does not use a folder that another one writes to")
{
    Course course;
    course.hand_in("ada", "passed", 1.5);
    Finished second;
    std::thread later([&] {
        for (int i = 0; i < 3000 && !std::filesystem::exists(course.home / "out/ledger.sqlite"); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        second = course.grade();
    });
    CHECK(course.grade().exit == 0);
    later.join();
    CHECK(second.exit == 1);
    CHECK(second.err.find("another grader is writing to") != std::string::npos);
}

TEST_CASE("without a sandbox the grader says so on stderr, in results.json and on the page")
{
    Course course;
    course.hand_in("ada", "passed");
    const Finished run = grader(course.arguments("out", {"--no-sandbox"}), false);
    CHECK(run.exit == 0);
    CHECK(run.err.find("sandbox") != std::string::npos);
    const auto json = nlohmann::json::parse(slurp(course.home / "out/results.json"));
    CHECK(json["run"]["sandboxed"] == false);
    CHECK(slurp(course.home / "out/index.html").find("Graded with --no-sandbox") != std::string::npos);
    CHECK(course.verdicts()["ada"] == "passed");
}

TEST_CASE("without bubblewrap nothing is graded")
{
    Course course;
    course.hand_in("ada", "passed");
    const Finished run = grader(course.arguments("out", {"--bwrap", "/nowhere/bwrap"}), false);
    CHECK(run.exit == 2);
    CHECK(run.err.find("/nowhere/bwrap") != std::string::npos);
    CHECK(run.err.find("  try:") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(course.home / "out/results.csv"));
}

TEST_CASE("the labs that the course names are graded, with --lab another one, beside which they stay in the reports")
{
    Course course;
    course.hand_in("ada", "passed");
    course.home.write("course.toml", "[credit]\npassed = 1\n[labs.02_second]\n");
    const auto labs = [&](const std::vector<std::string>& more) {
        CHECK(course.grade(more).exit == 0);
        std::set<std::string> out;
        for (const auto& row : read_csv(course.home / "out/results.csv"))
            if (row[0] == "ada") out.insert(row[1]);
        return out;
    };
    CHECK(labs({}) == std::set<std::string>{"02_second"});
    CHECK(labs({"--lab", "1"}) == std::set<std::string>{"01_first", "02_second"});
    course.home.write("course.toml", "[labs.03_third]\n");
    const Finished run = course.grade();
    CHECK(run.exit == 1);
    CHECK(run.err.ends_with("course.toml:1: there is no lab 03_third\n  try:   the labs are 01_first, 02_second\n"));
}

TEST_CASE("wrong usage ends with 1 and says what is wrong")
{
    Course course;
    course.hand_in("ada", "passed");
    CHECK(grader({}).exit == 1);
    CHECK(grader({"judge"}).exit == 1);
    CHECK(grader({"run", "--out", "x"}, false).exit == 1);
    CHECK(grader({"run", (course.home / "nowhere").string(), "--out", (course.home / "out").string()}).exit == 1);
    CHECK(course.grade({"--lab", "99"}).exit == 1);
    CHECK(course.grade({"--jobs", "0"}).exit == 1);
    CHECK(course.grade({"--course", "/nowhere.toml"}).exit == 1);
    CHECK(grader({"--help"}).exit == 0);
    CHECK(grader({"run", "--help"}, false).exit == 0);
}

TEST_CASE("a name that is a formula, HTML or invalid text stays a name")
{
    Course course;
    for (const char* name : {"=cmd|' calc'!A0", "<b>bold", "Zoë", "jos\xE9", "a,b\"c"}) course.hand_in(name, "passed");
    CHECK(course.grade().exit == 0);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"'=cmd|' calc'!A0", "passed"},
                                                                  {"<b>bold", "passed"},
                                                                  {"Zoë", "passed"},
                                                                  {"jos\\xE9", "passed"},
                                                                  {"a,b\"c", "passed"}});
    CHECK(slurp(course.home / "out/index.html").find("<b>bold") == std::string::npos);
}

}  // namespace pipeline_test
