// The rules by which submissions reach the nodes and judgements come back, on a queue that does what a test says.

#include <doctest/doctest.h>

#include <fstream>
#include <map>

#include <fmt/format.h>

#include "../fake_course.hpp"
#include "judging/executor/distribution.hpp"
#include "judging/executor/slurm.hpp"
#include "machine/errors.hpp"
#include "machine/sha256.hpp"
#include "simulated_queue.hpp"

namespace distribution_test {

using namespace halo;
using namespace halo::grader;
using namespace halo::grader::test;

namespace {

/// A class of `count` submissions on four nodes.
struct Class {
    TempFolder home;
    judging::Spool spool{home / "spool"};
    SimulatedQueue queue{spool.folder(), {"n1", "n2", "n3", "n4"}};
    judging::Distribution how{4, 0.001, 0.5, 0.05};
    judging::Terms terms;
    std::vector<judging::RemoteTask> tasks;
    std::map<std::string, Verdict> verdicts;     ///< of whom
    std::map<std::string, int> taken;
    std::string said;                            ///< why it ended early

    explicit Class(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) tasks.push_back({sha256(std::to_string(i)), "07_conv2d_tiled", "harness", {{"f", i}, {"g", i}}, "int main;", fmt::format("s{}", i)});
    }

    void grade()
    try {
        judging::distribute(tasks, terms, spool, queue, how, [this](std::size_t i, const std::vector<Judgement>& judgements) {
            CHECK(judgements.size() == 2);
            verdicts[tasks[i].whose] = judgements.front().verdict;
            ++taken[tasks[i].whose];
        });
    } catch (const GraderFault& fault) {
        said = fault.message.headline + " | " + fault.message.where;
    }

    std::size_t count(Verdict verdict) const
    {
        return std::size_t(std::ranges::count_if(verdicts, [&](const auto& entry) { return entry.second == verdict; }));
    }
    bool complete() const
    {
        return said.empty() && taken.size() == tasks.size() && std::ranges::all_of(taken, [](const auto& entry) { return entry.second == 1; });
    }
};

bool has(const judging::ChunkFile& chunk, const std::string& whose) { return std::ranges::find(chunk.tasks, whose, &judging::RemoteTask::whose) != chunk.tasks.end(); }

std::filesystem::path only_result(const judging::Spool& spool, judging::Place place)
{
    for (const auto& entry : std::filesystem::directory_iterator(spool.folder() / "results" / std::to_string(place.batch))) return entry.path();
    return {};
}

}  // namespace

TEST_CASE("every submission is judged once, in chunks")
{
    Class c(10);
    c.grade();
    CHECK(c.complete());
    CHECK(c.count(Verdict::passed) == 10);
    CHECK(c.queue.sizes == std::vector<std::size_t>{4, 4, 2});
}

TEST_CASE("what a lost node had goes elsewhere while the other tasks still run")
{
    Class c(8);
    std::optional<judging::Place> slow;
    c.queue.on_start = [&](const judging::ChunkFile&, judging::Place place, const std::string& node) {
        if (node == "n1") return Deed{judging::End::well, 1, false, true};
        if (place.batch == 0) {                                      // the other task of the first array ends only after the lost one is judged
            slow = place;
            return Deed{judging::End::well, 0, true};
        }
        c.queue.end(*slow, judging::End::died);
        return Deed{};
    };
    c.grade();
    CHECK(c.complete());
    CHECK(c.count(Verdict::passed) == 8);
    CHECK(c.queue.sizes.at(2) == 3);
    CHECK(c.queue.cancelled.contains("0/0"));                        // should its node come back
}

TEST_CASE("of a task that ran twice the first result counts, whoever wrote it")
{
    Class c(4);
    std::optional<judging::Place> orphan;
    c.queue.on_start = [&](const judging::ChunkFile& chunk, judging::Place place, const std::string&) {
        if (!orphan) {
            orphan = place;
            return Deed{judging::End::lost, 0};
        }
        for (const judging::RemoteTask& task : chunk.tasks) SimulatedQueue::judge(c.spool.folder(), task, *orphan, Verdict::race);    // it lived on
        return Deed{};
    };
    c.grade();
    CHECK(c.complete());
    CHECK(c.count(Verdict::race) == 4);
}

TEST_CASE("a damaged result is judged again; one that is damaged thrice is the grader's fault")
{
    Class c(3);
    int shots = 0;
    c.how.chunk = 1;
    c.queue.on_start = [&](const judging::ChunkFile& chunk, judging::Place place, const std::string&) {
        const bool always = has(chunk, "s1"), once = has(chunk, "s2") && shots++ == 0;
        if (!always && !once) return Deed{};
        SimulatedQueue::judge(c.spool.folder(), chunk.tasks[0], place);
        for (const auto& entry : std::filesystem::directory_iterator(c.spool.folder() / "results" / std::to_string(place.batch)))
            if (entry.path().filename().string().starts_with(chunk.tasks[0].id)) std::ofstream(entry.path(), std::ios::app) << " ";
        return Deed{judging::End::well, 0};
    };
    c.grade();
    CHECK(c.complete());
    CHECK(c.verdicts == std::map<std::string, Verdict>{{"s0", Verdict::passed}, {"s1", Verdict::grader_fault}, {"s2", Verdict::passed}});
}

TEST_CASE("a chunk that reaches the queue's limit is tried in smaller ones; a submission that reaches it twice by itself is the grader's fault")
{
    Class c(8);
    c.how.chunk = 8;
    c.queue.on_start = [](const judging::ChunkFile& chunk, judging::Place, const std::string&) {
        if (chunk.tasks.size() > 2) return Deed{judging::End::limit, 1};
        return has(chunk, "s6") ? Deed{judging::End::limit, 0} : Deed{};
    };
    c.grade();
    CHECK(c.complete());
    CHECK(c.count(Verdict::passed) == 7);
    CHECK(c.verdicts["s6"] == Verdict::grader_fault);
    CHECK(c.queue.sizes.front() == 8);
    CHECK(c.queue.sizes.back() == 1);
}

TEST_CASE("a node on which two tasks die before they judge anything gets no more of them")
{
    Class c(40);
    int on_n3 = 0;
    c.queue.on_start = [&](const judging::ChunkFile&, judging::Place, const std::string& node) { return node == "n3" ? (++on_n3, Deed{judging::End::died, 0}) : Deed{}; };
    c.grade();
    CHECK(c.complete());
    CHECK(c.count(Verdict::passed) == 40);
    REQUIRE(!c.queue.demands.empty());
    CHECK(c.queue.demands.front().without.empty());
    CHECK(c.queue.demands.back().without == std::vector<std::string>{"n3"});
}

TEST_CASE("a submission of which tasks die everywhere is the grader's fault, and costs no node its work")
{
    Class c(12);
    c.queue.on_start = [](const judging::ChunkFile& chunk, judging::Place, const std::string&) {
        const auto poison = std::ranges::find(chunk.tasks, "s6", &judging::RemoteTask::whose);
        return poison == chunk.tasks.end() ? Deed{} : Deed{judging::End::died, std::size_t(poison - chunk.tasks.begin())};
    };
    c.grade();
    CHECK(c.complete());
    CHECK(c.count(Verdict::passed) == 11);
    CHECK(c.verdicts["s6"] == Verdict::grader_fault);
    CHECK(c.queue.demands.back().without.size() <= 1);
}

TEST_CASE("if tasks die on every node and nothing is judged, the run ends and repeats what they printed")
{
    Class c(40);
    c.queue.on_start = [&](const judging::ChunkFile&, judging::Place place, const std::string&) {
        c.home.write(fmt::format("spool/batches/{}/{}.log", place.batch, place.index), "grader: not found\n");
        return Deed{judging::End::died, 0};
    };
    c.grade();
    CHECK(c.said.starts_with("no task on the cluster judges anything: "));
    CHECK(c.said.find("it printed: grader: not found") != std::string::npos);
    CHECK(c.taken.empty());
}

TEST_CASE("an array longer than the queue allows is submitted in parts")
{
    Class c(40);
    c.how.chunk = 1;
    c.queue.longest_array = 6;
    c.grade();
    CHECK(c.complete());
    CHECK(c.queue.demands.size() == 8);              // of five each
}

TEST_CASE("a queue that refuses is quoted, and what it takes later goes on from there")
{
    Class c(4);
    c.queue.refuses = "sbatch: error: invalid partition specified: nowhere";
    c.grade();
    CHECK(c.said == "the queue does not take the submissions | sbatch: error: invalid partition specified: nowhere");
    c.said.clear(), c.queue.refuses.clear();
    c.grade();
    CHECK(c.complete());
}

TEST_CASE("a queue that takes tasks and never starts them is quoted, and they are cancelled")
{
    Class c(4);
    c.queue.never_starts = "PartitionDown";
    c.grade();
    CHECK(c.said == "the queue does not start the grader's tasks: PartitionDown | task 0/0 waits, and nothing of ours runs");
    CHECK(c.queue.cancelled == std::set<std::string>{"0/0"});
}

TEST_CASE("a queue that is silent for a moment changes nothing; one that stays silent ends the run")
{
    Class moment(4), forever(4);
    moment.queue.on_start = [&](const judging::ChunkFile&, judging::Place, const std::string&) { return moment.queue.silent_looks = 3, Deed{}; };
    moment.grade();
    CHECK(moment.complete());
    forever.queue.silent_looks = 1000000;
    forever.grade();
    CHECK(forever.said.starts_with("the queue does not answer"));
}

TEST_CASE("tasks of a run that was killed are taken over, and those about other submissions are cancelled")
{
    Class c(8);
    c.how.patience_s = 0.3;
    bool killed = true;
    c.queue.on_start = [&](const judging::ChunkFile&, judging::Place, const std::string&) { return killed ? Deed{judging::End::well, 1, true} : Deed{}; };
    struct Kill {};
    int looks = 0;
    const auto until_killed = [&] { judging::distribute(c.tasks, c.terms, c.spool, c.queue, c.how, [&](std::size_t i, const auto&) { if (++c.taken[c.tasks[i].whose], ++looks == 2) throw Kill(); }); };
    CHECK_THROWS_AS(until_killed(), Kill);
    REQUIRE(c.queue.sizes == std::vector<std::size_t>{4, 4});

    // Now somebody has handed in the second four anew.
    killed = false;
    for (std::size_t i = 4; i < 8; ++i) c.tasks[i].id = sha256("anew" + std::to_string(i));
    c.queue.on_start = [&](const judging::ChunkFile&, judging::Place, const std::string&) { return c.queue.end({0, 0}, judging::End::lost), Deed{}; };
    c.taken.clear();
    c.grade();
    CHECK(c.said.empty());
    CHECK(c.queue.cancelled.contains("0/1"));
    CHECK(c.queue.sizes.at(2) == 4);                 // the new ones only: the others are still in the queue
    CHECK(c.taken.size() == 8);
}

TEST_CASE("tasks that somebody else cancelled end the run, and are not queued again")
{
    Class c(4);
    c.queue.on_start = [](const judging::ChunkFile&, judging::Place, const std::string&) { return Deed{judging::End::cancelled, 1}; };
    c.grade();
    CHECK(c.said.starts_with("somebody cancelled the grader's tasks"));
    CHECK(c.queue.demands.size() == 1);
    CHECK(c.taken.size() == 1);
}

TEST_CASE("a submission that others disturbed is judged again with a node to itself")
{
    Class c(4);
    c.queue.on_start = [&](const judging::ChunkFile& chunk, judging::Place place, const std::string&) {
        if (chunk.alone) return Deed{};
        judging::write_result(c.spool.folder(), place, {chunk.tasks[0].id, true, {}});
        for (std::size_t i = 1; i < chunk.tasks.size(); ++i) SimulatedQueue::judge(c.spool.folder(), chunk.tasks[i], place);
        return Deed{judging::End::well, 0};
    };
    c.grade();
    CHECK(c.complete());
    REQUIRE(c.queue.demands.size() == 2);
    CHECK(c.queue.demands.back().alone);
    CHECK(c.queue.sizes == std::vector<std::size_t>{4, 1});
}

TEST_CASE("a chunk that was cut short or changed is not judged")
{
    Class c(1);
    const unsigned batch = c.spool.write_batch(c.terms, false, {{&c.tasks[0]}});
    CHECK(judging::ChunkFile(c.spool.folder(), {batch, 0}).tasks.at(0).bytes == "int main;");
    const auto path = c.spool.folder() / fmt::format("batches/{}/0.chunk", batch);
    std::ofstream(path, std::ios::app) << "x";
    CHECK_THROWS_AS(judging::ChunkFile(c.spool.folder(), {batch, 0}), GraderFault);
    CHECK(c.spool.ids_in({batch, 0}).empty());
    CHECK_THROWS_AS(judging::ChunkFile(c.spool.folder(), {batch, 1}), GraderFault);
    CHECK(only_result(c.spool, {batch, 0}).empty());
}

TEST_CASE("a file with any bytes arrives as it was")
{
    Class c(2);
    std::string bytes;
    for (int i = 0; i < 1024; ++i) bytes += char(i);
    c.tasks[0].bytes = bytes;
    const unsigned batch = c.spool.write_batch(c.terms, true, {{&c.tasks[0], &c.tasks[1]}});
    const judging::ChunkFile chunk(c.spool.folder(), {batch, 0});
    CHECK(chunk.alone);
    CHECK(chunk.tasks.at(0).bytes == bytes);
    CHECK(chunk.tasks.at(1).bytes == "int main;");
    CHECK(chunk.tasks.at(1).asked.at(1).seed == 1);
}

TEST_CASE("squeue's lines are understood, and others' tasks are not ours")
{
    const std::string name = judging::Slurm::name_of("/home/ada/out/spool");
    const auto task = [&](const std::string& rest) { return judging::task_in("812|3|" + name + rest, name); };
    REQUIRE(task("17|RUNNING|n2|None"));
    CHECK(task("17|RUNNING|n2|None")->place == judging::Place{17, 3});
    CHECK(task("17|RUNNING|n2|None")->id == "812_3");
    CHECK(task("17|COMPLETED|n2|None")->end == judging::End::well);
    CHECK(task("17|FAILED|n2|NonZeroExitCode")->end == judging::End::died);
    CHECK(task("17|TIMEOUT|n2|TimeLimit")->end == judging::End::limit);
    CHECK(task("17|NODE_FAIL|n2|None")->end == judging::End::lost);
    CHECK(task("17|CANCELLED||None")->end == judging::End::cancelled);
    CHECK(task("17|COMPLETING|n2|None")->phase == judging::Phase::running);
    CHECK(task("17|PENDING||PartitionDown")->refused);
    CHECK_FALSE(task("17|PENDING||Resources")->refused);
    CHECK_FALSE(task("17|PENDING||Priority")->refused);
    CHECK_FALSE(task("x|PENDING||Priority"));
    CHECK_FALSE(judging::task_in("812|3|halo-000000000000-17|RUNNING|n2|None", name));
    CHECK_FALSE(judging::task_in("slurm_load_jobs error: Unable to contact slurm controller", name));
}

TEST_CASE("a task's time covers the worst submission that the course's limits allow")
{
    Class c(20);
    std::vector<const judging::RemoteTask*> one = {&c.tasks[0]}, all;
    for (const judging::RemoteTask& task : c.tasks) all.push_back(&task);
    const judging::Settings settings;
    CHECK(judging::minutes_for(one, settings) * 60 >= judging::Settings::wall_s(settings.compile_cpu_s) + 2 * (2 * settings.rounds + 1) * judging::Settings::wall_s(settings.run_cpu_s));
    CHECK(judging::minutes_for(all, settings) > minutes_for(one, settings));
    CHECK(judging::minutes_for(all, settings) < 2 * minutes_for(one, settings));
}

}  // namespace distribution_test
