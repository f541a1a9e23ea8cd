// Blackboard: `Lab_04_ada_attempt_2026-10-01-12-00-00_conv2d_tiled.cu`, and for each attempt a receipt, `Lab_04_ada_attempt_2026-10-01-12-00-00.txt`.

#include <algorithm>
#include <map>
#include <set>

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

/// Names of receipts, which Blackboard writes for each attempt: `Lab_04_ada_attempt_2026-10-01-12-00-00.txt`.
using Receipts = std::set<std::string_view>;

/// The first mark with a receipt, else the first: what follows it are a student's own words.
std::optional<Parts> parts_of(std::string_view path, const Receipts& receipts)
{
    std::optional<Parts> first;
    const std::string_view top = first_part(path);
    for (std::size_t mark = top.find(kMark); mark != std::string_view::npos; mark = top.find(kMark, mark + 1)) {
        const std::string_view after = path.substr(mark + kMark.size());
        Parts parts{path.substr(0, mark), after.substr(0, 19), ""};
        if (mark == 0 || !is_date(parts.date)) continue;
        const bool receipt = after.substr(19) == ".txt";
        if (!receipt && (after.size() < 20 || after[19] != '_')) continue;
        if (!receipt) parts.rest = after.substr(20);
        if (receipts.contains(top.substr(0, mark + kMark.size() + 19))) return parts;
        if (!first) first = parts;
    }
    return first;
}

/// How much of all these is the assignment's name: what they have in common, up to a `_`.
std::size_t common_length(const std::vector<std::string_view>& people)
{
    if (people.empty()) return 0;
    std::string_view common = people[0];
    for (const std::string_view other : people)
        common = common.substr(0, std::size_t(std::mismatch(common.begin(), common.end(), other.begin(), other.end()).first - common.begin()));
    return common.rfind('_') + 1;      // npos + 1 is 0
}

/// `2026-10-01-12-00-00` as a time, of the clock that Blackboard shows.
std::string attempt_time(std::string date)
{
    date[10] = ' ', date[13] = date[16] = ':';
    return date;
}

/// Where a login begins: the longest end that the roster knows, unless more than the assignment's name is before it, in which a login may end, too: `Lab_04_x_ada` is not ada.
std::optional<std::size_t> login_at(std::string_view person, std::size_t common, const std::set<std::string_view>& people, const Roster& roster)
{
    const auto knows = [&](std::string_view id) { return roster.find({.id = std::string(id)}).person.has_value(); };
    for (std::size_t at = 0; at != std::string_view::npos;) {
        const std::string_view before = person.substr(0, at);
        const auto shares = [&](std::string_view other) { return other != person && other.starts_with(before) && knows(other.substr(at)); };
        if (knows(person.substr(at)) && (at <= common || std::any_of(people.begin(), people.end(), shares))) return at;
        at = person.find('_', at);
        if (at != std::string_view::npos) ++at;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::size_t> blackboard_mark(std::string_view top)
{
    const auto parts = parts_of(top, {});
    return parts ? std::optional(parts->person.size()) : std::nullopt;
}

std::string blackboard_login(std::string_view receipt)
{
    std::string_view line = receipt.substr(0, receipt.find('\n'));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    const std::size_t open = line.rfind('(');
    if (!line.starts_with("Name: ") || !line.ends_with(')') || open == std::string_view::npos) return "";
    return std::string(line.substr(open + 1, line.size() - open - 2));
}

Naming blackboard_naming(const std::vector<std::string_view>& paths, const Roster& roster, const std::function<std::string(std::string_view receipt)>& login_in)
{
    Receipts receipts;
    for (const std::string_view path : paths)
        if (path.ends_with(".txt") && path.find('/') == std::string_view::npos) receipts.insert(path.substr(0, path.size() - 4));
    std::map<std::string_view, std::string> logins;          // by what is before the mark
    for (const std::string_view path : paths)
        if (const auto parts = parts_of(path, receipts); parts && path.ends_with(".txt") && parts->rest.empty()) {
            std::string login = login_in ? login_in(path) : "";
            if (!login.empty() && parts->person.ends_with(login)) logins[parts->person] = std::move(login);
        }
    std::vector<std::string_view> people;
    for (const std::string_view path : paths)
        if (const auto parts = parts_of(path, receipts)) people.push_back(parts->person);
    return [common = common_length(people), people = std::set<std::string_view>(people.begin(), people.end()), receipts, logins, &roster](std::string_view path) -> std::optional<Origin> {
        const auto parts = parts_of(path, receipts);
        if (!parts) return std::nullopt;
        Origin origin;
        origin.who.name = parts->person.substr(std::min(common, parts->person.size()));
        if (const auto login = logins.find(parts->person); login != logins.end()) origin.who.name = origin.who.id = login->second;
        else if (const auto at = login_at(parts->person, common, people, roster)) origin.who.name = origin.who.id = parts->person.substr(*at);
        origin.attempt = parts->date;
        origin.handed_in = attempt_time(std::string(parts->date));
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
