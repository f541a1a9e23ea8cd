#include "course/read_deadlines.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "machine/nearest.hpp"

namespace halo::grader::course {

Zone read_zone(const TomlReader& reader, const toml::node& node)
{
    const std::string name = reader.text(node, "timezone");
    try {
        return Zone::named(name);
    } catch (const std::invalid_argument& error) {
        const std::string near = nearest(name, known_zones());
        reader.refuse(node, fmt::format("timezone {}: {}", name, error.what()), near.empty() ? "timezone = \"Europe/Berlin\"" : fmt::format("did you mean {}?", near));
    }
}

LatePolicy read_late(const TomlReader& reader, const toml::node& node)
{
    constexpr int kYear = 365;
    LatePolicy late;
    for (const auto& [key, value] : reader.table(node, "late")) {
        const std::string name(key.str());
        if (name == "penalty") late.penalty = reader.number(value, name, 0, 1);
        else if (name == "per") late.per = reader.choice(value, name, {"day", "hour"}) == "day" ? LatePolicy::Per::day : LatePolicy::Per::hour;
        else if (name == "of") late.of = reader.choice(value, name, {"earned", "maximum"}) == "earned" ? LatePolicy::Of::earned : LatePolicy::Of::maximum;
        else if (name == "most") late.most = reader.number(value, name, 0, 1);
        else if (name == "until") late.until_days = reader.whole(value, name, 0, kYear);
        else if (name == "grace_minutes") late.grace_minutes = reader.whole(value, name, 0, 24 * 60);
        else if (name == "grace_days") late.grace_days = reader.whole(value, name, 0, kYear);
        else if (name == "file_times") late.file_times = reader.yes_or_no(value, name);
        else if (name == "unknown") late.unknown_days = reader.whole(value, name, 0, kYear);
        else reader.unknown_key(value, name, "late", {"penalty", "per", "of", "most", "until", "grace_minutes", "grace_days", "file_times", "unknown"});
    }
    return late;
}

std::map<std::string, Instant> read_sections(const TomlReader& reader, const toml::node& node, const Zone& zone)
{
    std::map<std::string, Instant> sections;
    for (const auto& [section, value] : reader.table(node, "due_in")) sections[std::string(section.str())] = reader.instant(value, section.str(), zone);
    return sections;
}

std::vector<Extension> read_extensions(const TomlReader& reader, const toml::node& node, const Zone& zone)
{
    std::vector<Extension> all;
    for (const toml::node& row : reader.tables(node, "extensions")) {
        Extension one;
        one.place = reader.place(row);
        bool has_days = false;
        for (const auto& [key, value] : *row.as_table()) {
            const std::string name(key.str());
            if (name == "student") one.student = reader.text(value, name);
            else if (name == "lab") one.lab = reader.text(value, name);
            else if (name == "days") one.days = reader.whole(value, name, 1, 365), has_days = true;
            else if (name == "due") one.due = reader.instant(value, name, zone);
            else if (name == "why") one.why = reader.text(value, name);
            else reader.unknown_key(value, name, "extensions", {"student", "lab", "days", "due", "why"});
        }
        if (one.student.empty()) reader.refuse(row, "extension: for whom?", "student = \"ada\", a folder, an id or a mail address");
        if (has_days == one.due.has_value()) reader.refuse(row, "extension: until when?", "either days = 2, or due = 2026-03-04T23:59:00");
        if (one.why.empty()) reader.refuse(row, "extension: why?", "why = \"ill, certificate seen\"");
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace halo::grader::course
