#include "speed/sentences.hpp"

#include <fmt/format.h>

namespace halo::grader::speed {
namespace {

/// Three digits, as many as a median has.
std::string three(double value)
{
    return value >= 99.95 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
}

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }
std::string between(const record::Range& r) { return fmt::format("{} to {}", three(r.low), three(r.high)); }

std::string faster(const record::Range& r, const std::string& than)
{
    return r.undecided() ? fmt::format("undecided against {}: {} times as fast, in 95 of 100 series", than, between(r))
                         : fmt::format("{} times as fast as {} ({})", three(r.median), than, between(r));
}

}  // namespace

std::string words(record::Pace pace)
{
    std::string text(name(pace));
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

std::string brief(const record::Timing& t, Intervals intervals)
{
    if (t.pace != record::Pace::timed || !t.ms) return words(t.pace);
    std::string text = three(t.ms->median) + " ms";
    if (t.speedup) text += t.speedup->undecided() ? "  undecided" : fmt::format("  {}×", three(t.speedup->median));
    if (t.speedup && intervals == Intervals::shown) text += fmt::format(" ({})", between(*t.speedup));
    if (t.of_copy) text += t.of_copy->undecided() ? "  undecided" : "  " + percent(t.of_copy->median);
    return text;
}

std::vector<std::string> sentences(const record::Timing& t)
{
    std::vector<std::string> lines;
    if (t.ms) {
        const std::string contests = t.contests > 1 ? fmt::format(" in {} contests", t.contests) : "";
        lines.push_back(fmt::format("{} ms ({}) at {}, {} rounds{}", three(t.ms->median), between(*t.ms), t.size, t.rounds, contests));
        if (t.of_copy)
            lines.push_back(t.of_copy->undecided() ? fmt::format("undecided: {} to {} of the rate of a copy", percent(t.of_copy->low), percent(t.of_copy->high))
                                                   : fmt::format("{} of the rate of a copy ({:.1f} to {:.1f})", percent(t.of_copy->median), 100 * t.of_copy->low, 100 * t.of_copy->high));
        if (t.speedup) lines.push_back(faster(*t.speedup, t.basic));
        if (t.of_solution) lines.push_back(faster(*t.of_solution, "the solution"));
        if (t.floor_ms) lines.push_back(fmt::format("{} ms is the least in which an {} moves its bytes", three(*t.floor_ms), t.card));
    }
    if (!t.wanted.empty()) lines.push_back(fmt::format("the card's memory is too small for {}", t.wanted));
    return lines;
}

}  // namespace halo::grader::speed
