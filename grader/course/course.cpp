#include "course/course.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::course {

std::optional<PredictionCredit> Course::predictions(const std::string& lab) const
{
    const auto it = predictions_.find(lab);
    return it == predictions_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<SpeedCredit> Course::speed(const std::string& lab, const std::string& function) const
{
    const auto it = speed_.find({lab, function});
    return it == speed_.end() ? std::nullopt : std::optional(it->second);
}

double Course::max_points(const std::string& lab, const std::string& function) const
{
    const auto it = points_.find({lab, function});
    return it == points_.end() ? default_points_ : it->second;
}

const TestsOfLab& Course::tests(const std::string& lab) const
{
    static const TestsOfLab none;
    const auto it = tests_.find(lab);
    return it == tests_.end() ? none : it->second;
}

double Course::credit(Verdict verdict) const
{
    const auto it = credit_.find(verdict);
    return it == credit_.end() ? 0.0 : it->second;
}

TestPoints Course::test_points(const std::string& lab, const Judgement& judgement) const
{
    return points_of_tests(tests(lab), judgement, [&](Verdict verdict) { return credit(verdict); });
}

record::Steps Course::steps(const std::string& lab, const Judgement& judgement) const
{
    using record::Step;
    if (judgement.verdict == Verdict::grader_fault) return {};
    const TestPoints tests = test_points(lab, judgement);
    const double whole = max_points(lab, judgement.function), max = whole - tests.worth;       // what tests are worth apart from it is not part of the rest
    const auto of_points = [&](double share) { return share == 1 ? fmt::format("{} points", number(max)) : fmt::format("{} of {} points", number(share), number(max)); };

    const bool hidden = failed_in_hidden(judgement);
    double share = credit(hidden ? kHiddenFailed : judgement.verdict);
    record::Steps steps;
    if (tests.of > 0) steps.push_back({Step::Why::tests, tests.text(), tests.earned});
    steps.push_back({Step::Why::verdict, fmt::format("{}: {}", hidden ? "a hidden test failed" : words(judgement.verdict), of_points(share)), share * max});
    if (judgement.verdict == Verdict::passed && judgement.reuse_ratio && judgement.expected_reuse_ratio) {
        // Linear in the ratio: 1 is what the basic kernel has, and above it each load saved is worth the same.
        const double least = std::min(share, no_reuse_.value_or(credit(Verdict::slow_pattern)));
        const double full = full_reuse_ * *judgement.expected_reuse_ratio, made = *judgement.reuse_ratio - 1.0;
        if (full > 1.0 && made < full - 1.0) {
            const double part = least + (share - least) * std::max(0.0, made) / (full - 1.0);
            steps.push_back({Step::Why::reuse,
                             fmt::format("reuse ratio {:.2f} of {:.2f} expected (full from {:.2f}): {:.2f} of the points", *judgement.reuse_ratio, *judgement.expected_reuse_ratio, full, part),
                             (part - share) * max});
            share = part;
        }
    }
    if (judgement.leaked_bytes > 0 && leak_deduction_ > 0 && record::sum(steps) > 0) {
        const std::string leak = fmt::format("leak of {} bytes", judgement.leaked_bytes);
        const double lost = std::min(record::sum(steps), leak_deduction_ * whole);
        steps.push_back({Step::Why::leak, fmt::format("{}: −{} of the points", leak, number(whole > 0 ? lost / whole : 0)), -lost});
    }
    return steps;
}

std::optional<double> Course::points(const std::string& lab, const Judgement& judgement) const
{
    if (judgement.verdict == Verdict::grader_fault) return std::nullopt;
    return record::sum(steps(lab, judgement));
}

void Course::check(const std::vector<LabBuild>& labs, const std::function<std::vector<std::string>(const LabBuild&)>& functions_of) const
{
    std::vector<std::string> names;
    for (const LabBuild& lab : labs) names.push_back(lab.lab);
    std::map<std::string, std::vector<std::string>> functions;
    const auto check_one = [&](const std::string& lab, const std::string& function, const std::string& place, bool key) {
        const auto found = std::ranges::find(labs, lab, &LabBuild::lab);
        if (found == labs.end()) throw UsageError({fmt::format("{}: there is no lab {}", place, printable(lab)), "", did_you_mean(lab, names, "the labs are")});
        if (function.empty()) return;
        const auto [list, fresh] = functions.try_emplace(lab);
        if (fresh) list->second = functions_of(*found);
        if (list->second.empty() || std::ranges::find(list->second, function) != list->second.end()) return;
        std::vector<std::string> near = list->second;
        if (key) near.insert(near.end(), {"due", "due_in", "extra", "points_of_tests", "predictions", "speed", "tests"});
        const std::string meant = nearest(function, near);
        const bool other_key = !meant.empty() && std::ranges::find(list->second, meant) == list->second.end();
        throw UsageError({fmt::format("{}: {} has no function {}", place, lab, printable(function)), "", did_you_mean(function, other_key ? near : list->second, "its functions are")});
    };
    for (const Named& named : named_) check_one(named.lab, named.function, named.place, named.key);
    for (const Override& row : overrides)
        if (!row.lab.empty()) check_one(row.lab, row.function, row.place, false);
    for (const Extension& extension : deadlines.extensions) {
        if (extension.lab.empty()) continue;
        check_one(extension.lab, "", extension.place, false);
        if (!deadlines.of.contains(extension.lab)) throw UsageError({fmt::format("{}: {} has no deadline to extend", extension.place, extension.lab), "", "give it one: due, under [labs." + extension.lab + "]"});
    }
    for (const auto& [lab, place] : prediction_places_)
        if (std::ranges::find(labs, lab, &LabBuild::lab)->questions.empty())
            throw UsageError({fmt::format("{}: predictions: {} asks for none", place, lab), "it has no prediction.toml, or one without questions", "delete the key"});
}

std::vector<std::string> Course::check_people(const Roll& roll) const
{
    std::vector<std::string> notes;
    for (const Extension& extension : deadlines.extensions) roll.folder_or_note(extension.student, extension.place, notes);
    check_students(overrides, roll, notes);
    for (const auto& [lab, deadline] : deadlines.of)
        for (const auto& [section, due] : deadline.in_section)
            if (!roll.has_section(section))
                notes.push_back(fmt::format("{}: nobody is known to be in section {}{}", deadline.place, printable(section), roll.knows_sections() ? "" : "; --roster says who is in which"));
    return notes;
}

}  // namespace halo::grader::course
