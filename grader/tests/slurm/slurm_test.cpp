// The real grader on a real Slurm: four nodes on loopback, which `cluster with` started. Submissions, compiler and judge are scripts, but for one case.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <future>
#include <sstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "../fake_card.hpp"
#include "judging/executor/slurm.hpp"
#include "machine/process.hpp"

using namespace halo::grader;
using namespace halo::grader::test;

namespace {

namespace fs = std::filesystem;

const std::string kFolder = std::getenv("HALO_CLUSTER") == nullptr ? "" : std::getenv("HALO_CLUSTER");

std::string command(std::vector<std::string> words)
{
    words.insert(words.begin(), "/usr/bin/env");
    return run_ours(words, {}, 60).output;
}

void cluster(const std::string& verb, const std::string& node) { command({HALO_CLUSTER_SCRIPT, verb, kFolder, node}); }

template <class Is>
bool eventually(Is is)
{
    for (int i = 0; i < 600; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(100)))
        if (is()) return true;
    return false;
}

struct OnCluster {
    TempFolder home;
    OnCluster() { write_fake_course(home); }

    void hand_in(const std::string& student, const std::string& verdict, double seconds = 0) const
    {
        home.write("submissions/" + student + "/first.cu", submission(verdict, seconds) + "# " + student + "\n");
    }
    void hand_in_class(int count, double seconds) const
    {
        for (int i = 0; i < count; ++i) hand_in(fmt::format("s{:02}", i), i % 3 == 0 ? "race" : "passed", seconds);
    }

    std::vector<std::string> arguments(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all = {"run", (home / "submissions").string(), "--out", (home / "out").string(), "--manifest", (home / "manifest.json").string(), "--course",
                                        (home / "course.toml").string(), "--seed", "7", "--lab", "1", "--executor", "slurm", "--poll", "0.2", "--patience", "12", "--grace", "5"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    Finished grade(std::vector<std::string> more = {}) const { return grader(arguments(std::move(more))); }

    std::set<std::string> rows(const char* query = "SELECT content, lab, function, harness, settings, verdict, judgement FROM verdict", const char* out = "out") const
    {
        SQLite::Database db((home / out / "ledger.sqlite").string());
        SQLite::Statement statement(db, query);
        std::set<std::string> rows;
        while (statement.executeStep()) {
            std::string row;
            for (int i = 0; i < statement.getColumnCount(); ++i) row += statement.getColumn(i).getString() + '|';
            rows.insert(row);
        }
        return rows;
    }
    int count(const std::string& query) const { return SQLite::Database((home / "out/ledger.sqlite").string()).execAndGet(query).getInt(); }

    /// One verdict for each of `students` files, one finished judging for each verdict, and nothing left behind.
    void check_complete(int students) const
    {
        CHECK(count("SELECT COUNT(*) FROM verdict") == students);
        CHECK(count("SELECT COUNT(*) FROM judged WHERE finished IS NOT NULL") == students);
        CHECK(count("SELECT COUNT(*) FROM verdict WHERE verdict NOT IN ('passed', 'race')") == 0);
        CHECK_FALSE(fs::exists(home / "out/spool"));
        CHECK(eventually([&] { return queued("PENDING,RUNNING").empty(); }));
    }

    /// Nodes of this class's tasks in these states; `-` where there is none.
    std::vector<std::string> queued(const std::string& states) const
    {
        std::error_code ignored;
        const std::string name = judging::Slurm::name_of(fs::weakly_canonical(home / "out/spool", ignored));
        std::vector<std::string> nodes;
        std::istringstream lines(command({"squeue", "--me", "-h", "-r", "-t", states, "-o", "%j %N"}));
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with(name)) nodes.push_back(line.substr(line.find(' ') + 1).empty() ? "-" : line.substr(line.find(' ') + 1));
        return nodes;
    }
    bool runs_on(const std::string& node) const
    {
        const auto nodes = queued("RUNNING");
        return std::ranges::find(nodes, node) != nodes.end();
    }
};

/// Takes longer than everything else, since Slurm counts its limits in minutes: begins first, ends last.
struct Limited {
    OnCluster course;
    std::future<Finished> run;

    Limited()
    {
        course.hand_in("ada", "passed");
        course.home.write("submissions/slow/first.cu", "#!/bin/sh\nread function round\n[ -e " + (course.home / "tried").string() + " ] || { touch " + (course.home / "tried").string() +
                                                           "; sleep 110; }\necho passed >&3\n");
        run = std::async(std::launch::async, [this] { return grader(course.arguments({"--no-sandbox", "--slurm-args=--time=1", "--slurm-args=--nodelist=n4"}), false); });
    }
};

Limited& limited()
{
    static Limited one;
    return one;
}

}  // namespace

TEST_CASE("a cluster reaches the same judgements as this machine, and leaves nothing behind")
{
    limited();
    OnCluster course;
    course.hand_in_class(9, 0);
    for (const char* verdict : {"wrong_result", "slow_pattern", "judge_crashes"}) course.hand_in(verdict, verdict);
    course.hand_in("again", "passed");
    course.home.write("submissions/syntax/first.cu", "SYNTAX");
    course.home.write("submissions/bytes/first.cu", std::string("#!/bin/sh\n# \0\xff\xfe\necho passed >&3\n", 31));
    fs::create_directories(course.home / "submissions/nothing");
    const Finished there = course.grade({"--chunk", "2"});
    CHECK_MESSAGE(there.exit == 0, there.err);
    std::vector<std::string> here = course.arguments();
    *std::ranges::find(here, "slurm") = "local";
    here[3] = (course.home / "local").string();
    CHECK(grader(here).exit == 0);
    CHECK(course.rows().size() == 15);
    CHECK(course.rows() == course.rows("SELECT content, lab, function, harness, settings, verdict, judgement FROM verdict", "local"));
    CHECK(slurp(course.home / "out/results.csv") == slurp(course.home / "local/results.csv"));
    CHECK_FALSE(fs::exists(course.home / "out/spool"));
    CHECK(course.grade().out.find("0 judged") != std::string::npos);
}

TEST_CASE("so it does for an example class, with the real compiler, engine and judge")
{
    OnCluster course;
    fs::create_directories(course.home / "submissions");
    for (const char* student : {"ada", "elif", "grace", "noor", "priya", "rosa"})
        fs::copy(fs::path(HALO_EXAMPLE_CLASS) / student, course.home / "submissions" / student, fs::copy_options::recursive);
    const auto arguments = [&](const char* out) {
        return std::vector<std::string>{"run", (course.home / "submissions").string(), "--course", HALO_EXAMPLES "/course.toml", "--lab", "05", "--seed", "2", "--out", (course.home / out).string()};
    };
    auto on_cluster = arguments("out");
    on_cluster.insert(on_cluster.end(), {"--executor", "slurm", "--poll", "0.2", "--chunk", "2"});
    const Finished there = grader(on_cluster), here = grader(arguments("local"));
    CHECK_MESSAGE(there.exit == 0, there.err);
    CHECK_MESSAGE(here.exit == 0, here.err);
    CHECK(course.rows().size() == 6);
    CHECK(course.rows() == course.rows("SELECT content, lab, function, harness, settings, verdict, judgement FROM verdict", "local"));
}

TEST_CASE("a node that loses its power, and one that only falls silent and goes on judging, cost nobody a verdict, and give nobody two")
{
    OnCluster course;
    course.hand_in_class(12, 2);
    auto run = std::async(std::launch::async, [&] { return course.grade({"--chunk", "2"}); });
    CHECK(eventually([&] { return course.runs_on("n2") && course.runs_on("n3"); }));
    cluster("lose", "n2");
    cluster("silence", "n3");
    const Finished finished = run.get();
    CHECK_MESSAGE(finished.exit == 0, finished.err);
    CHECK_MESSAGE(finished.err.find("n2 went down; its") != std::string::npos, finished.err);
    CHECK(finished.out.find("12 verdicts") != std::string::npos);
    course.check_complete(12);
    for (const char* node : {"n2", "n3"}) cluster("restart", node);
    CHECK(eventually([] { return command({"sinfo", "-h", "-N", "-n", "n2,n3", "-p", "grade", "-o", "%T"}).find("down") == std::string::npos; }));
}

TEST_CASE("a node on which every task dies is left out, and the others judge what it was given")
{
    OnCluster course;
    course.hand_in_class(10, 0.2);
    command({"touch", kFolder + "/n1.broken"});
    const Finished finished = course.grade({"--chunk", "1"});
    CHECK_MESSAGE(finished.exit == 0, finished.err);
    CHECK_MESSAGE(finished.err.find("n1 is left out: two tasks died there before they judged anything") != std::string::npos, finished.err);
    course.check_complete(10);
    command({"rm", kFolder + "/n1.broken"});
}

TEST_CASE("a grader that is killed and started again goes on with the tasks in the queue, and judges nothing twice")
{
    OnCluster course;
    course.hand_in_class(12, 1);
    auto killed = std::async(std::launch::async, [&] { return grader_killed(course.arguments({"--chunk", "2"}), 4); });
    CHECK(killed.get());
    const std::size_t waiting = course.queued("PENDING,RUNNING").size();
    CHECK(waiting > 0);
    const Finished finished = course.grade({"--chunk", "2"});
    CHECK_MESSAGE(finished.exit == 0, finished.err);
    CHECK_MESSAGE(finished.err.find("of an earlier run are still in the queue; it goes on with them") != std::string::npos, finished.err);
#if defined(__SANITIZE_ADDRESS__)      // a task takes so long to end there that it has delivered all its verdicts when it is cancelled
    CHECK(course.queued("COMPLETED,CANCELLED").size() == 6);
#else
    CHECK(course.queued("CANCELLED").empty());
    CHECK(course.queued("COMPLETED").size() == 6);               // those of the first run, and no others
#endif
    course.check_complete(12);
}

TEST_CASE("a queue that refuses, at once or for ever, is quoted in three lines, and the same command goes on when it does not")
{
    OnCluster course;
    course.hand_in_class(3, 0);
    const Finished at_once = course.grade({"--slurm-args=--partition=nowhere"});
    CHECK(at_once.exit == 2);
    CHECK_MESSAGE(at_once.err.find("the queue does not take the submissions\n  where: sbatch: error: invalid partition specified: nowhere") != std::string::npos, at_once.err);
    CHECK(at_once.err.find("\n  try:   look at --slurm-args") != std::string::npos);
    const Finished later = course.grade({"--slurm-args=--partition=closed"});
    CHECK(later.exit == 2);
    CHECK_MESSAGE(later.err.find("the queue does not start the grader's tasks: PartitionDown\n  where: task ") != std::string::npos, later.err);
    CHECK(later.err.find("\n  try:   ask for another partition") != std::string::npos);
    CHECK(course.queued("PENDING,RUNNING").empty());
    CHECK(course.count("SELECT COUNT(*) FROM verdict") == 0);
    const Finished open = course.grade();
    CHECK_MESSAGE(open.exit == 0, open.err);
    course.check_complete(3);
}

TEST_CASE("tasks that somebody cancels end the run; what was judged is kept, and the rest is judged next time")
{
    OnCluster course;
    course.hand_in_class(5, 1);
    auto run = std::async(std::launch::async, [&] { return course.grade({"--chunk", "6"}); });
    CHECK(eventually([&] { return fs::exists(course.home / "out/ledger.sqlite") && course.count("SELECT COUNT(*) FROM sqlite_master WHERE name = 'verdict'") == 1 && course.count("SELECT COUNT(*) FROM verdict") > 0; }));
    command({"scancel", "--me", "--name=" + judging::Slurm::name_of(fs::canonical(course.home / "out/spool")) + "0"});
    const Finished cancelled = run.get();
    CHECK(cancelled.exit == 2);
    CHECK_MESSAGE(cancelled.err.find("somebody cancelled the grader's tasks") != std::string::npos, cancelled.err);
    const int kept = course.count("SELECT COUNT(*) FROM verdict");
    CHECK(kept > 0);
    CHECK(kept < 5);
    CHECK(course.grade().exit == 0);
    course.check_complete(5);
}

TEST_CASE("with --gpu, one task with a card of its own times what passed, on the node that has one")
{
    OnCluster course;
    const FakeCard card(course.home);
    for (const auto& [student, verdict] : {std::pair("ada", "passed"), std::pair("bob", "slow_pattern"), std::pair("eve", "race")}) course.hand_in(student, verdict);
    const Finished finished = course.grade({"--gpu"});
    CHECK_MESSAGE(finished.exit == 0, finished.err);
    CHECK_MESSAGE(finished.out.find("on an NVIDIA H200: 2 functions timed in") != std::string::npos, finished.out);
    CHECK(course.count("SELECT COUNT(*) FROM timing WHERE stands") == 2);
    CHECK(card.timed() == 2);
    CHECK(slurp(course.home / "card_of_task").find("n4 0\n") != std::string::npos);     // CUDA_VISIBLE_DEVICES, by Slurm
    CHECK_FALSE(fs::exists(course.home / "out/spool-card"));
    const Finished again = course.grade({"--gpu"});
    CHECK_MESSAGE(again.out.find("0 functions timed") != std::string::npos, again.out);
    CHECK(again.out.find("2 known from before") != std::string::npos);

    const Finished none = course.grade({"--gpu", "--rejudge", "ada", "--slurm-card-args=--nodelist=n1"});
    CHECK_MESSAGE(none.exit == 0, none.err);
    CHECK_MESSAGE(none.err.find("no card: the queue does not give one\n  where: sbatch: error: ") != std::string::npos, none.err);
}

TEST_CASE("what Slurm's limit of time cut off is judged in a smaller chunk, and costs no point")
{
    const Finished finished = limited().run.get();
    CHECK_MESSAGE(finished.exit == 0, finished.err);
    CHECK(fs::exists(limited().course.home / "tried"));
    CHECK(limited().course.queued("TIMEOUT").size() == 1);
    limited().course.check_complete(2);
}
