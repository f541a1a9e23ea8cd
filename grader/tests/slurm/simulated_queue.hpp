#pragma once
// A queue whose nodes do what a test says, at the next look.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "judging/executor/queue.hpp"
#include "judging/executor/spool.hpp"

namespace halo::grader::test {

/// What a task does when it is started.
struct Deed {
    judging::End end = judging::End::well;
    std::size_t judges = 1000;           ///< of its submissions, before it ends
    bool stays = false;                  ///< it does not end, until the test says so
    bool goes_down = false;              ///< as `stays`, and its node is down afterwards
};

class SimulatedQueue final : public judging::Queue {
public:
    SimulatedQueue(std::filesystem::path spool, std::vector<std::string> nodes) : spool_(std::move(spool)), nodes_(std::move(nodes)) {}

    /// The whole script of a test: what happens to a task on a node. It may also write results of its own.
    std::function<Deed(const judging::ChunkFile&, judging::Place, const std::string& node)> on_start = [](const judging::ChunkFile&, judging::Place, const std::string&) { return Deed{}; };
    std::size_t longest_array = 1000000;
    std::string refuses;                 ///< why no batch is taken; empty: they are
    std::string never_starts;            ///< why no task starts
    int silent_looks = 0;                ///< so often it does not answer
    std::vector<judging::Demand> demands;         ///< of each batch taken
    std::vector<std::size_t> sizes;      ///< submissions of each task started

    void submit(unsigned batch, std::size_t tasks, const std::filesystem::path&, const judging::Demand& demand) override
    {
        if (!refuses.empty()) throw judging::Refused(refuses);
        if (tasks > longest_array) throw judging::Refused("Invalid job array specification");
        demands.push_back(demand);
        for (unsigned i = 0; i < tasks; ++i) {
            judging::QueuedTask task;
            task.place = {batch, i};
            task.id = task.place.text();
            queued_.push_back(task);
            without_[batch] = {demand.without.begin(), demand.without.end()};
        }
    }

    std::optional<std::vector<judging::QueuedTask>> tasks() override
    {
        if (silent_looks > 0 && silent_looks-- > 0) return std::nullopt;
        for (judging::QueuedTask& task : queued_)
            if (task.phase == judging::Phase::waiting) start(task);
        return queued_;
    }

    std::vector<std::string> down() override { return {down_.begin(), down_.end()}; }

    void cancel(const std::vector<judging::QueuedTask>& tasks) override
    {
        for (const judging::QueuedTask& task : tasks) {
            cancelled.insert(task.id);
            end(task.place, judging::End::cancelled);
        }
    }

    void end(judging::Place place, judging::End how)
    {
        for (judging::QueuedTask& task : queued_)
            if (task.place == place && task.phase != judging::Phase::ended) task.phase = judging::Phase::ended, task.end = how;
    }

    std::set<std::string> cancelled;

    /// As a node does it.
    static void judge(const std::filesystem::path& spool, const judging::RemoteTask& task, judging::Place place, Verdict verdict = Verdict::passed)
    {
        judging::RemoteResult result{task.id, false, {}};
        for (const judging::Asked& asked : task.asked) result.judgements.push_back(bare_judgement(asked.function, verdict, {}));
        judging::write_result(spool, place, result);
    }

private:
    void start(judging::QueuedTask& task)
    {
        if (!never_starts.empty()) {
            task.reason = never_starts, task.refused = true;
            return;
        }
        for (std::size_t tries = 0; tries < nodes_.size(); ++tries) {
            const std::string& node = nodes_[next_++ % nodes_.size()];
            if (down_.contains(node) || without_[task.place.batch].contains(node)) continue;
            const judging::ChunkFile chunk(spool_, task.place);
            const Deed deed = on_start(chunk, task.place, node);
            sizes.push_back(chunk.tasks.size());
            for (std::size_t i = 0; i < std::min(deed.judges, chunk.tasks.size()); ++i) judge(spool_, chunk.tasks[i], task.place);
            task.node = node;
            task.phase = deed.stays || deed.goes_down ? judging::Phase::running : judging::Phase::ended;
            task.end = deed.end;
            if (deed.goes_down) down_.insert(node);
            return;
        }
    }

    std::filesystem::path spool_;
    std::vector<std::string> nodes_;
    std::size_t next_ = 0;
    std::vector<judging::QueuedTask> queued_;
    std::map<unsigned, std::set<std::string>> without_;
    std::set<std::string> down_;
};

}  // namespace halo::grader::test
