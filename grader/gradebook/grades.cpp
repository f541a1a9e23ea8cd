#include "gradebook/grades.hpp"

#include <algorithm>

#include "judging/class.hpp"
#include "machine/errors.hpp"

namespace halo::grader::gradebook {

Grades grades_of(record::Ledger& ledger, record::Run run)
{
    Grades grades{std::move(run), {}};
    const auto before = ledger.latest_revision();
    const record::Standings earlier = before ? before->standings() : record::Standings();
    for (const record::Submission& submission : grades.run.submissions_list) {
        const auto lab = std::ranges::find(grades.run.labs, submission.lab, &record::RunLab::lab);
        if (submission.content.empty() || lab == grades.run.labs.end()) continue;
        for (const std::string& function : lab->functions) {
            const record::CellName name{submission.student, submission.lab, function};
            record::Standing& standing = grades.standings[name] = ledger.standing(key_of(grades.run, *lab, submission, function), grades.run.id);
            // A lab that is kept from an earlier run may have been judged under other settings.
            const auto known = earlier.find(name);
            if (standing.judging == 0 && known != earlier.end() && known->second.content == submission.content) standing = known->second;
        }
    }
    return grades;
}

Grades grades_of(record::Ledger& ledger, const record::Revision& revision)
{
    auto run = ledger.run(revision.run);
    if (!run) throw GraderFault({"the ledger lacks the run of its latest grades", "", "grade again: grader run SUBMISSIONS --out DIR"});
    Grades grades{std::move(*run), revision.standings()};
    grades.run.settings = revision.occasion.settings;
    for (record::RunLab& lab : grades.run.labs)
        if (const auto harness = revision.occasion.harness.find(lab.lab); harness != revision.occasion.harness.end()) lab.harness = harness->second;
    grades.run.sandboxed = were_sandboxed(grades);
    return grades;
}

bool were_sandboxed(const Grades& grades)
{
    const auto without = [](const std::string& settings) { return settings.find("sandbox=none") != std::string::npos; };
    return !without(grades.run.settings) && std::ranges::none_of(grades.standings, [&](const auto& entry) { return without(entry.second.settings); });
}

Grades latest_grades(record::Ledger& ledger)
{
    if (const auto revision = ledger.latest_revision()) return grades_of(ledger, *revision);
    auto run = ledger.latest_run();
    if (!run) throw GraderFault({"the ledger holds no run yet", "", "grade first: grader run SUBMISSIONS --out DIR"});
    return grades_of(ledger, std::move(*run));
}

}  // namespace halo::grader::gradebook
