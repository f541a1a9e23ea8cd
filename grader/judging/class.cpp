#include "judging/class.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judging/built.hpp"
#include "judging/kept.hpp"
#include "judging/kit.hpp"
#include "judging/lab.hpp"
#include "machine/errors.hpp"

namespace halo::grader::judging {
namespace {

class Grading {
public:
    Grading(const GradeOptions& options, record::Ledger& ledger) : options_(options), ledger_(ledger) {}

    Graded run()
    {
        const auto start = std::chrono::steady_clock::now();
        labs_ = options_.manifest.select(options_.labs);
        demand_built(labs_);
        add_tests(labs_, options_);
        arrival::Intake intake = arrival::take_in(options_.submissions, labs_, options_.intake);
        if (options_.complete) options_.complete(intake);
        for (const std::string& note : intake.notes) fmt::print(stderr, "{}\n", note);

        const Files again = to_rejudge(intake);
        describe(intake);
        if (const auto before = ledger_.latest_run()) graded_.kept = keep_earlier_labs(run_, *before, options_.of_course);
        if (!graded_.kept.empty()) fmt::print(stderr, "grader: in the reports as they were, and not judged again: {}\n", fmt::join(graded_.kept, ", "));
        ledger_.begin(run_);
        for (record::Submission& submission : run_.submissions_list) submission.bytes.reset();      // the ledger has them
        const std::vector<Work> todo = unjudged(intake, again);
        const Tally tally = judge_all(options_, labs_, todo, ledger_, run_);
        graded_.judged = tally.judged, graded_.faults = tally.faults;
        graded_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return graded_;
    }

private:
    void describe(const arrival::Intake& intake)
    {
        run_.submissions = std::filesystem::path(options_.submissions / "").parent_path().filename().string();
        run_.settings = options_.settings.text();
        run_.sandboxed = options_.confinement.sandboxed;
        run_.students = intake.students;
        run_.people = intake.people;
        run_.of_nobody = intake.of_nobody;
        run_.submissions_list = intake.submissions;
        HarnessHash harness(options_.manifest);
        std::vector<std::string> names;
        for (const course::LabBuild& lab : labs_) {
            run_.labs.push_back({lab.lab, lab.title, harness.of(lab), functions_of(lab)});
            names.push_back(lab.lab);
        }
        for (record::Unplaced& file : run_.of_nobody) file.labs = names;
        for (auto& [student, person] : run_.people)
            for (record::Unplaced& file : person.unplaced) file.labs = names;
    }

    using Files = std::set<std::pair<std::string, std::string>>;      ///< (lab, content)

    /// The files of the students that --rejudge names; others who handed in the same file get the same verdict.
    Files to_rejudge(const arrival::Intake& intake) const
    {
        for (const std::string& student : options_.rejudge)
            if (std::find(intake.students.begin(), intake.students.end(), student) == intake.students.end())
                throw UsageError({fmt::format("grader: --rejudge {}: there is no such student", student),
                                  options_.submissions.string(), "give the name of a folder in it; the option may be repeated"});
        Files files;
        for (const record::Submission& submission : intake.submissions)
            if (std::find(options_.rejudge.begin(), options_.rejudge.end(), submission.student) != options_.rejudge.end())
                files.emplace(submission.lab, submission.content);
        return files;
    }

    /// Grouped by content, so that a file handed in twice is judged once.
    std::vector<Work> unjudged(const arrival::Intake& intake, const Files& again)
    {
        std::map<std::pair<std::string, std::string>, bool> seen;
        std::vector<Work> todo;
        for (const record::Submission& submission : intake.submissions) {
            if (!submission.bytes || !seen.emplace(std::pair(submission.lab, submission.content), true).second) continue;
            const bool rejudged = again.contains({submission.lab, submission.content});
            Work work;
            work.number = todo.size();
            work.student = submission.student;
            work.bytes = *submission.bytes;
            if (rejudged) work.again = std::to_string(run_.id);
            for (const course::LabBuild& lab : labs_) {
                if (lab.lab != submission.lab) continue;
                work.lab = &lab;
                const record::RunLab& of_run = *std::ranges::find(run_.labs, lab.lab, &record::RunLab::lab);
                for (const std::string& function : of_run.functions) {
                    record::JudgingKey key = key_of(run_, of_run, submission, function);
                    ledger_.take_up(key);
                    const auto known = ledger_.verdict(key);
                    if (known && rejudged) graded_.rejudged.push_back({submission.student, key, *known});
                    if (known && !rejudged) ++graded_.known;
                    else work.keys.push_back(std::move(key));
                }
            }
            if (!work.keys.empty()) todo.push_back(std::move(work));
        }
        return todo;
    }

    const GradeOptions& options_;
    record::Ledger& ledger_;
    std::vector<course::LabBuild> labs_;
    record::Run run_;
    Graded graded_;
};

}  // namespace

Graded grade(const GradeOptions& options, record::Ledger& ledger) { return Grading(options, ledger).run(); }

}  // namespace halo::grader::judging
