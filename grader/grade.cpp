#include "grade.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "errors.hpp"
#include "progress.hpp"

namespace halo::grader {
namespace {

/// One file for one lab, whoever handed it in, and the functions that have no verdict yet.
struct Work {
    std::size_t number = 0;
    const LabBuild* lab = nullptr;
    const Submission* submission = nullptr;   ///< the first student's, for the bytes
    std::vector<Key> keys;
};

class Grading {
public:
    Grading(const GradeOptions& options, Ledger& ledger) : options_(options), ledger_(ledger) {}

    Graded run()
    {
        const auto start = std::chrono::steady_clock::now();
        const Manifest manifest = read_manifest(options_.manifest);
        labs_ = manifest.select(options_.labs);
        for (LabBuild& lab : labs_)
            if (const auto added = options_.tests.find(lab.lab); added != options_.tests.end()) lab.tests = added->second;
        Intake intake = take_in(options_.submissions, labs_, options_.intake);
        if (options_.complete) options_.complete(intake);
        for (const std::string& note : intake.notes) fmt::print(stderr, "{}\n", note);

        const Files again = to_rejudge(intake);
        describe(manifest, intake);
        ledger_.begin(run_);
        const std::vector<Work> todo = unjudged(intake, again);
        if (!todo.empty() && options_.cluster) {
            judge_remotely(todo);
        } else if (!todo.empty()) {
            sandbox::StagingDir staging(options_.policy);
            const Kit kit(manifest, labs_, staging);
            Compiler compiler(kit, staging, options_.policy, options_.settings);
            judge_all(todo, {kit, compiler, staging});
        }
        graded_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return graded_;
    }

private:
    void describe(const Manifest& manifest, const Intake& intake)
    {
        run_.submissions = std::filesystem::path(options_.submissions / "").parent_path().filename().string();
        run_.settings = options_.settings.text();
        run_.sandboxed = options_.policy.sandboxed;
        run_.students = intake.students;
        run_.people = intake.people;
        run_.submissions_list = intake.submissions;
        HarnessHash harness(manifest);
        for (const LabBuild& lab : labs_)
            run_.labs.push_back({lab.lab, lab.title, harness.of(lab), functions_of(lab)});
    }

    using Files = std::set<std::pair<std::string, std::string>>;      ///< (lab, content)

    /// The files of the students that --rejudge names; others who handed in the same file get the same verdict.
    Files to_rejudge(const Intake& intake) const
    {
        for (const std::string& student : options_.rejudge)
            if (std::find(intake.students.begin(), intake.students.end(), student) == intake.students.end())
                throw UsageError({fmt::format("grader: --rejudge {}: there is no such student", student),
                                  options_.submissions.string(), "give the name of a folder in it; the option may be repeated"});
        Files files;
        for (const Submission& submission : intake.submissions)
            if (std::find(options_.rejudge.begin(), options_.rejudge.end(), submission.student) != options_.rejudge.end())
                files.emplace(submission.lab, submission.content);
        return files;
    }

    /// Grouped by content, so that a file handed in twice is judged once.
    std::vector<Work> unjudged(const Intake& intake, const Files& again)
    {
        std::map<std::pair<std::string, std::string>, bool> seen;
        std::vector<Work> todo;
        for (const Submission& submission : intake.submissions) {
            if (!submission.bytes || !seen.emplace(std::pair(submission.lab, submission.content), true).second) continue;
            const bool rejudged = again.contains({submission.lab, submission.content});
            Work work;
            work.number = todo.size();
            work.submission = &submission;
            for (std::size_t i = 0; i < labs_.size(); ++i) {
                if (labs_[i].lab != submission.lab) continue;
                work.lab = &labs_[i];
                for (const std::string& function : run_.labs[i].functions) {
                    Key key = key_of(run_, run_.labs[i], submission, function);
                    const auto known = ledger_.verdict(key);
                    if (known && rejudged) graded_.rejudged.push_back({submission.student, key, *known});
                    if (known && !rejudged) ++graded_.known;
                    else work.keys.push_back(std::move(key));
                }
            }
            total_ += work.keys.size();
            if (!work.keys.empty()) todo.push_back(std::move(work));
        }
        return todo;
    }

    /// What all judgings of a run share.
    struct Workshop {
        const Kit& kit;
        Compiler& compiler;
        sandbox::StagingDir& staging;
    };

    void judge_all(const std::vector<Work>& todo, const Workshop& shop)
    {
        Progress progress(total_, options_.progress);
        std::atomic<std::size_t> next{0};
        const auto worker = [&] {
            for (std::size_t i = next++; i < todo.size() && !broken(); i = next++)
                judge_one(todo[i], shop, progress, Sharing::with_others);
        };
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
        unsigned count = options_.jobs ? options_.jobs : 2 * cores;        // while one waits for its sandbox, another computes
        count = static_cast<unsigned>(std::min<std::size_t>(count, todo.size()));
        std::vector<std::thread> pool;
        for (unsigned i = 0; i < count; ++i) pool.emplace_back(worker);
        for (std::thread& thread : pool) thread.join();
        for (const Work& work : alone_)
            if (!broken()) judge_one(work, shop, progress, Sharing::alone);
        if (broken_) throw GraderFault(*broken_);
    }

    void judge_one(const Work& work, const Workshop& shop, Progress& progress, Sharing sharing)
    {
        std::unique_ptr<Assessment> assessment;
        const Judge judge(*work.lab, shop.kit, options_.policy, sharing);
        for (std::size_t i = 0; i < work.keys.size(); ++i) {
            const Key& key = work.keys[i];
            try {
                const std::int64_t judging = ledger_.start(key, run_.id);
                Judgement judgement;
                try {
                    if (!assessment)
                        assessment = std::make_unique<Assessment>(
                            *work.lab, *work.submission->bytes, shop.compiler, shop.staging, options_.policy, options_.settings,
                            fmt::format("{}{}", work.number, sharing == Sharing::alone ? "-alone" : ""), sharing);
                    judgement = assessment->judge(judge, key.function,
                                                  seed_for(ledger_.secret(), key.content, key.lab, key.function));
                } catch (const Disturbed&) {
                    // In the ledger this judging has no end, like one that was cut short.
                    const std::lock_guard guard(mutex_);
                    alone_.push_back(work);
                    alone_.back().keys.erase(alone_.back().keys.begin(), alone_.back().keys.begin() + std::ptrdiff_t(i));
                    return;
                } catch (const std::exception& error) {
                    judgement = fault(key.function, error);
                }
                ledger_.finish(judging, key, judgement);
                const std::lock_guard guard(mutex_);
                if (judgement.verdict == Verdict::grader_fault) ++graded_.faults;
                ++graded_.judged;
            } catch (const std::exception& error) {
                // Without a ledger there is no point in going on.
                const std::lock_guard guard(mutex_);
                broken_ = unwritable(error);
                return;
            }
            progress.done(fmt::format("{} {}", work.submission->student, key.lab));
        }
    }

    /// The ledger stays here: only submissions and judgements travel.
    void judge_remotely(const std::vector<Work>& todo)
    {
        const Terms terms{std::filesystem::absolute(options_.manifest), options_.policy.bwrap, options_.settings};
        std::vector<RemoteTask> tasks;
        for (const Work& work : todo) {
            const Key& key = work.keys.front();
            RemoteTask task{{}, key.lab, key.harness, {}, *work.submission->bytes, work.submission->student, work.lab->tests};
            for (const std::string& function : std::ranges::find(run_.labs, key.lab, &RunLab::lab)->functions)
                task.asked.push_back({function, seed_for(ledger_.secret(), key.content, key.lab, function)});
            const bool again = std::ranges::any_of(graded_.rejudged, [&](const Rejudged& r) { return r.key.content == key.content && r.key.lab == key.lab; });
            task.id = id_of(key.content, task, terms, again ? std::to_string(run_.id) : "");
            tasks.push_back(std::move(task));
        }
        Progress progress(total_, options_.progress);
        judge_on_cluster(*options_.cluster, tasks, terms, [&](std::size_t number, const std::vector<Judgement>& judgements) {
            for (const Key& key : todo[number].keys) {
                const Judgement& judgement = *std::ranges::find(judgements, key.function, &Judgement::function);
                try {
                    ledger_.finish(ledger_.start(key, run_.id), key, judgement);
                } catch (const std::exception& error) {
                    throw GraderFault(unwritable(error));
                }
                if (judgement.verdict == Verdict::grader_fault) ++graded_.faults;
                ++graded_.judged;
                progress.done(fmt::format("{} {}", todo[number].submission->student, key.lab));
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

    const GradeOptions& options_;
    Ledger& ledger_;
    std::vector<LabBuild> labs_;
    Run run_;
    Graded graded_;
    std::size_t total_ = 0;
    std::mutex mutex_;                     // protects what follows, and graded_ while several threads judge
    std::vector<Work> alone_;              // to be judged again when nothing else runs
    std::optional<Message> broken_;
};

}  // namespace

Judgement fault(const std::string& function, const std::exception& error)
{
    if (const auto* ours = dynamic_cast<const GraderFault*>(&error))
        return bare_judgement(function, Verdict::grader_fault, ours->message);
    return bare_judgement(function, Verdict::grader_fault, {fmt::format("the grader failed: {}", error.what()), "", ""});
}

Key key_of(const Run& run, const RunLab& lab, const Submission& submission, const std::string& function)
{
    return {submission.content, lab.lab, function, lab.harness, run.settings};
}

Graded grade(const GradeOptions& options, Ledger& ledger) { return Grading(options, ledger).run(); }

}  // namespace halo::grader
