#include "course/roll.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::course {
namespace {

bool same_mail(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, [](unsigned char c) { return std::tolower(c); }, [](unsigned char c) { return std::tolower(c); });
}

}  // namespace

bool is_in_section(std::string_view listed, std::string_view section)
{
    static constexpr std::array<std::string_view, 13> kBetween = {",", ";", "|", " and", " und", " y", " et", " e", " en", " og", " och", " i", " ja"};
    const auto ends = [](std::string_view before) {
        while (before.ends_with(' ')) before.remove_suffix(1);
        return before.empty() || std::ranges::any_of(kBetween, [&](std::string_view word) { return before.ends_with(word); });
    };
    const auto begins = [](std::string_view after) {
        const bool blank = after.starts_with(' ');
        while (after.starts_with(' ')) after.remove_prefix(1);
        return after.empty() || std::ranges::any_of(kBetween, [&](std::string_view word) {
                   const bool sign = word.size() == 1;
                   return sign ? after.starts_with(word) : blank && after.starts_with(word.substr(1)) && after.substr(word.size() - 1).starts_with(' ');
               });
    };
    for (std::size_t at = listed.find(section); !section.empty() && at != std::string_view::npos; at = listed.find(section, at + 1)) {
        const std::string_view before = listed.substr(0, at);
        if ((before.empty() || before.ends_with(' ') || before.ends_with(',') || before.ends_with(';') || before.ends_with('|')) && ends(before) && begins(listed.substr(at + section.size()))) return true;
    }
    return false;
}

Roll::Roll(std::vector<std::string> folders, std::map<std::string, record::Person> people) : folders_(std::move(folders)), people_(std::move(people)) {}

std::vector<std::string> Roll::matches(std::string_view name) const
{
    if (name.empty()) return {};
    if (std::ranges::find(folders_, name) != folders_.end()) return {std::string(name)};
    std::vector<std::string> found;
    const auto add = [&](auto is) {
        for (const auto& [folder, person] : people_)
            if (is(person) && std::ranges::find(folders_, folder) != folders_.end()) found.push_back(folder);
    };
    add([&](const record::Person& person) { return person.id == name; });
    if (found.empty()) add([&](const record::Person& person) { return same_mail(person.mail, name); });
    return found;
}

std::string Roll::find(std::string_view name) const
{
    const std::vector<std::string> found = matches(name);
    return found.size() == 1 ? found[0] : "";
}

std::vector<std::string> Roll::names() const
{
    std::vector<std::string> known = folders_;
    for (const auto& [folder, person] : people_)
        for (const std::string* other : {&person.id, &person.mail})
            if (!other->empty() && *other != folder) known.push_back(*other);
    return known;
}

std::string Roll::advice(std::string_view name) const { return did_you_mean(name, names(), "the students are"); }

std::string Roll::folder_of(std::string_view name, std::string_view place) const
{
    const std::vector<std::string> found = matches(name);
    if (found.size() == 1) return found[0];
    if (found.empty()) throw UsageError({fmt::format("{}: no student is called {}", place, printable(name)), "looked for a folder, an id, a mail address", advice(name)});
    throw UsageError({fmt::format("{}: {} students are called {}", place, found.size(), printable(name)), fmt::format("their folders are {}", fmt::join(found, ", ")), "name one by the folder"});
}

std::string Roll::folder_or_note(std::string_view name, std::string_view place, std::vector<std::string>& notes) const
{
    // Two ids of one class often differ by a digit, so a close one says nothing.
    const bool number = std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c); });
    if (!matches(name).empty() || (!number && !nearest(name, names()).empty())) return folder_of(name, place);
    notes.push_back(fmt::format("{}: {} is not among these students; the row changes nothing", place, printable(name)));
    return "";
}

bool Roll::knows_sections() const
{
    return std::ranges::any_of(people_, [](const auto& one) { return !one.second.section.empty(); });
}

bool Roll::has_section(std::string_view section) const
{
    return std::ranges::any_of(people_, [&](const auto& one) { return is_in_section(one.second.section, section); });
}

}  // namespace halo::grader::course
