#include "speed/card_task.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "judging/executor/since.hpp"
#include "judging/executor/slurm.hpp"
#include "machine/errors.hpp"
#include "machine/progress.hpp"
#include "machine/text.hpp"
#include "speed/here.hpp"

namespace halo::grader::speed {
namespace {

constexpr std::size_t kMemory_mib = 16384;       // arrays of the timer, and the process that is timed
constexpr int kFruitless = 2;                    // tasks that took no time at all
constexpr double kRefusal_s = 30;
constexpr const char* kOtherPartition = "name a partition that has cards: --slurm-card-args=--partition=gpu";

/// A contest takes 3 to 5 s, and one in doubt nine of them; compiling a second or two. A limit that is reached costs nothing: the next task goes on.
unsigned minutes_for(std::size_t functions) { return 3 + unsigned(std::ceil(double(functions) / 4)); }

/// One class on its way through the queue.
class Errand {
public:
    Errand(CardSpool& spool, judging::Queue& queue, const judging::Distribution& how, TimingRequest request, const TakeTiming& take)
        : spool_(spool), queue_(queue), how_(how), request_(std::move(request)), take_(take), progress_(request_.functions(), request_.progress)
    {
    }

    CardUse run()
    {
        for (int fruitless = 0; fruitless < kFruitless;) {
            const std::size_t before = taken_;
            if (!cancel_earlier()) return no_answer();
            const unsigned number = spool_.write(request_);
            judging::Demand demand;
            demand.minutes = minutes_for(request_.functions() - taken_);
            demand.memory_mib = kMemory_mib;
            demand.card = true;
            try {
                queue_.submit(number, 1, spool_.script(number), demand);
            } catch (const judging::Refused& refused) {
                return none("the queue does not give one", refused.what(), kOtherPartition);
            }
            if (const auto refusal = wait_for({number, 0})) return *refusal;
            if (end_) {
                end_->known -= std::min(end_->known, taken_ - taken_by_last_);       // what earlier tasks of this errand took
                return *end_;
            }
            fruitless = taken_ > before ? 0 : fruitless + 1;
        }
        return none(fmt::format("the queue's tasks {}", ending_), where_, "run the same command again; if it stays so, look at the node");
    }

private:
    static CardUse none(const std::string& headline, const std::string& where, const std::string& attempt) { return {{"", "", {"no card: " + headline, where, attempt}}, 0}; }

    static CardUse no_answer() { return none("the queue does not answer", "squeue failed", "look at `squeue` and `sinfo`, then run the same command again"); }

    /// Of a run that was stopped: what it took is kept, and its task would time the same again. False: the queue does not answer.
    bool cancel_earlier()
    {
        judging::Since silent;
        auto queued = queue_.tasks();
        for (; !queued && !silent.lasts(how_.patience_s); queued = queue_.tasks()) rest();
        collect();
        if (!queued) return false;
        std::erase_if(*queued, [](const judging::QueuedTask& task) { return task.phase == judging::Phase::ended; });
        queue_.cancel(*queued);
        return true;
    }

    /// Returns when the task is over; with a value if it will never start, or if what became of it is not known.
    std::optional<CardUse> wait_for(judging::Place place)
    {
        judging::Since silent, stuck, ended;
        taken_by_last_ = 0;
        for (;;) {
            rest();
            const auto queued = queue_.tasks();
            collect();
            if (end_) return std::nullopt;
            if (!queued) {
                if (silent.lasts(how_.patience_s)) return no_answer();
                continue;
            }
            silent.over();
            const judging::QueuedTask task = task_at(place, *queued);
            switch (task.phase) {
            case judging::Phase::waiting:
                if (!task.refused) stuck.over();
                else if (stuck.lasts(std::min(how_.patience_s, kRefusal_s))) {
                    queue_.cancel({task});
                    return none("the queue does not start the task: " + task.reason, "task " + task.id, kOtherPartition);
                }
                break;
            case judging::Phase::running:
                if (!is_down(task.node)) break;
                queue_.cancel({task});
                note_ending("lost their node", task);
                return std::nullopt;
            case judging::Phase::ended:
                if (task.end == judging::End::well && !ended.lasts(how_.grace_s)) break;
                collect();
                note_ending(words(task.end), task);
                return std::nullopt;
            }
        }
    }

    /// What the queue has forgotten has ended long ago.
    static judging::QueuedTask task_at(judging::Place place, const std::vector<judging::QueuedTask>& queued)
    {
        const auto found = std::ranges::find(queued, place, &judging::QueuedTask::place);
        if (found != queued.end()) return *found;
        judging::QueuedTask task;
        task.place = place, task.phase = judging::Phase::ended;
        return task;
    }

    bool is_down(const std::string& node) const
    {
        const std::vector<std::string> down = queue_.down();
        return std::ranges::find(down, node) != down.end();
    }

    static const char* words(judging::End end)
    {
        switch (end) {
        case judging::End::well: return "ended without a word";
        case judging::End::died: return "died";
        case judging::End::limit: return "reached the queue's limit";
        case judging::End::lost: return "lost their node";
        case judging::End::cancelled: return "were cancelled";
        }
        return "ended";
    }

    void note_ending(const std::string& how, const judging::QueuedTask& task)
    {
        const Message said = message_from_text(printable(spool_.log_tail(task.place.batch), true));
        ending_ = how;
        where_ = fmt::format("last on {}; {}", task.node.empty() ? "an unknown node" : task.node,
                             said.headline.empty() ? "it printed nothing" : "it printed: " + said.headline + (said.where.empty() ? "" : " (" + said.where + ")"));
    }

    void collect()
    {
        spool_.collect(
            [this](const record::TimingKey& key, const record::Timing& timing) {
                take_(key, timing);
                ++taken_, ++taken_by_last_;
                remember(key);
                progress_.done(fmt::format("{} {} on a card", key.lab, key.function));
            },
            [this](const CardUse& use, unsigned) { end_ = use; });
    }

    /// So that no other task takes it again.
    void remember(const record::TimingKey& key)
    {
        for (Candidate& one : request_.candidates)
            for (AskedTime& asked : one.asked)
                if (one.content == key.content && one.lab == key.lab && asked.function == key.function) asked.known.push_back(key);
    }

    void rest() const { std::this_thread::sleep_for(std::chrono::duration<double>(how_.poll_s)); }

    CardSpool& spool_;
    judging::Queue& queue_;
    const judging::Distribution& how_;
    TimingRequest request_;
    const TakeTiming& take_;
    Progress progress_;
    std::size_t taken_ = 0, taken_by_last_ = 0;
    std::optional<CardUse> end_;
    std::string ending_, where_;                 // of the last task
};

}  // namespace

CardUse time_in_queue(CardSpool& spool, judging::Queue& queue, const judging::Distribution& how, TimingRequest request, const TakeTiming& take)
{
    return Errand(spool, queue, how, std::move(request), take).run();
}

CardUse time_on_cluster(const judging::ClusterOptions& options, const TimingRequest& request, const TakeTiming& take)
{
    std::filesystem::path folder = options.spool;
    folder += "-card";                               // not within the other, which goes when everything is judged
    CardSpool spool(folder);
    judging::Slurm queue(spool.folder(), options.card_sbatch.empty() ? options.sbatch : options.card_sbatch, 0);
    const CardUse use = time_in_queue(spool, queue, options.how, request, take);
    spool.remove();
    return use;
}

void time_task(const std::filesystem::path& spool, unsigned number)
{
    TimingRequest request = read_timing_request(spool, number);
    if (const std::string reason = sandbox::why_not(request.confinement); !reason.empty()) throw GraderFault(message_from_text(reason));
    request.manifest = course::read_manifest(request.manifest.file);
    const CardUse use = time_here(request, [&](const record::TimingKey& key, const record::Timing& timing) {
        answer_time(spool, number, key, timing);
        fmt::print(stderr, "timed {} {}\n", key.lab, key.function);
    });
    answer_end(spool, number, use);
}

}  // namespace halo::grader::speed
