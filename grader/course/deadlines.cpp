#include "course/deadlines.hpp"

#include <algorithm>

namespace halo::grader::course {

std::optional<Instant> Deadlines::due(const std::string& lab, const std::string& folder, const std::string& section, const Roll& roll, std::string& why) const
{
    const auto deadline = of.find(lab);
    if (deadline == of.end()) return std::nullopt;
    std::optional<Instant> own;                      // of several sections the one that gives most time
    for (const auto& [name, until] : deadline->second.in_section)
        if (is_in_section(section, name)) own = std::max(own.value_or(until), until);
    const std::optional<Instant> usual = own ? own : deadline->second.all;
    if (!usual) return std::nullopt;
    Instant latest = *usual;
    for (const Extension& extension : extensions) {
        if ((!extension.lab.empty() && extension.lab != lab) || roll.find(extension.student) != folder) continue;
        const Instant until = extension.due.value_or(zone.days_later(*usual, extension.days));
        if (until > latest) latest = until, why = extension.why;
    }
    return latest;
}

int Deadlines::begun(Instant due, Instant at) const
{
    if (at <= due + Instant{60} * late.grace_minutes) return 0;
    if (late.per == LatePolicy::Per::hour) return int(std::min<Instant>((at - due + 3599) / 3600, 1'000'000));
    constexpr Instant kDay = 24 * 3600;
    int days = int(std::min<Instant>((at - due) / kDay, 100'000));
    while (days > 0 && zone.days_later(due, days - 1) >= at) --days;
    while (zone.days_later(due, days) < at && days < 100'000) ++days;
    return std::max(1, days);
}

double Deadlines::cost(int begun) const
{
    if (begun <= 0) return 0;
    if (late.until_days && begun > *late.until_days * per_day()) return 1;
    return std::min(late.most, late.penalty * begun);
}

}  // namespace halo::grader::course
