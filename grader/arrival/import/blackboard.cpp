// Blackboard: `Lab_04_ada_attempt_2026-10-01-12-00-00_conv2d_tiled.cu`, and for each attempt a receipt, `Lab_04_ada_attempt_2026-10-01-12-00-00.txt`.

#include <algorithm>

#include "arrival/import/layout.hpp"

namespace halo::grader::arrival {
namespace {

constexpr std::string_view kMark = "_attempt_";

struct Parts {
    std::string_view person;      ///< with the assignment's name before it
    std::string_view date;
    std::string_view rest;        ///< the path as handed in; empty: a receipt
};

bool is_date(std::string_view text)
{
    constexpr std::string_view kForm = "dddd-dd-dd-dd-dd-dd";
    if (text.size() != kForm.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (kForm[i] == 'd' ? !all_digits(text.substr(i, 1)) : text[i] != '-') return false;
    return true;
}

std::optional<Parts> parts_of(std::string_view path)
{
    const std::size_t mark = first_part(path).rfind(kMark);
    if (mark == std::string_view::npos || mark == 0) return std::nullopt;
    const std::string_view after = path.substr(mark + kMark.size());
    Parts parts{path.substr(0, mark), after.substr(0, 19), ""};
    if (!is_date(parts.date)) return std::nullopt;
    if (after.substr(19) == ".txt") return parts;
    if (after.size() < 21 || after[19] != '_') return std::nullopt;
    parts.rest = after.substr(20);
    return parts;
}

/// How much of all these is the assignment's name: what they have in common, up to a `_`.
std::size_t common_length(const std::vector<std::string_view>& people)
{
    if (people.empty()) return 0;
    std::string_view common = people[0];
    for (const std::string_view other : people)
        common = common.substr(0, std::size_t(std::mismatch(common.begin(), common.end(), other.begin(), other.end()).first - common.begin()));
    if (common.size() == people[0].size() && std::all_of(people.begin(), people.end(), [&](std::string_view p) { return p == common; })) return common.rfind('_') + 1;
    return common.rfind('_') + 1;      // npos + 1 is 0
}

/// `2026-10-01-12-00-00` as a time, of the clock that Blackboard shows.
std::string attempt_time(std::string date)
{
    date[10] = ' ', date[13] = date[16] = ':';
    return date;
}

}  // namespace

Naming blackboard_naming(const std::vector<std::string_view>& paths, const Roster& roster)
{
    std::vector<std::string_view> people;
    for (const std::string_view path : paths)
        if (const auto parts = parts_of(path)) people.push_back(parts->person);
    return [common = common_length(people), &roster](std::string_view path) -> std::optional<Origin> {
        const auto parts = parts_of(path);
        if (!parts) return std::nullopt;
        Origin origin;
        origin.who.name = parts->person.substr(std::min(common, parts->person.size()));
        for (std::size_t at = 0; at != std::string_view::npos;) {       // the longest end that the roster knows
            const std::string id(parts->person.substr(at));
            if (roster.find({.id = id}).person) {
                origin.who.name = origin.who.id = id;
                break;
            }
            at = parts->person.find('_', at);
            if (at != std::string_view::npos) ++at;
        }
        origin.attempt = parts->date;
        if (parts->date.size() == 19) origin.handed_in = attempt_time(std::string(parts->date));
        origin.path = parts->rest;
        origin.times_mean = origin.path.find('/') != std::string::npos;
        if (parts->rest.empty()) {
            origin.path = path;
            origin.passed_over = "Blackboard's receipt";
        }
        return origin;
    };
}

}  // namespace halo::grader::arrival
