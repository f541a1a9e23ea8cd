#pragma once
// Instants, and the clock on the wall of the course.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::course {

/// Seconds since 1970 began in UTC.
using Instant = std::int64_t;

/// What a clock on the wall shows; the month and the day count from 1.
struct LocalTime {
    int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0;
};

/// A time zone as libc knows it from the system's zoneinfo: GCC 12 has no std::chrono::time_zone. It is asked by setting TZ for a moment, so no other thread may
/// read local times or the environment meanwhile.
class Zone {
public:
    Zone() = default;        ///< UTC
    /// `Europe/Berlin`. Throws std::invalid_argument that says why if the system has no such zone.
    static Zone named(std::string_view name);

    const std::string& name() const { return name_; }

    /// Of the two instants that an hour in autumn has, the later: nobody is late because of it. nullopt for a time that no clock shows: a day that isn't in the
    /// calendar, or the hour that is skipped in spring.
    std::optional<Instant> at(const LocalTime& time) const;
    /// When the clock shows the same time, so many days later. In the hour that is skipped in spring it is the one after.
    Instant days_later(Instant from, int days) const;
    /// `2026-03-01 23:59 CET`
    std::string text(Instant instant) const;

private:
    std::string name_ = "UTC";
};

/// The zones that the system lists, for proposals.
std::vector<std::string> known_zones();

/// `2026-03-01T22:59:59Z`
std::string utc_text(Instant instant);

/// `2026-03-01T22:59:59Z`, `2026-03-01 23:59:59+01:00`, or without an offset, in the zone: `2026-03-01T23:59`. nullopt for anything else.
std::optional<Instant> instant_in(std::string_view text, const Zone& zone);

}  // namespace halo::grader::course
