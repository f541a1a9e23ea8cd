#include "timing/speed.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace halo::timing {

namespace {

const Turns& turns_of(const std::string& name, const std::vector<Turns>& turns)
{
    const auto found = std::ranges::find(turns, name, &Turns::name);
    if (found == turns.end()) throw std::invalid_argument("no contestant is called " + name);
    return *found;
}

/// Three digits, as many as a median of 21 rounds has.
std::string three(double value)
{
    return value >= 99.95 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
}

std::string between(const Interval& i) { return fmt::format("{} to {}", three(i.low), three(i.high)); }

Interval in_ms(const Turns& turns)
{
    std::vector<double> ms;
    for (const double seconds : turns.seconds) ms.push_back(seconds * 1e3);
    return median_of(ms);
}

}  // namespace

Speed speed_of(const std::string& function, std::vector<Turns> turns, const Setting& setting, const std::string& copy, const std::string& nothing)
{
    Speed speed{.function = function, .setting = setting, .wrong = turns_of(function, turns).wrong, .ms = {}, .overhead_ms = {}, .of_copy = {}, .against = {}};
    speed.rounds = turns_of(function, turns).seconds.size();
    if (speed.wrong > 0 || turns_of(function, turns).seconds.empty()) return speed;
    if (const auto idle = std::ranges::find(turns, nothing, &Turns::name); idle != turns.end()) {
        constexpr double kLeast = 1e-7;             // no time is below this, however long a request happens to take
        speed.overhead_ms = in_ms(*idle);
        turns.erase(idle);
        for (Turns& all : turns)
            for (double& seconds : all.seconds) seconds = std::max(seconds - speed.overhead_ms->median / 1e3, kLeast);
    }
    const Turns& own = turns_of(function, turns);
    speed.ms = in_ms(own);
    for (const Turns& other : turns) {
        if (other.name == function || other.seconds.size() != own.seconds.size()) continue;
        const Interval faster = median_of(ratios(other, own));
        if (other.name == copy) speed.of_copy = faster;
        else speed.against.push_back({other.name, faster});
    }
    // A copy reaches nine tenths of what memory can move; the best kernels of ours are 1.01 times as fast as it.
    constexpr double kNobodyIs = 1.1;
    speed.too_fast = speed.of_copy && speed.of_copy->low > kNobodyIs;
    return speed;
}

bool sharp(const Speed& s, double widest)
{
    return (!s.of_copy || s.of_copy->width() <= widest) && std::ranges::all_of(s.against, [&](const Against& a) { return a.faster.width() <= widest; });
}

bool slower(const std::vector<double>& before, const std::vector<double>& then)
{
    constexpr double kClearly = 1.1, kLeast_s = 1e-5;
    return median_of(then).low > kClearly * median_of(before).high + kLeast_s;
}

std::vector<std::string> sentences(const Speed& s)
{
    if (s.wrong > 0) return {fmt::format("{}: wrong at {}: {} element{} differ; its time means nothing", s.function, s.setting.size, s.wrong, s.wrong == 1 ? "" : "s")};
    if (s.too_fast)
        return {fmt::format("{}: {} ms, faster than a copy of its bytes by {} times: that is not possible for all of the work, and is not counted", s.function, three(s.ms.median), three(s.of_copy->median))};
    std::vector<std::string> lines = {fmt::format("{}: {} ms ({})", s.function, three(s.ms.median), between(s.ms))};
    if (s.overhead_ms) lines.front() += fmt::format(" without the {} ms of a request", three(s.overhead_ms->median));
    if (s.of_copy) lines.front() += fmt::format(", {:.0f} % of the rate of a copy", 100 * s.of_copy->median);
    for (const Against& a : s.against)
        lines.push_back(undecided(a.faster) ? fmt::format("undecided against {}: {} times as fast, in 95 of 100 series", a.name, between(a.faster))
                                            : fmt::format("{} times as fast as {} ({})", three(a.faster.median), a.name, between(a.faster)));
    if (!s.setting.wanted.empty()) lines.push_back(fmt::format("timed at {}: the card's memory is too small for {}", s.setting.size, s.setting.wanted));
    if (s.disturbed) lines.push_back("something else was at work on the card meanwhile: a copy, or making the data, took longer");
    return lines;
}

}  // namespace halo::timing
