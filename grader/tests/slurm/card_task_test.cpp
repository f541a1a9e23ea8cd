// A class that is timed by a task of the queue: what becomes of its times if task, node or queue fail. The queue does what a test says.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "../fake_course.hpp"
#include "judging/executor/shared_files.hpp"
#include "speed/card_task.hpp"

namespace card_task_test {

using namespace halo::grader;
using namespace halo::grader::test;

namespace {

namespace fs = std::filesystem;

const speed::CardUse kCard{{"NVIDIA H200", "", {}}, 0};

record::TimingKey key_of(const speed::Candidate& one, const speed::AskedTime& asked) { return {one.content, one.lab, asked.function, "timer", "NVIDIA H200"}; }

/// Tasks do what `on_start` says, at the next look.
struct CardQueue final : judging::Queue {
    std::function<judging::QueuedTask(unsigned number)> on_start;
    std::string refuses;
    int silent_looks = 0;
    std::vector<judging::Demand> demands;
    std::vector<judging::QueuedTask> queued;
    std::vector<std::string> down_nodes, cancelled;

    void submit(unsigned batch, std::size_t tasks, const fs::path& script, const judging::Demand& demand) override
    {
        if (!refuses.empty()) throw judging::Refused(refuses);
        CHECK(tasks == 1);
        CHECK(fs::exists(script));
        demands.push_back(demand);
        judging::QueuedTask task = on_start(batch);
        task.place = {batch, 0};
        task.id = task.place.text();
        queued.push_back(task);
    }
    std::optional<std::vector<judging::QueuedTask>> tasks() override
    {
        if (silent_looks > 0 && silent_looks-- > 0) return std::nullopt;
        return queued;
    }
    std::vector<std::string> down() override { return down_nodes; }
    void cancel(const std::vector<judging::QueuedTask>& tasks) override
    {
        for (const judging::QueuedTask& task : tasks) cancelled.push_back(task.id);
    }
};

struct Errands {
    TempFolder home;
    speed::CardSpool spool{home / "spool-card"};
    CardQueue queue;
    judging::Distribution how{20, 0.001, 0.05, 0.02};
    speed::TimingRequest request;
    std::vector<std::string> taken;

    Errands()
    {
        for (const char* student : {"ada", "bob", "eve"})
            request.candidates.push_back({"07_conv2d_tiled", student, std::string("content of ") + student, "int main;", {{"basic", {}, {}}, {"tiled", {}, {}}}});
        request.manifest.file = "/build/manifest.json";
        queue.on_start = [this](unsigned number) { return time(number, 100); };
    }

    /// As a node does it: the first `count` that are not known, then the end unless something comes between.
    judging::QueuedTask time(unsigned number, std::size_t count, judging::End how_it_ends = judging::End::well) const
    {
        std::size_t known = 0;
        bool all = true;
        for (const speed::Candidate& one : speed::read_timing_request(spool.folder(), number).candidates)
            for (const speed::AskedTime& asked : one.asked) {
                const record::TimingKey key = key_of(one, asked);
                if (std::ranges::find(asked.known, key) != asked.known.end()) ++known;
                else if (count > 0) --count, speed::answer_time(spool.folder(), number, key, timing());
                else all = false;
            }
        if (all && how_it_ends == judging::End::well) speed::answer_end(spool.folder(), number, {kCard.card, known});
        judging::QueuedTask task;
        task.phase = judging::Phase::ended, task.end = how_it_ends, task.node = "n4";
        return task;
    }

    static record::Timing timing()
    {
        record::Timing t;
        t.pace = record::Pace::timed;
        t.card = "NVIDIA H200";
        t.ms = record::Range{1, 1.1, 1.2};
        return t;
    }

    speed::CardUse run()
    {
        return speed::time_in_queue(spool, queue, how, request, [this](const record::TimingKey& key, const record::Timing& t) {
            CHECK(t == timing());
            taken.push_back(key.content.substr(11) + " " + key.function);
        });
    }
    std::size_t tasks() const { return queue.demands.size(); }
};

const std::vector<std::string> kAll = {"ada basic", "ada tiled", "bob basic", "bob tiled", "eve basic", "eve tiled"};

std::vector<std::string> sorted(std::vector<std::string> list)
{
    std::ranges::sort(list);
    return list;
}

}  // namespace

TEST_CASE("one task with a card of its own times the whole class")
{
    Errands e;
    const speed::CardUse use = e.run();
    CHECK(use.card.name == "NVIDIA H200");
    CHECK(use.known == 0);
    CHECK(sorted(e.taken) == kAll);
    CHECK(e.tasks() == 1);
    CHECK(e.queue.demands[0].card);
    CHECK_FALSE(e.queue.demands[0].alone);
    e.spool.remove();
    CHECK_FALSE(fs::exists(e.home / "spool-card"));
}

TEST_CASE("what a task did not get to is timed by the next one, and nothing twice")
{
    for (const judging::End end : {judging::End::died, judging::End::limit, judging::End::lost, judging::End::cancelled}) {
        CAPTURE(int(end));
        Errands e;
        e.request.candidates[0].asked[1].known.push_back(key_of(e.request.candidates[0], e.request.candidates[0].asked[1]));
        e.queue.on_start = [&](unsigned number) { return number < 2 ? e.time(number, 2, end) : e.time(number, 100); };
        const speed::CardUse use = e.run();
        CHECK(use.card.name == "NVIDIA H200");
        CHECK(use.known == 1);                               // `ada tiled` alone, which an earlier run took
        CHECK(sorted(e.taken) == std::vector<std::string>{"ada basic", "bob basic", "bob tiled", "eve basic", "eve tiled"});
        CHECK(e.tasks() == 3);
    }
}

TEST_CASE("a node that goes down with the task costs no time that it took")
{
    Errands e;
    e.queue.on_start = [&](unsigned number) {
        judging::QueuedTask task = e.time(number, number == 0 ? 3 : 100);
        if (number == 0) task.phase = judging::Phase::running, e.queue.down_nodes = {"n4"};
        else e.queue.down_nodes.clear();
        return task;
    };
    CHECK(e.run().card.name == "NVIDIA H200");
    CHECK(sorted(e.taken) == kAll);
    CHECK(std::ranges::find(e.queue.cancelled, "0/0") != e.queue.cancelled.end());
}

TEST_CASE("two tasks in a row that take nothing end it, with what the last one printed")
{
    Errands e;
    e.queue.on_start = [&](unsigned number) {
        std::ofstream(e.spool.folder() / std::to_string(number) / "0.log") << "the sandbox cannot be set up\n  where: n4\n  try:   grader doctor\n";
        return e.time(number, 0, judging::End::died);
    };
    const speed::CardUse use = e.run();
    CHECK(use.card.name.empty());
    CHECK(use.card.why.headline == "no card: the queue's tasks died");
    CHECK(use.card.why.where == "last on n4; it printed: the sandbox cannot be set up (n4)");
    CHECK(e.tasks() == 2);
    CHECK(e.taken.empty());
}

TEST_CASE("an answer that was cut short counts as absent: it is taken again")
{
    Errands e;
    e.queue.on_start = [&](unsigned number) {
        judging::QueuedTask task = e.time(number, 100);
        if (number > 0) return task;
        for (const auto& entry : fs::directory_iterator(e.spool.folder() / "0/answers")) fs::resize_file(entry.path(), fs::file_size(entry.path()) - 3);
        return task;
    };
    CHECK(e.run().card.name == "NVIDIA H200");
    CHECK(sorted(e.taken) == kAll);
    CHECK(e.tasks() == 2);
}

TEST_CASE("a queue that has no card to give, never starts the task or does not answer, is quoted; nothing is timed, and nothing fails")
{
    SUBCASE("it refuses")
    {
        Errands e;
        e.queue.refuses = "sbatch: error: Invalid generic resource (gres) specification";
        const speed::CardUse use = e.run();
        CHECK(use.card.why.headline == "no card: the queue does not give one");
        CHECK(use.card.why.where == e.queue.refuses);
        CHECK(use.card.why.attempt == "name a partition that has cards: --slurm-card-args=--partition=gpu");
    }
    SUBCASE("it will never start it")
    {
        Errands e;
        e.queue.on_start = [](unsigned) {
            judging::QueuedTask task;
            task.reason = "PartitionDown", task.refused = true;
            return task;
        };
        const speed::CardUse use = e.run();
        CHECK(use.card.why.headline == "no card: the queue does not start the task: PartitionDown");
        CHECK(e.queue.cancelled == std::vector<std::string>{"0/0"});
    }
    SUBCASE("it is silent")
    {
        Errands e;
        e.queue.silent_looks = 1 << 30;
        CHECK(e.run().card.why.headline == "no card: the queue does not answer");
    }
    SUBCASE("it is silent for a moment only")
    {
        Errands e;
        e.queue.silent_looks = 5;
        CHECK(e.run().card.name == "NVIDIA H200");
    }
}

TEST_CASE("a task of a run that was stopped is cancelled, and the times that it took count")
{
    Errands e;
    const unsigned earlier = e.spool.write(e.request);
    judging::QueuedTask left = e.time(earlier, 2);
    left.place = {earlier, 0}, left.id = "earlier", left.phase = judging::Phase::running;
    e.queue.queued.push_back(left);
    CHECK(e.run().card.name == "NVIDIA H200");
    CHECK(sorted(e.taken) == kAll);
    CHECK(e.queue.cancelled == std::vector<std::string>{"earlier"});
}

TEST_CASE("a request reaches the node as it was made, bytes and credit included")
{
    Errands e;
    e.request.candidates[1].bytes = std::string("a\0b\n\xff", 5);
    e.request.candidates[1].student = "Zoë";
    e.request.candidates[2].asked[0].credit = course::SpeedCredit{course::SpeedCredit::Over::basic, 5, 1.5, 4, 3};
    e.request.confinement.sandboxed = false;
    const speed::TimingRequest there = speed::read_timing_request(e.spool.folder(), e.spool.write(e.request));
    REQUIRE(there.candidates.size() == 3);
    CHECK(there.candidates[1].bytes == e.request.candidates[1].bytes);
    CHECK(there.candidates[1].student == "Zoë");
    CHECK(there.candidates[2].bytes == "int main;");
    const auto credit = there.candidates[2].asked[0].credit;
    REQUIRE(credit);
    CHECK(credit->over == course::SpeedCredit::Over::basic);
    CHECK(credit->full == 4);
    CHECK(credit->steps == 3);
    CHECK_FALSE(there.candidates[2].asked[1].credit);
    CHECK_FALSE(there.confinement.sandboxed);
    CHECK(there.manifest.file == "/build/manifest.json");
    judging::write_sealed(e.spool.folder() / "0/request", "{}");
    CHECK_THROWS(speed::read_timing_request(e.spool.folder(), 0));
}

}  // namespace card_task_test
