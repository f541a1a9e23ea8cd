#include "gradebook/regrade.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include <fmt/format.h>

#include "judging/built.hpp"
#include "judging/class.hpp"
#include "judging/lab.hpp"
#include "machine/errors.hpp"
#include "machine/nearest.hpp"

namespace halo::grader::gradebook {
namespace {

class Regrading {
public:
    Regrading(const RegradeOptions& options, record::Ledger& ledger) : options_(options), ledger_(ledger) {}

    Regraded run()
    {
        const auto start = std::chrono::steady_clock::now();
        out_.grades = latest_grades(ledger_);
        for (const std::string& student : options_.students) students_.insert(student_called(student, out_.grades.run.students));
        choose_labs();
        const judging::Tally tally = judging::judge_all(options_, labs_, todo(), ledger_, out_.grades.run, options_.what_for);
        out_.judged = tally.judged, out_.faults = tally.faults;
        for (const auto& [cell, key] : keys_) out_.grades.standings[cell] = standing(key);
        describe();
        out_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return std::move(out_);
    }

private:
    /// Those of the grades that are asked for, as this build has them.
    void choose_labs()
    {
        std::vector<std::string> graded;
        for (const record::RunLab& lab : out_.grades.run.labs) graded.push_back(lab.lab);
        labs_ = options_.manifest.select(options_.labs.empty() ? graded : options_.labs);
        judging::demand_built(labs_);
        judging::add_tests(labs_, options_);
        judging::HarnessHash harness(options_.manifest);
        for (const course::LabBuild& lab : labs_) {
            const auto run_lab = std::ranges::find(out_.grades.run.labs, lab.lab, &record::RunLab::lab);
            if (run_lab == out_.grades.run.labs.end())
                throw UsageError({fmt::format("grader: {} has not been graded here", lab.lab), options_.out.string(), "grade it first: grader run SUBMISSIONS --out DIR"});
            if (judging::functions_of(lab) != run_lab->functions)
                throw UsageError({fmt::format("grader: {} no longer asks for the same functions", lab.lab), "its grades are for other functions than this build's", "grade the submissions: grader run SUBMISSIONS --out DIR"});
            now_.emplace(lab.lab, record::RunLab{lab.lab, run_lab->title, harness.of(lab), run_lab->functions});
        }
    }

    bool known(const record::JudgingKey& key)
    {
        if (options_.what_for == record::Judging::for_good) ledger_.take_up(key);
        return !options_.rejudge && ledger_.verdict(key, options_.what_for).has_value();
    }

    /// What is to be judged, grouped by content.
    std::vector<judging::Work> todo()
    {
        std::map<std::pair<std::string, std::string>, bool> seen;     // (lab, content), and whether there are bytes
        std::vector<judging::Work> todo;
        record::Run now = out_.grades.run;
        now.settings = options_.settings.text();
        for (const record::Submission& submission : out_.grades.run.submissions_list) {
            const auto lab = now_.find(submission.lab);
            if (submission.content.empty() || lab == now_.end() || (!students_.empty() && !students_.contains(submission.student))) continue;
            auto group = seen.find({submission.lab, submission.content});
            if (group == seen.end()) {
                auto work = work_of(submission, lab->second, now);
                group = seen.emplace(std::pair(submission.lab, submission.content), work.has_value()).first;
                if (work && !work->keys.empty()) {
                    work->number = todo.size();
                    todo.push_back(std::move(*work));
                }
            }
            if (!group->second) {
                if (std::ranges::find(out_.without_file, submission.student) == out_.without_file.end()) out_.without_file.push_back(submission.student);
                continue;
            }
            for (const std::string& function : lab->second.functions)
                keys_[{submission.student, submission.lab, function}] = key_of(now, lab->second, submission, function);
        }
        return todo;
    }

    /// Nothing: the file is not in the ledger, and would have to be judged.
    std::optional<judging::Work> work_of(const record::Submission& submission, const record::RunLab& lab, const record::Run& now)
    {
        judging::Work work;
        work.lab = &*std::ranges::find(labs_, lab.lab, &course::LabBuild::lab);
        work.student = submission.student;
        for (const std::string& function : lab.functions) {
            record::JudgingKey key = key_of(now, lab, submission, function);
            if (known(key)) {
                ++out_.known;
                continue;
            }
            if (const record::Standing before = ledger_.standing(key, now.id, record::Judging::on_trial); before.judging != 0) work.again = fmt::format("after judging {}", before.judging);
            judged_.insert(key.content + key.lab + key.function);
            work.keys.push_back(std::move(key));
        }
        if (work.keys.empty()) return work;
        auto bytes = ledger_.bytes_of(submission.content);
        if (!bytes) return std::nullopt;
        work.bytes = std::move(*bytes);
        return work;
    }

    /// On trial: what was judged just now, or is known from an earlier trial alone.
    record::Standing standing(const record::JudgingKey& key)
    {
        const bool trial = options_.what_for == record::Judging::on_trial && (judged_.contains(key.content + key.lab + key.function) || !ledger_.verdict(key));
        return ledger_.standing(key, out_.grades.run.id, trial ? record::Judging::on_trial : record::Judging::for_good);
    }

    /// A report says one harness for a lab and one set of settings: today's, where nobody keeps another.
    void describe()
    {
        if (students_.empty())
            for (record::RunLab& lab : out_.grades.run.labs)
                if (const auto now = now_.find(lab.lab); now != now_.end()) lab.harness = now->second.harness;
        if (students_.empty() && now_.size() == out_.grades.run.labs.size()) out_.grades.run.settings = options_.settings.text();
        out_.grades.run.sandboxed = were_sandboxed(out_.grades);
    }

    const RegradeOptions& options_;
    record::Ledger& ledger_;
    std::vector<course::LabBuild> labs_;
    std::map<std::string, record::RunLab> now_;         ///< the labs to regrade, with today's harness
    std::set<std::string> students_;            ///< to regrade; empty: all
    std::map<record::CellName, record::JudgingKey> keys_;              ///< of what is regraded
    std::set<std::string> judged_;
    Regraded out_;
};

}  // namespace

const std::string& student_called(const std::string& name, const std::vector<std::string>& students)
{
    const auto found = std::ranges::find(students, name);
    if (found != students.end()) return *found;
    const std::string meant = nearest(name, students);
    throw UsageError({fmt::format("grader: there is no student {}", name), fmt::format("{} students have grades here", students.size()),
                      meant.empty() ? "give the name of a student's folder; gradebook.csv lists them" : fmt::format("did you mean {}?", meant)});
}

Regraded regrade(const RegradeOptions& options, record::Ledger& ledger) { return Regrading(options, ledger).run(); }

}  // namespace halo::grader::gradebook
