#include "course/toml_reader.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::course {

toml::table TomlReader::parse(std::string_view text) const
{
    demand_bounds(text, Form::toml, source_);
    try {
        return toml::parse(text, source_);
    } catch (const toml::parse_error& error) {
        throw UsageError({fmt::format("{}:{}: {}", source_, error.source().begin.line, error.description()), "", ""});
    }
}

void TomlReader::refuse(const toml::node& at, const std::string& what, const std::string& advice) const
{
    throw UsageError({fmt::format("{}: {}", place(at), what), "", advice});
}

void TomlReader::unknown_key(const toml::node& at, std::string_view key, std::string_view of, const std::vector<std::string>& known) const
{
    refuse(at, fmt::format("unknown key {}{}{}", printable(key), of.empty() ? "" : " in ", printable(of)), did_you_mean(key, known, "the keys are"));
}

std::string TomlReader::place(const toml::node& at) const { return fmt::format("{}:{}", source_, at.source().begin.line); }

double TomlReader::number(const toml::node& node, std::string_view key, double least, double most) const
{
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !(*value >= least && *value <= most)) refuse(node, fmt::format("{} must be a number from {} to {}", printable(key), least, most));
    return *value;
}

int TomlReader::whole(const toml::node& node, std::string_view key, int least, int most) const
{
    const auto value = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
    if (!value || *value < least || *value > most) refuse(node, fmt::format("{} must be a whole number from {} to {}", printable(key), least, most));
    return int(*value);
}

bool TomlReader::yes_or_no(const toml::node& node, std::string_view key) const
{
    if (!node.is_boolean()) refuse(node, fmt::format("{} must be true or false", printable(key)));
    return *node.value<bool>();
}

std::string TomlReader::text(const toml::node& node, std::string_view key) const
{
    const auto value = node.is_string() ? node.value<std::string>() : std::nullopt;
    if (!value || trimmed(*value).empty()) refuse(node, fmt::format("{} must be a text, in quotes", printable(key)));
    return *value;
}

std::string TomlReader::choice(const toml::node& node, std::string_view key, std::initializer_list<const char*> of) const
{
    const std::string value = node.value_or(std::string());
    if (std::ranges::none_of(of, [&](const char* one) { return value == one; })) refuse(node, fmt::format("{} must be \"{}\"", printable(key), fmt::join(of, "\" or \"")));
    return value;
}

const toml::table& TomlReader::table(const toml::node& node, std::string_view key) const
{
    if (const toml::table* table = node.as_table()) return *table;
    refuse(node, fmt::format("{} must be a table", printable(key)));
}

const toml::array& TomlReader::tables(const toml::node& node, std::string_view key) const
{
    const toml::array* all = node.as_array();
    if (all == nullptr || !std::ranges::all_of(*all, [](const toml::node& one) { return one.is_table(); })) refuse(node, fmt::format("{0} must be tables, each under [[{0}]]", printable(key)));
    return *all;
}

Instant TomlReader::instant(const toml::node& node, std::string_view key, const Zone& zone) const
{
    LocalTime local{.hour = 23, .minute = 59, .second = 59};
    const auto with_date = [&](const toml::date& date) { local.year = date.year, local.month = date.month, local.day = date.day; };
    std::optional<int> offset;
    if (const auto date = node.value_exact<toml::date>()) {
        with_date(*date);
    } else if (const auto both = node.value_exact<toml::date_time>()) {
        with_date(both->date);
        local.hour = both->time.hour, local.minute = both->time.minute, local.second = both->time.second;
        if (both->offset) offset = both->offset->minutes;
    } else {
        refuse(node, fmt::format("{} must be a date, or a date and a time, without quotes", printable(key)), fmt::format("{} = 2026-03-01T23:59:00", key));
    }
    const auto at = offset ? Zone().at(local) : zone.at(local);
    if (!at) refuse(node, fmt::format("{}: no clock in {} shows this time", printable(key), zone.name()), "clocks are put forward there; name a time before or after, or one with its offset");
    return *at - 60 * offset.value_or(0);
}

std::string TomlReader::date(const toml::node& node, std::string_view key) const
{
    const auto date = node.value_exact<toml::date>();
    if (!date) refuse(node, fmt::format("{} must be a date, without quotes", printable(key)), fmt::format("{} = 2026-03-04", key));
    return fmt::format("{:04}-{:02}-{:02}", date->year, date->month, date->day);
}

}  // namespace halo::grader::course
