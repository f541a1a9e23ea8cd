// One submission cannot harm another: what it uses, breaks or waits for costs its neighbours no point.

#include <doctest/doctest.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include "fake_course.hpp"

namespace neighbours_test {

using namespace halo::grader::test;

namespace {

/// As many threads as the machine has processors, which do nothing and never rest.
class BusyMachine {
public:
    BusyMachine()
    {
        for (unsigned i = 0; i < 2 * std::max(1u, std::thread::hardware_concurrency()); ++i)
            threads_.emplace_back([this] {
                while (!over_) {}
            });
    }
    ~BusyMachine()
    {
        over_ = true;
        for (std::thread& thread : threads_) thread.join();
    }
    BusyMachine(const BusyMachine&) = delete;

private:
    std::atomic<bool> over_{false};
    std::vector<std::thread> threads_;
};

/// Judgings without an end: they were tried again.
int unfinished(const Course& course)
{
    SQLite::Database ledger((course.home / "out/ledger.sqlite").string());
    return ledger.execAndGet("SELECT COUNT(*) FROM judged WHERE finished IS NULL").getInt();
}

}  // namespace

TEST_CASE("a submission that spins in its own sessions costs its neighbours time, but no point")
{
    Course course;
    std::string spin = "#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do\n"
                       "  setsid sh -c 'while :; do :; done' & done\nwait\n";
    std::map<std::string, std::string> expected{{"mallory", "timeout"}};
    course.home.write("submissions/mallory/first.cu", spin);
    for (const char* student : {"ada", "ben", "nina", "oscar", "zoe"}) {
        course.home.write(std::string("submissions/") + student + "/first.cu", submission("passed") + "# WORK " + student + "\n");
        expected[student] = "passed";
    }
    course.home.write("course.toml", "[limits]\ncompile_cpu_s = 8\nrun_cpu_s = 8\n[labs.01_first]\n");
    const Finished run = course.grade({"--jobs", "4"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(course.verdicts() == expected);
}

TEST_CASE("a submission that sleeps until the wall clock stops it is judged once, beside the others")
{
    Course course;
    course.home.write("submissions/ada/first.cu", "#!/bin/sh\nread function round\nsleep 4\necho passed >&3\n");
    course.home.write("submissions/eve/first.cu", "#!/bin/sh\nsleep 1000000 & sleep 1000000\n");
    course.home.write("submissions/bob/first.cu", submission("passed"));
    course.home.write("course.toml", "[limits]\nrun_cpu_s = 1\n[labs.01_first]\n");      // and 3 s by the wall clock
    const Finished run = course.grade({"--jobs", "3"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"ada", "timeout"}, {"bob", "passed"}, {"eve", "timeout"}});
    CHECK(unfinished(course) == 0);
}

TEST_CASE("a file whose functions all sleep costs the wall clock once; one that only computes keeps its verdict after a function that slept")
{
    Course course;
    const auto second = [&](const char* student, const char* a, const char* b) {
        course.home.write(fmt::format("submissions/{}/second.cu", student),
                          fmt::format("#!/bin/sh\nread function round\n[ $function = second_a ] && {{ {}; }} || {{ {}; }}\necho passed >&3\n# {}\n", a, b, student));
    };
    const char* const sleep = "sleep 1000";
    const char* const work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    second("ada", sleep, sleep);
    second("bob", sleep, work);
    second("eve", "echo", "sleep 2");           // longer than a function may sleep after one that slept to the end
    course.home.write("course.toml", "[limits]\nrun_cpu_s = 2\n[labs.02_second]\n");
    const Finished run = course.grade({"--jobs", "3", "--lab", "2"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    std::set<std::string> seen;
    for (const auto& row : read_csv(course.home / "out/results.csv"))
        if (row[1] == "02_second") seen.insert(row[0] + " " + row[2] + " " + row[3]);
    CHECK(seen == std::set<std::string>{"ada second_a timeout", "ada second_b timeout", "bob second_a timeout", "bob second_b passed", "eve second_a passed", "eve second_b passed"});
    const std::string all = slurp(course.home / "out/results.json"), sooner = "another function of this file did so before until it was stopped, so this one was stopped sooner";
    CHECK(all.find(sooner) != std::string::npos);
    CHECK(all.find(sooner) == all.rfind(sooner));
    CHECK(unfinished(course) == 0);
}

TEST_CASE("six right submissions beside a spinner, a forker and a memory eater are right, three times")
{
    for (int time = 0; time < 3; ++time) {
        Course course;
        const std::string spin = "sh -c 'while :; do :; done' & ";
        course.home.write("submissions/spinner/first.cu", "#!/bin/sh\n" + spin + spin + spin + "wait\n");
        course.home.write("submissions/forker/first.cu", "#!/bin/sh\nwhile :; do (while :; do " + spin + "done); done\n");
        course.home.write("submissions/eater/first.cu", "#!/bin/sh\nhead -c 3000m /dev/zero | tail -c 2500m\n");
        const std::set<std::string> right = {"ada", "ben", "chloe", "dina", "emil", "farid"};
        for (const std::string& student : right) course.home.write("submissions/" + student + "/first.cu", submission("passed") + "# WORK " + student + "\n");
        course.home.write("course.toml", "[limits]\ncompile_cpu_s = 20\nrun_cpu_s = 1\n[labs.01_first]\n");
        const Finished run = course.grade({"--jobs", "6"});
        CHECK_MESSAGE(run.exit == 0, run.err);
        const auto verdicts = course.verdicts();
        CHECK(verdicts.size() == right.size() + 3);
        for (const auto& [student, verdict] : verdicts) CHECK_MESSAGE(right.contains(student) == (verdict == "passed"), student << ": " << verdict);
    }
}

TEST_CASE("a submission that is killed while others run is tried once more, alone; one that kills itself stays killed")
{
    Course course;
    course.home.write("submissions/eve/first.cu", "#!/bin/sh\nkill -KILL $$\n");
    course.home.write("submissions/bob/first.cu", submission("passed"));
    course.home.write("course.toml", "[labs.01_first]\n");
    const Finished run = course.grade({"--jobs", "2"});
    CHECK_MESSAGE(run.exit == 0, run.err);
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"eve", "crash"}, {"bob", "passed"}});
    CHECK(unfinished(course) == 1);
}

TEST_CASE("of a submission that slept the verdict says so, also on a machine that is busy with other programs")
{
    Course course;
    course.home.write("submissions/eve/first.cu", "#!/bin/sh\nsleep 1000\n");
    course.home.write("course.toml", "[limits]\nrun_cpu_s = 1\n[labs.01_first]\n");
    {
        const BusyMachine busy;
        CHECK(course.grade().exit == 0);
    }
    CHECK(course.verdicts() == std::map<std::string, std::string>{{"eve", "timeout"}});
    const std::string where = nlohmann::json::parse(slurp(course.home / "out/results.json")).dump();
    CHECK(where.find(" s it used no processor: it slept, or waited for a lock") != std::string::npos);
    CHECK(where.find("meanwhile other programs used ") == std::string::npos);
}

}  // namespace neighbours_test
