#include "judging/executor/distribution.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "judging/executor/blame.hpp"
#include "judging/executor/since.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

constexpr std::size_t kArray = 1000;         // tasks in a batch: below MaxArraySize where nobody changed it
constexpr int kHopeless = 4;                 // deaths, and nothing judged so far: no node can do it
constexpr std::size_t kOwnMemory_mib = 512;  // of the grader on the node, beside compiler or submission

/// Submissions for one task of the queue.
struct Piece {
    std::vector<std::size_t> tasks;
    bool alone = false;
};

struct Chunk {
    Piece piece;
    QueuedTask last;                         ///< as the queue showed it last
    bool produced = false;                   ///< at least one result came
    bool recalled = false;                   ///< we cancelled it
    Since ended;
};

struct Record {
    bool done = false;
    std::optional<Place> in;                 ///< the task of the queue that has it
};

class Distributing {
public:
    Distributing(const std::vector<RemoteTask>& tasks, const Terms& terms, Spool& spool, Queue& queue, const Distribution& how, const Take& take)
        : tasks_(tasks), terms_(terms), spool_(spool), queue_(queue), how_(how), take_(take), records_(tasks.size()), blame_(tasks.size()), open_(tasks.size())
    {
        for (std::size_t i = 0; i < tasks.size(); ++i) numbers_.emplace(tasks[i].id, i);
    }

    void run()
    {
        adopt();
        Piece piece;
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            if (records_[i].done || records_[i].in) continue;
            piece.tasks.push_back(i);
            if (piece.tasks.size() == how_.chunk) backlog_.push_back(std::exchange(piece, {}));
        }
        if (!piece.tasks.empty()) backlog_.push_back(std::move(piece));

        while (open_ > 0) {
            submit_backlog();
            std::this_thread::sleep_for(std::chrono::duration<double>(how_.poll_s));
            look();
        }
        recall([](const Chunk&) { return true; });       // tasks whose submissions others have judged
    }

private:
    /// What an earlier run, which was stopped, left behind.
    void adopt()
    {
        auto queued = queue_.tasks();
        for (Since silent; !queued && !silent.lasts(how_.patience_s); queued = queue_.tasks())
            std::this_thread::sleep_for(std::chrono::duration<double>(how_.poll_s));
        if (!queued) no_answer();
        collect();
        std::vector<QueuedTask> unwanted;
        for (const QueuedTask& task : *queued) {
            if (task.phase == Phase::ended) continue;
            Chunk chunk;
            for (const std::string& id : spool_.ids_in(task.place))
                if (const auto number = numbers_.find(id); number != numbers_.end() && !records_[number->second].done && !records_[number->second].in) {
                    records_[number->second].in = task.place;
                    chunk.piece.tasks.push_back(number->second);
                }
            chunk.last = task;
            if (chunk.piece.tasks.empty()) unwanted.push_back(task);
            else chunks_.emplace(task.place, std::move(chunk));
        }
        queue_.cancel(unwanted);
        if (!chunks_.empty()) fmt::print(stderr, "grader: {} tasks of an earlier run are still in the queue; it goes on with them\n", chunks_.size());
    }

    void submit_backlog()
    {
        for (const bool alone : {false, true}) {
            std::vector<Piece> ready;
            std::erase_if(backlog_, [&](Piece& piece) { return piece.alone == alone && (ready.push_back(std::move(piece)), true); });
            for (std::size_t at = 0, size = kArray; at < ready.size();) {
                size = std::min(size, ready.size() - at);
                try {
                    submit({ready.begin() + std::ptrdiff_t(at), ready.begin() + std::ptrdiff_t(at + size)});
                    at += size;
                } catch (const Refused& refused) {
                    if (size > 1) {                          // larger than the queue's longest array, perhaps
                        size /= 2;
                        continue;
                    }
                    backlog_.insert(backlog_.end(), ready.begin() + std::ptrdiff_t(at), ready.end());
                    if (chunks_.empty() && !blame_.excluded().empty())
                        throw GraderFault({"no node is left that judges anything", where(last_death_), "fix that, then run the same command again: it goes on"});
                    if (chunks_.empty())
                        throw GraderFault({"the queue does not take the submissions", refused.what(), "look at --slurm-args and --chunk, then run the same command again: it goes on"});
                    return;                                  // until some of ours have ended
                }
            }
        }
    }

    void submit(const std::vector<Piece>& pieces)
    {
        std::vector<std::vector<const RemoteTask*>> chunks;
        Demand demand;
        demand.alone = pieces.front().alone;
        demand.without.assign(blame_.excluded().begin(), blame_.excluded().end());
        demand.memory_mib = std::max(terms_.settings.compile_memory_mib, terms_.settings.run_memory_mib) + kOwnMemory_mib;
        for (const Piece& piece : pieces) {
            chunks.emplace_back();
            for (const std::size_t number : piece.tasks) chunks.back().push_back(&tasks_[number]);
            demand.minutes = std::max(demand.minutes, minutes_for(chunks.back(), terms_.settings));
        }
        const unsigned batch = spool_.write_batch(terms_, demand.alone, chunks);
        queue_.submit(batch, pieces.size(), spool_.script(batch), demand);
        for (unsigned index = 0; index < pieces.size(); ++index) {
            Chunk chunk;
            chunk.piece = pieces[index];
            chunk.last.place = {batch, index};
            for (const std::size_t number : chunk.piece.tasks) records_[number].in = chunk.last.place;
            chunks_.emplace(chunk.last.place, std::move(chunk));
        }
    }

    /// The queue first, then the results: what a task wrote before it ended is seen.
    void look()
    {
        const auto queued = queue_.tasks();
        const std::vector<std::string> down = queued ? queue_.down() : std::vector<std::string>{};
        collect();
        if (!queued) {
            if (silent_.lasts(how_.patience_s)) no_answer();
            return;
        }
        silent_.over();
        std::map<Place, QueuedTask> now;
        for (const QueuedTask& task : *queued) now.insert_or_assign(task.place, task);

        std::vector<QueuedTask> orphans;
        for (auto it = chunks_.begin(); it != chunks_.end();) {
            Chunk& chunk = it->second;
            const auto seen = now.find(it->first);
            if (seen != now.end()) chunk.last = seen->second;
            else chunk.last.phase = Phase::ended, chunk.last.end = End::well;           // long ago, and forgotten by the queue
            if (chunk.last.phase == Phase::running && std::ranges::find(down, chunk.last.node) != down.end()) {
                orphans.push_back(chunk.last);
                chunk.last.phase = Phase::ended, chunk.last.end = End::lost;
            }
            it = chunk.last.phase == Phase::ended && settled(chunk) ? chunks_.erase(it) : std::next(it);
        }
        queue_.cancel(orphans);
        check_hope();
    }

    void collect()
    {
        spool_.collect([this](const RemoteResult& result, unsigned batch, bool readable) {
            const auto found = numbers_.find(result.id);
            if (found == numbers_.end() || records_[found->second].done) return;
            const std::size_t number = found->second;
            const bool whole = readable && (result.disturbed || std::ranges::equal(result.judgements, tasks_[number].asked, {}, &Judgement::function, &Asked::function));
            const Record& record = records_[number];
            const auto chunk = record.in && record.in->batch == batch ? chunks_.find(*record.in) : chunks_.end();
            if (chunk != chunks_.end() && whole) chunk->second.produced = any_result_ = true;
            const bool faulty = std::ranges::any_of(result.judgements, [](const Judgement& j) { return j.verdict == Verdict::grader_fault; });
            if (whole && !result.disturbed && (!faulty || blame_.faulted(number))) {
                done(number, result.judgements);
                return;
            }
            if (chunk == chunks_.end()) return;              // of a task that was given up: the submission is in another one now
            std::erase(chunk->second.piece.tasks, number);
            if (!whole && blame_.damaged(number)) give_up(number, "its results were damaged again and again", "");
            else backlog_.push_back({{number}, result.disturbed || chunk->second.piece.alone});
        });
    }

    /// True when nothing more will come of a task that has ended; what it left unjudged is in the backlog then.
    bool settled(Chunk& chunk)
    {
        Piece rest{{}, chunk.piece.alone};
        std::ranges::copy_if(chunk.piece.tasks, std::back_inserter(rest.tasks), [this](std::size_t number) { return !records_[number].done; });
        if (rest.tasks.empty()) return true;
        const QueuedTask& task = chunk.last;
        switch (task.end) {
        case End::well:
            if (!chunk.ended.lasts(how_.grace_s)) return false;
            split(std::move(rest), "ended without a judgement", task);
            return true;
        case End::lost:
            fmt::print(stderr, "grader: {} went down; its {} submissions go elsewhere\n", task.node.empty() ? "a node" : task.node, rest.tasks.size());
            std::erase_if(rest.tasks, [&](std::size_t number) { return blame_.lost(number) && (give_up(number, "its nodes went down again and again", "last " + task.node), true); });
            if (!rest.tasks.empty()) backlog_.push_back(std::move(rest));
            return true;
        case End::limit:
            split(std::move(rest), "reached the queue's limit", task);
            return true;
        case End::died:
            bury(chunk, rest);
            return true;
        case End::cancelled:
            if (!chunk.recalled)
                throw GraderFault({"somebody cancelled the grader's tasks", "task " + task.id, "run the same command again: it goes on; what was judged is in the ledger"});
            backlog_.push_back(std::move(rest));
            return true;
        }
        return true;
    }

    /// In halves, until it is clear which submission does not fit.
    void split(Piece rest, const std::string& how, const QueuedTask& task)
    {
        if (rest.tasks.size() == 1) {
            const std::size_t number = rest.tasks.front();
            if (blame_.cut(number)) give_up(number, "two tasks that had nothing else to judge " + how, where(task));
            else backlog_.push_back(std::move(rest));
            return;
        }
        const auto middle = rest.tasks.begin() + std::ptrdiff_t((rest.tasks.size() + 1) / 2);
        backlog_.push_back({{rest.tasks.begin(), middle}, rest.alone});
        backlog_.push_back({{middle, rest.tasks.end()}, rest.alone});
    }

    /// Submissions are judged in order: the first without a result is the one that the task died of, if it did.
    void bury(const Chunk& chunk, const Piece& rest)
    {
        const std::size_t suspect = rest.tasks.front();
        const std::size_t excluded = blame_.excluded().size();
        const bool given_up = blame_.died(suspect, chunk.last.node, !chunk.produced);
        if (!chunk.produced) ++deaths_, deadly_.insert(chunk.last.node);
        last_death_ = chunk.last;
        if (given_up) give_up(suspect, "tasks died again and again while judging it", where(chunk.last));
        else backlog_.push_back({{suspect}, rest.alone});
        if (rest.tasks.size() > 1) backlog_.push_back({{rest.tasks.begin() + 1, rest.tasks.end()}, rest.alone});
        if (blame_.excluded().size() <= excluded) return;
        fmt::print(stderr, "grader: {} is left out: two tasks died there before they judged anything; {}\n", chunk.last.node, last_words(chunk.last.place));
        recall([](const Chunk& waiting) { return waiting.last.phase == Phase::waiting; });      // or it would take them, too
    }

    void recall(const std::function<bool(const Chunk&)>& which)
    {
        std::vector<QueuedTask> tasks;
        for (auto& [place, chunk] : chunks_)
            if (which(chunk) && chunk.last.phase != Phase::ended && !chunk.last.id.empty()) chunk.recalled = true, tasks.push_back(chunk.last);
        queue_.cancel(tasks);
    }

    /// Is there reason to wait?
    void check_hope()
    {
        const auto any = [this](const std::function<bool(const QueuedTask&)>& is) { return std::ranges::any_of(chunks_, [&](const auto& entry) { return is(entry.second.last); }); };
        const bool promising = any([this](const QueuedTask& task) { return task.phase == Phase::running && !deadly_.contains(task.node); });
        if (open_ > 0 && !any_result_ && deaths_ >= kHopeless && !promising) {
            recall([](const Chunk&) { return true; });
            throw GraderFault({fmt::format("no task on the cluster judges anything: {} of {} died", deaths_, deaths_), where(last_death_),
                               "every node must see the build folder and the spool (--spool) by the same name"});
        }
        const auto refused = std::ranges::find_if(chunks_, [](const auto& entry) { return entry.second.last.refused; });
        if (refused == chunks_.end() || any([](const QueuedTask& task) { return task.phase != Phase::waiting; })) {
            stuck_.over();
            return;
        }
        if (!stuck_.lasts(std::min(how_.patience_s, kRefusal_s))) return;
        const std::string reason = refused->second.last.reason;
        recall([](const Chunk&) { return true; });
        throw GraderFault({"the queue does not start the grader's tasks: " + reason, fmt::format("task {} waits, and nothing of ours runs", refused->second.last.id),
                           "ask for another partition with --slurm-args, or wait until this one is up; the same command goes on then"});
    }

    void done(std::size_t number, const std::vector<Judgement>& judgements)
    {
        records_[number].done = true;
        --open_;
        take_(number, judgements);
    }

    void give_up(std::size_t number, const std::string& what, const std::string& where)
    {
        std::vector<Judgement> judgements;
        for (const Asked& asked : tasks_[number].asked)
            judgements.push_back(bare_judgement(asked.function, Verdict::grader_fault, {"the cluster did not judge it: " + what, where, "grade again; if it stays so, without --executor slurm"}));
        done(number, judgements);
    }

    std::string where(const QueuedTask& task) const { return fmt::format("last on {}; {}", task.node.empty() ? "an unknown node" : task.node, last_words(task.place)); }

    /// In one line.
    std::string last_words(Place place) const
    {
        const std::string tail = printable(spool_.log_tail(place), true);
        if (tail.empty()) return "it printed nothing";
        const Message message = message_from_text(tail);
        return "it printed: " + printable(message.where.empty() ? message.headline : message.headline + " (" + message.where + ")");
    }

    [[noreturn]] void no_answer() const
    {
        throw GraderFault({"the queue does not answer", "squeue failed", "look at `squeue` and `sinfo`; when they work, run the same command again: it goes on"});
    }

    static constexpr double kRefusal_s = 30;         // a partition that is only being reconfigured is back by then

    const std::vector<RemoteTask>& tasks_;
    const Terms& terms_;
    Spool& spool_;
    Queue& queue_;
    const Distribution& how_;
    const Take& take_;
    std::map<std::string, std::size_t> numbers_;     // of an id
    std::vector<Record> records_;
    Blame blame_;
    std::size_t open_;
    std::map<Place, Chunk> chunks_;                  // in the queue
    std::deque<Piece> backlog_;                      // not there yet
    int deaths_ = 0;                                 // of tasks that had judged nothing
    std::set<std::string> deadly_;                   // nodes of such
    bool any_result_ = false;
    QueuedTask last_death_;
    Since silent_, stuck_;
};

}  // namespace

unsigned minutes_for(const std::vector<const RemoteTask*>& tasks, const Settings& settings)
{
    constexpr double kCommon_s = 20;
    double worst = 0;
    for (const RemoteTask* task : tasks) {
        // A round is a run, and perhaps a question after it; a last run asks about cards.
        const double runs = double(task->asked.size()) * (2 * settings.rounds + 1);
        worst = std::max(worst, Settings::wall_s(settings.compile_cpu_s) + runs * Settings::wall_s(settings.run_cpu_s));
    }
    return unsigned(std::ceil((worst + kCommon_s * double(tasks.size())) / 60));
}

void distribute(const std::vector<RemoteTask>& tasks, const Terms& terms, Spool& spool, Queue& queue, const Distribution& how, const Take& take)
{
    Distributing(tasks, terms, spool, queue, how, take).run();
}

}  // namespace halo::grader::judging
