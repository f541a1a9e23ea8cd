#include "arrival/import/choice.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

/// A rule: is `a` better (1), worse (-1), or can't it tell (0)? And the words for the one that is worse, of the two in order: worse, better.
struct Rule {
    std::function<int(const Candidate&, const Candidate&)> better;
    std::function<std::string(const Candidate&, const Candidate&)> why;
};

template <class T>
int order(const T& a, const T& b) { return a < b ? -1 : b < a ? 1 : 0; }

std::string shown(const Candidate& c) { return printable(c.path()); }

/// A zip counts time in steps of two seconds.
constexpr std::int64_t kSameTime = 2;

/// Blackboard's `2026-10-01-12-00-00` for people.
std::string attempt_text(std::string text)
{
    if (text.size() == 19) text[10] = ' ', text[13] = text[16] = ':';
    return text;
}

const std::array<Rule, 11>& rules()
{
    static const std::array<Rule, 11> all = {
        Rule{[](const auto& a, const auto& b) { return order(a.text.text.has_value(), b.text.text.has_value()); },
             [](const auto& worse, const auto&) { return worse.text.refused.headline; }},
        Rule{[](const auto& a, const auto& b) { return order(a.origin.may_be.empty(), b.origin.may_be.empty()); },
             [](const auto& worse, const auto&) { return fmt::format("its name can be read as that of {}, too", worse.origin.may_be); }},
        Rule{[](const auto& a, const auto& b) { return a.origin.attempt.empty() || b.origin.attempt.empty() ? 0 : order(a.origin.attempt, b.origin.attempt); },
             [](const auto& worse, const auto& better) { return fmt::format("an attempt of {}; that of {} counts", attempt_text(worse.origin.attempt), attempt_text(better.origin.attempt)); }},
        Rule{[](const auto& a, const auto& b) { return order(a.file->download, b.file->download); },
             [](const auto&, const auto& better) { return fmt::format("a later download has {}", shown(better)); }},
        Rule{[](const auto& a, const auto& b) { return order(b.untouched, a.untouched); },
             [](const auto&, const auto& better) { return fmt::format("the lab's untouched skeleton; {} was worked on", shown(better)); }},
        Rule{[](const auto& a, const auto& b) { return order(a.in_folder, b.in_folder); },
             [](const auto&, const auto& better) { return fmt::format("{} is in the lab's folder", shown(better)); }},
        Rule{[](const auto& a, const auto& b) { return a.origin.upload == 0 || b.origin.upload == 0 ? 0 : order(a.origin.upload, b.origin.upload); },
             [](const auto&, const auto& better) { return fmt::format("{} was uploaded later", shown(better)); }},
        Rule{[](const auto& a, const auto& b) {
                 const std::int64_t between = a.file->modified - b.file->modified;
                 const bool mean = a.origin.times_mean && b.origin.times_mean && a.file->modified > 0 && b.file->modified > 0;
                 return !mean || (between >= -kSameTime && between <= kSameTime) ? 0 : order(between, std::int64_t{0});
             },
             [](const auto& worse, const auto& better) {
                 return fmt::format("older, of {}; {} is of {}", time_text(worse.file->modified), shown(better), time_text(better.file->modified));
             }},
        Rule{[](const auto& a, const auto& b) { return order(a.name.copy, b.name.copy); },
             [](const auto&, const auto& better) { return fmt::format("no time says which is newer; {} has the larger number", shown(better)); }},
        Rule{[](const auto& a, const auto& b) { return order(a.name.exact, b.name.exact); },
             [](const auto&, const auto& better) { return fmt::format("{} has the name that was asked for", shown(better)); }},
        Rule{[](const auto& a, const auto& b) {
                 const auto key = [](const Candidate& c) { return std::pair(std::count(c.path().begin(), c.path().end(), '/'), c.path()); };
                 return order(key(b), key(a));
             },
             [](const auto&, const auto& better) { return fmt::format("nothing says which is newer; {} was taken", shown(better)); }},
    };
    return all;
}

bool is_worse(const Candidate& a, const Candidate& b)
{
    for (const Rule& rule : rules())
        if (const int result = rule.better(a, b)) return result < 0;
    return false;
}

std::string why_worse(const Candidate& worse, const Candidate& better)
{
    if (worse.text.text && worse.file->hash == better.file->hash) return fmt::format("the same content as {}", shown(better));
    for (const Rule& rule : rules())
        if (rule.better(worse, better) < 0) return rule.why(worse, better);
    return fmt::format("{} was taken", shown(better));
}

}  // namespace

std::string time_text(std::int64_t seconds)
{
    const std::time_t time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    char text[32] = "";
    if (gmtime_r(&time, &parts)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

const course::LabBuild* lab_named(const FileName& name, const std::vector<course::LabBuild>& labs)
{
    for (const course::LabBuild& lab : labs)
        if (name.stem == lab.stem || name.stem == lab.lab) return &lab;
    return nullptr;
}

Choice choose(const std::vector<Candidate>& candidates)
{
    Choice out;
    out.reasons.resize(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (!out.chosen || is_worse(candidates[*out.chosen], candidates[i])) out.chosen = i;
    if (!out.chosen) return out;
    const Candidate& best = candidates[*out.chosen];
    for (std::size_t i = 0; i < candidates.size(); ++i) out.reasons[i] = i == *out.chosen ? "" : why_worse(candidates[i], best);
    if (!best.text.text) {
        out.reasons[*out.chosen] = best.text.refused.headline;
        out.chosen.reset();
        return out;
    }
    std::string& why = out.reasons[*out.chosen];
    const auto say = [&](const std::string& what) { why += (why.empty() || what.empty() ? "" : "; ") + what; };
    if (best.origin.late.value_or(false)) say("marked late");
    if (best.origin.commit && best.file->modified > 0) say(fmt::format("committed {}, said by the student", time_text(best.file->modified)));
    if (best.untouched) say("the lab's untouched skeleton");
    say(best.text.changed);
    return out;
}

}  // namespace halo::grader::arrival
