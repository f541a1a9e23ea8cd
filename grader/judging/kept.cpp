#include "judging/kept.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

namespace halo::grader::judging {
namespace {

bool has(const std::vector<std::string>& list, const std::string& name) { return std::ranges::find(list, name) != list.end(); }

void add_unplaced(std::vector<record::Unplaced>& to, const std::vector<record::Unplaced>& from, const std::vector<std::string>& labs)
{
    for (record::Unplaced file : from) {
        std::erase_if(file.labs, [&](const std::string& lab) { return !has(labs, lab); });
        if (!file.labs.empty()) to.push_back(std::move(file));
    }
}

}  // namespace

std::vector<std::string> keep_earlier_labs(record::Run& run, const record::Run& before, const std::vector<std::string>& of_course)
{
    std::vector<std::string> kept;
    for (const record::RunLab& lab : before.labs) {
        const bool judged_now = std::ranges::find(run.labs, lab.lab, &record::RunLab::lab) != run.labs.end();
        const bool handed_in = std::ranges::any_of(before.submissions_list, [&](const record::Submission& s) { return s.lab == lab.lab && !s.file.empty(); });
        if (!judged_now && handed_in && (of_course.empty() || has(of_course, lab.lab))) kept.push_back(lab.lab);
    }
    if (kept.empty() || std::ranges::none_of(before.students, [&](const std::string& student) { return has(run.students, student); })) return {};

    std::map<std::pair<std::string, std::string>, record::Submission> handed_in;
    for (record::Submission& submission : run.submissions_list) handed_in[{submission.student, submission.lab}] = std::move(submission);
    for (const record::Submission& submission : before.submissions_list)
        if (has(kept, submission.lab)) handed_in[{submission.student, submission.lab}] = submission;
    std::ranges::copy_if(before.labs, std::back_inserter(run.labs), [&](const record::RunLab& lab) { return has(kept, lab.lab); });
    std::ranges::sort(run.labs, {}, &record::RunLab::lab);
    std::ranges::copy_if(before.students, std::back_inserter(run.students), [students = run.students](const std::string& student) { return !has(students, student); });
    std::ranges::sort(run.students);

    run.submissions_list.clear();
    for (const std::string& student : run.students)
        for (const record::RunLab& lab : run.labs) {
            record::Submission& submission = handed_in[{student, lab.lab}];
            submission.student = student, submission.lab = lab.lab;
            if (submission.file.empty() && submission.missing.headline.empty())
                submission.missing = {fmt::format("grader: {} has no file for lab {}", student, lab.lab), "there was no folder of that name when the lab was graded", "grade the lab again with it"};
            run.submissions_list.push_back(std::move(submission));
        }
    for (const auto& [student, person] : before.people) {
        const auto [now, fresh] = run.people.emplace(student, person);
        if (fresh) now->second.unplaced.clear();
        add_unplaced(now->second.unplaced, person.unplaced, kept);
    }
    add_unplaced(run.of_nobody, before.of_nobody, kept);
    return kept;
}

}  // namespace halo::grader::judging
