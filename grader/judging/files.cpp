#include "judging/files.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "findings/processors.hpp"
#include "judging/class.hpp"
#include "judging/one_file.hpp"
#include "machine/errors.hpp"
#include "machine/progress.hpp"

namespace halo::grader::judging {
namespace {

class Judges {
public:
    Judges(const JudgeOptions& options, record::Ledger& ledger, const record::Run& run, record::Judging what_for) : options_(options), ledger_(ledger), run_(run), what_for_(what_for) {}

    Tally judge(const std::vector<course::LabBuild>& labs, const std::vector<Work>& todo)
    {
        for (const Work& work : todo) total_ += work.keys.size();
        if (!todo.empty() && options_.cluster) {
            judge_remotely(todo);
        } else if (!todo.empty()) {
            sandbox::StagingDir staging(options_.confinement);
            const Kit kit(options_.manifest, labs, staging);
            Compiler compiler(kit, staging, options_.confinement, options_.settings);
            judge_here(todo, {kit, compiler, staging});
        }
        return tally_;
    }

private:
    /// What all judgings of a run share.
    struct Workshop {
        const Kit& kit;
        Compiler& compiler;
        sandbox::StagingDir& staging;
    };

    void judge_here(const std::vector<Work>& todo, const Workshop& shop)
    {
        Progress progress(total_, options_.progress);
        std::atomic<std::size_t> next{0};
        const auto worker = [&] {
            for (std::size_t i = next++; i < todo.size() && !broken(); i = next++)
                judge_one(todo[i], shop, progress, sandbox::Sharing::with_others);
        };
        unsigned count = options_.jobs ? options_.jobs : 2 * usable_processors();        // while one waits for its sandbox, another computes
        count = static_cast<unsigned>(std::min<std::size_t>(count, todo.size()));
        std::vector<std::thread> pool;
        for (unsigned i = 0; i < count; ++i) pool.emplace_back(worker);
        for (std::thread& thread : pool) thread.join();
        for (const Work& work : alone_)
            if (!broken()) judge_one(work, shop, progress, sandbox::Sharing::alone);
        if (broken_) throw GraderFault(*broken_);
    }

    void judge_one(const Work& work, const Workshop& shop, Progress& progress, sandbox::Sharing sharing)
    {
        std::unique_ptr<Assessment> assessment;
        const Judge judge(*work.lab, shop.kit, options_.confinement, sharing);
        for (std::size_t i = 0; i < work.keys.size(); ++i) {
            const record::JudgingKey& key = work.keys[i];
            try {
                const std::int64_t judging = ledger_.start(key, run_.id);
                Judgement judgement;
                try {
                    if (!assessment)
                        assessment = std::make_unique<Assessment>(
                            *work.lab, work.bytes, shop.compiler, shop.staging, options_.confinement, options_.settings,
                            fmt::format("{}{}", work.number, sharing == sandbox::Sharing::alone ? "-alone" : ""), sharing, work.slept);
                    judgement = assessment->judge(judge, key.function,
                                                  seed_for(ledger_.secret(), key.content, key.lab, key.function));
                } catch (const sandbox::Disturbed&) {
                    // In the ledger this judging has no end, like one that was cut short.
                    const std::lock_guard guard(mutex_);
                    alone_.push_back(work);
                    alone_.back().slept = assessment && assessment->slept();
                    alone_.back().keys.erase(alone_.back().keys.begin(), alone_.back().keys.begin() + std::ptrdiff_t(i));
                    return;
                } catch (const std::exception& error) {
                    judgement = fault(key.function, error);
                }
                ledger_.finish(judging, key, judgement, what_for_);
                const std::lock_guard guard(mutex_);
                if (judgement.verdict == Verdict::grader_fault) ++tally_.faults;
                ++tally_.judged;
            } catch (const std::exception& error) {
                // Without a ledger there is no point in going on.
                const std::lock_guard guard(mutex_);
                broken_ = unwritable(error);
                return;
            }
            progress.done(fmt::format("{} {}", work.student, key.lab));
        }
    }

    /// The ledger stays here: only submissions and judgements travel.
    void judge_remotely(const std::vector<Work>& todo)
    {
        const Terms terms{std::filesystem::absolute(options_.manifest.file), options_.confinement.bwrap, options_.settings};
        std::vector<RemoteTask> tasks;
        for (const Work& work : todo) {
            const record::JudgingKey& key = work.keys.front();
            RemoteTask task{{}, key.lab, key.harness, {}, work.bytes, work.student, work.lab->tests};
            for (const std::string& function : std::ranges::find(run_.labs, key.lab, &record::RunLab::lab)->functions)
                task.asked.push_back({function, seed_for(ledger_.secret(), key.content, key.lab, function)});
            task.id = id_of(key.content, task, terms, work.again);
            tasks.push_back(std::move(task));
        }
        Progress progress(total_, options_.progress);
        judge_on_cluster(*options_.cluster, tasks, terms, [&](std::size_t number, const std::vector<Judgement>& judgements) {
            for (const record::JudgingKey& key : todo[number].keys) {
                const Judgement& judgement = *std::ranges::find(judgements, key.function, &Judgement::function);
                try {
                    ledger_.finish(ledger_.start(key, run_.id), key, judgement, what_for_);
                } catch (const std::exception& error) {
                    throw GraderFault(unwritable(error));
                }
                if (judgement.verdict == Verdict::grader_fault) ++tally_.faults;
                ++tally_.judged;
                progress.done(fmt::format("{} {}", todo[number].student, key.lab));
            }
        });
    }

    Message unwritable(const std::exception& error) const
    {
        return {fmt::format("the ledger cannot be written: {}", error.what()), options_.out.string(), "check the space left on its disk; everything judged so far is kept"};
    }

    bool broken()
    {
        const std::lock_guard guard(mutex_);
        return broken_.has_value();
    }

    const JudgeOptions& options_;
    record::Ledger& ledger_;
    const record::Run& run_;
    record::Judging what_for_;
    std::size_t total_ = 0;
    std::mutex mutex_;                     // protects what follows while several threads judge
    Tally tally_;
    std::vector<Work> alone_;              // to be judged again when nothing else runs
    std::optional<Message> broken_;
};

}  // namespace

void add_tests(std::vector<course::LabBuild>& labs, const JudgeOptions& options)
{
    for (course::LabBuild& lab : labs)
        if (const auto added = options.tests.find(lab.lab); added != options.tests.end()) lab.tests = added->second;
}

Tally judge_all(const JudgeOptions& options, const std::vector<course::LabBuild>& labs, const std::vector<Work>& todo, record::Ledger& ledger, const record::Run& run, record::Judging what_for)
{
    return Judges(options, ledger, run, what_for).judge(labs, todo);
}

}  // namespace halo::grader::judging
