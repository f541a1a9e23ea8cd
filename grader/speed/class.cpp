#include "speed/class.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "course/manifest.hpp"
#include "machine/errors.hpp"
#include "speed/stopwatch.hpp"

namespace halo::grader::speed {
namespace {

bool may_be_timed(Verdict verdict) { return verdict == Verdict::passed || verdict == Verdict::slow_pattern; }

/// Makes the request of a run.
class Selection {
public:
    Selection(const judging::GradeOptions& options, const course::Course& course, record::Ledger& ledger, record::Run run) : options_(options), course_(course), ledger_(ledger), run_(std::move(run)) {}

    /// Grouped by content, so that a file handed in twice is timed once.
    std::vector<Candidate> candidates()
    {
        const std::vector<course::LabBuild> labs = options_.manifest.select(options_.labs);
        const arrival::Intake intake = arrival::take_in(options_.submissions, labs, options_.intake);
        std::set<std::pair<std::string, std::string>> again, seen;      // (lab, content)
        for (const record::Submission& s : intake.submissions)
            if (std::ranges::find(options_.rejudge, s.student) != options_.rejudge.end()) again.emplace(s.lab, s.content);
        std::vector<Candidate> candidates;
        for (const record::Submission& s : intake.submissions) {
            const auto lab = std::ranges::find(labs, s.lab, &course::LabBuild::lab);
            if (!s.bytes || lab == labs.end() || !lab->timer || !seen.emplace(s.lab, s.content).second) continue;
            Candidate one{s.lab, s.student, s.content, *s.bytes, asked(s, *lab)};
            if (again.contains({s.lab, s.content}))
                for (AskedTime& a : one.asked) a.known.clear();
            if (!one.asked.empty()) candidates.push_back(std::move(one));
        }
        return candidates;
    }

private:
    std::vector<AskedTime> asked(const record::Submission& submission, const course::LabBuild& lab)
    {
        std::vector<AskedTime> out;
        const auto run_lab = std::ranges::find(run_.labs, submission.lab, &record::RunLab::lab);
        if (run_lab == run_.labs.end()) return out;
        for (const std::string& function : functions_of_timer(lab)) {
            const auto verdict = ledger_.verdict(key_of(run_, *run_lab, submission, function));
            if (!verdict || !may_be_timed(verdict->verdict)) continue;
            out.push_back({function, course_.speed(lab.lab, function), ledger_.times_of(submission.content, lab.lab, function)});
        }
        return out;
    }

    const std::vector<std::string>& functions_of_timer(const course::LabBuild& lab)
    {
        const auto known = functions_.find(lab.lab);
        return known != functions_.end() ? known->second : functions_.emplace(lab.lab, timed_functions(lab)).first->second;
    }

    const judging::GradeOptions& options_;
    const course::Course& course_;
    record::Ledger& ledger_;
    record::Run run_;
    std::map<std::string, std::vector<std::string>> functions_;        ///< of a lab: those that can be timed
};

}  // namespace

std::size_t TimingRequest::functions() const
{
    std::size_t count = 0;
    for (const Candidate& one : candidates) count += one.asked.size();
    return count;
}

TimedClass time_class(const judging::GradeOptions& options, const course::Course& course, record::Ledger& ledger, const TimeOn& where)
{
    const auto start = std::chrono::steady_clock::now();
    const auto run = ledger.latest_run();
    if (!run) throw GraderFault({"the ledger holds no run yet", "", "grade first"});
    const TimingRequest request{options.manifest, options.confinement, Selection(options, course, ledger, *run).candidates(), options.jobs, options.progress};

    TimedClass result;
    const CardUse use = where(request, [&](const record::TimingKey& key, const record::Timing& timing) {
        ledger.add_timing(key, run->id, timing);
        ++result.timed;
        if (!record::stands(timing.pace)) ++result.without, result.why = timing.message;
    });
    ledger.record_card(run->id, use.card);
    result.card = use.card.name, result.note = use.card.note, result.known = use.known;
    if (result.card.empty()) result.why = use.card.why;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace halo::grader::speed
