#include "course/points_of_tests.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::course {
namespace {

/// May a single right test earn anything?
bool deserves(const Judgement& judgement)
{
    const bool tricked = std::ranges::any_of(judgement.cases, [](const JudgedCase& one) { return one.verdict == Verdict::implausible && !one.hidden; });
    return !tricked && (judgement.verdict != Verdict::implausible || failed_in_hidden(judgement)) && judgement.key != Key::not_started;
}

}  // namespace

TestPoints points_of_tests(const TestsOfLab& tests, const Judgement& judgement, const std::function<double(Verdict)>& credit)
{
    TestPoints sum;
    for (const auto& [test, worth] : tests.worth) {
        if (test.first != judgement.function) continue;
        sum.worth += worth.points;
        ++sum.of;
        const auto judged = std::ranges::find(judgement.cases, test.second, &JudgedCase::name);
        // One hidden test that ends another's run has failed both.
        if (judged == judgement.cases.end() || (!judged->ran && !(judged->hidden && ended_by_hidden(judgement, *judged)))) {
            ++sum.not_run;
            continue;
        }
        sum.passed += judged->verdict == Verdict::passed;
        if (deserves(judgement) && judged->ran) sum.earned += worth.points * credit(judged->hidden && judged->verdict != Verdict::passed ? kHiddenFailed : judged->verdict);
    }
    return sum;
}

std::string TestPoints::text() const
{
    return fmt::format("{} of {} test{} passed{}: {} of {}", passed, of, of == 1 ? "" : "s", not_run > 0 ? fmt::format(", {} not run", not_run) : "", number(earned), number(worth));
}

}  // namespace halo::grader::course
