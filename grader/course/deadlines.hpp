#pragma once
// When labs are due, for whom, and what lateness costs.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/lateness.hpp"
#include "course/roll.hpp"
#include "course/time.hpp"

namespace halo::grader::course {

/// `[late]` of course.toml.
struct LatePolicy {
    double penalty = 0;                    ///< the share that a day, or an hour, costs once it has begun
    enum class Per { day, hour } per = Per::day;
    enum class Of { earned, maximum } of = Of::earned;   ///< the share of what
    double most = 1;                       ///< of these shares, together
    std::optional<int> until_days;         ///< later than this earns nothing
    int grace_minutes = 0;                 ///< so much later is still in time
    int grace_days = 0;                    ///< of each student, for all labs together
    bool file_times = false;               ///< the times in Moodle's archive are believed
    int unknown_days = 1;                  ///< what an LMS marks as late, without a time, counts as
};

/// Of one lab. A section that is not named has the deadline of all.
struct Deadline {
    std::optional<Instant> all;
    std::map<std::string, Instant> in_section;
    std::string place;                     ///< `course.toml:12`
};

/// More time for one student: `days` more than their section has, or until `due`.
struct Extension {
    std::string student, lab;              ///< lab is empty for every lab with a deadline
    int days = 0;
    std::optional<Instant> due;
    std::string why, place;
};

struct Deadlines {
    Zone zone;
    LatePolicy late;
    std::map<std::string, Deadline> of;    ///< by lab
    std::vector<Extension> extensions;

    /// Of a student, by folder. An extension never shortens; of several the one that gives most time counts, and its reason is put into `why`. nullopt: no deadline.
    std::optional<Instant> due(const std::string& lab, const std::string& folder, const std::string& section, const Roll& roll, std::string& why) const;

    /// How many days, or hours, had begun at `at`. 0: in time, the grace minutes included. A day ends when the clock shows the deadline's time again, whether it had 23 hours or 25.
    int begun(Instant due, Instant at) const;
    /// What so many of them cost, of 1.
    double cost(int begun) const;
    /// So many hours, or one.
    int per_day() const { return late.per == LatePolicy::Per::day ? 1 : 24; }
};

}  // namespace halo::grader::course
