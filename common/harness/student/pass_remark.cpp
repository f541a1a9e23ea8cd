#include "harness/student/pass_remark.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "findings/explain.hpp"

namespace halo::lab {

namespace {

constexpr double kMostOf = 0.5;             // a price that is less than this share of the whole is not mentioned
constexpr unsigned kFarTooMany = 4;          // sectors or elements, where one would do

double shared_requests(const Counters& c) { return double(c.shared_load_requests + c.shared_store_requests); }

/// What the price is a part of.
double whole(const LineRemark& remark, const Counters& c)
{
    switch (remark.line.space) {
    case Space::shared: return shared_requests(c);
    case Space::constant: return double(c.constant_loads) / 32;
    default: return double(remark.line.access == Access::read ? c.global_load_sectors : c.global_store_sectors);
    }
}

bool severe(const LineRemark& remark)
{
    const LanePattern& p = remark.line.dearest;
    switch (remark.waste) {
    case Waste::strided: return p.sectors >= kFarTooMany * p.fewest_sectors && std::abs(p.stride) >= kFarTooMany * std::int64_t(remark.line.bytes);
    case Waste::uneven:
    case Waste::grouped: return p.sectors >= kFarTooMany * p.fewest_sectors;
    case Waste::bank_conflicts: return std::abs(p.stride) != std::int64_t(remark.line.bytes);    // not two short rows of a small block
    case Waste::replays: return p.replays + 1 >= kFarTooMany;
    default: return false;
    }
}

}  // namespace

bool may_be_wasteful(const Counters& c)
{
    const auto sparse = [](std::uint64_t sectors, std::uint64_t elements) { return 4 * sectors > elements; };    // 8 elements fill one
    return double(c.shared_bank_conflicts) > kMostOf * shared_requests(c) || double(c.constant_replays) > kMostOf * double(c.constant_loads) / 32 ||
           sparse(c.global_load_sectors, c.global_loads) || sparse(c.global_store_sectors, c.global_stores);
}

std::optional<LineRemark> worth_mentioning(const Lab& lab, const std::string& function, const Counters& counters,
                                           const std::vector<LineTraffic>& lines, const Predictions& predictions)
{
    for (const LineRemark& remark : wastes_in(lines)) {
        const bool taught = std::ranges::any_of(lab.lessons, [&](const Lesson& lesson) { return lesson.function == function && lesson.member == counter_of(remark); });
        if (taught || !severe(remark) || remark.price < kMostOf * whole(remark, counters)) continue;
        if (!shows_open_count(remark, predictions)) return remark;
    }
    return {};
}

std::string as_pass_remark(const LineRemark& remark, const std::string& function, const Counters& counters)
{
    const std::string place = fmt::format("line {} of {}", remark.line.at.line, function);
    if (remark.waste == Waste::bank_conflicts)
        return fmt::format("passed, but {} bank conflicts{} in {}{}", thousands(std::int64_t(counters.shared_bank_conflicts)),
                           remark.line.conflicts < counters.shared_bank_conflicts ? ", most" : "", place, why_conflicts(remark.line));
    return fmt::format("passed, but {} ({}): see {}", what_it_does(remark), place, lesson_of(remark.waste));
}

}  // namespace halo::lab
