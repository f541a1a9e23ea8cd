#include "course/time.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace halo::grader::course {
namespace {

constexpr const char* kZones = "/usr/share/zoneinfo";

/// libc has one zone for the whole process.
class ZoneOfLibc {
public:
    explicit ZoneOfLibc(const std::string& name) : lock_(mutex())
    {
        if (const char* before = std::getenv("TZ")) before_ = before;
        setenv("TZ", name.c_str(), 1);
        tzset();
    }
    ~ZoneOfLibc()
    {
        if (before_) setenv("TZ", before_->c_str(), 1);
        else unsetenv("TZ");
        tzset();
    }
    ZoneOfLibc(const ZoneOfLibc&) = delete;

private:
    static std::mutex& mutex()
    {
        static std::mutex one;
        return one;
    }

    std::lock_guard<std::mutex> lock_;
    std::optional<std::string> before_;
};

std::tm parts_of(const LocalTime& t, int summer)
{
    std::tm parts{};
    parts.tm_year = t.year - 1900, parts.tm_mon = t.month - 1, parts.tm_mday = t.day;
    parts.tm_hour = t.hour, parts.tm_min = t.minute, parts.tm_sec = t.second;
    parts.tm_isdst = summer;
    return parts;
}

/// mktime turns the 30th of February into a day of March.
bool shows(const std::tm& parts, const LocalTime& t)
{
    return parts.tm_year == t.year - 1900 && parts.tm_mon == t.month - 1 && parts.tm_mday == t.day && parts.tm_hour == t.hour && parts.tm_min == t.minute && parts.tm_sec == t.second;
}

/// Reads so many digits, and moves on.
std::optional<int> digits(std::string_view& text, std::size_t count)
{
    int value = 0;
    if (text.size() < count || !std::all_of(text.begin(), text.begin() + std::ptrdiff_t(count), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
    std::from_chars(text.data(), text.data() + count, value);
    text.remove_prefix(count);
    return value;
}

bool skip(std::string_view& text, std::string_view any_of)
{
    if (text.empty() || any_of.find(text[0]) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace

Zone Zone::named(std::string_view name)
{
    // libc takes an unknown name for UTC, so the file is looked for here.
    Zone zone;
    zone.name_ = name;
    if (name == "UTC") return zone;
    if (!std::filesystem::is_directory(kZones)) throw std::invalid_argument("this machine has no list of time zones: install tzdata");
    const bool plain = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '/' || c == '_' || c == '-' || c == '+'; });
    char magic[4] = "";
    if (plain) std::ifstream(std::filesystem::path(kZones) / zone.name_, std::ios::binary).read(magic, sizeof magic);
    if (std::string_view(magic, 4) != "TZif") throw std::invalid_argument("there is no such time zone");
    return zone;
}

std::optional<Instant> Zone::at(const LocalTime& time) const
{
    const ZoneOfLibc here(name_);
    std::optional<Instant> latest;
    for (const int summer : {0, 1}) {
        std::tm parts = parts_of(time, summer);
        const std::time_t instant = std::mktime(&parts);
        std::tm back{};
        const bool same = localtime_r(&instant, &back) != nullptr && shows(back, time);
        if (same && (!latest || instant > *latest)) latest = instant;
    }
    return latest;
}

Instant Zone::days_later(Instant from, int days) const
{
    std::tm parts{};
    const std::time_t start = from;
    {
        const ZoneOfLibc here(name_);
        localtime_r(&start, &parts);
    }
    parts.tm_mday += days;
    timegm(&parts);                                     // turns the 30th of February into a day of March
    const LocalTime then{parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec};
    if (const auto instant = at(then)) return *instant;
    const ZoneOfLibc here(name_);
    std::tm winter = parts_of(then, 0);
    return std::mktime(&winter);
}

std::string Zone::text(Instant instant) const
{
    const ZoneOfLibc here(name_);
    const std::time_t time = instant;
    std::tm parts{};
    char out[64] = "";
    if (localtime_r(&time, &parts) != nullptr) std::strftime(out, sizeof out, "%Y-%m-%d %H:%M %Z", &parts);
    return out;
}

std::vector<std::string> known_zones()
{
    std::vector<std::string> all;
    std::ifstream in(std::filesystem::path(kZones) / "zone.tab");
    for (std::string line; std::getline(in, line);) {
        std::istringstream columns(line);
        std::string country, place, zone;
        if (line.starts_with('#') || !(columns >> country >> place >> zone)) continue;
        all.push_back(zone);
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::string utc_text(Instant instant)
{
    const std::time_t time = instant;
    std::tm parts{};
    char out[64] = "";
    if (gmtime_r(&time, &parts) != nullptr) std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return out;
}

std::optional<Instant> instant_in(std::string_view text, const Zone& zone)
{
    LocalTime t;
    const auto field = [&](int& into, std::size_t count) {
        const auto value = digits(text, count);
        if (value) into = *value;
        return value.has_value();
    };
    const bool read = field(t.year, 4) && skip(text, "-") && field(t.month, 2) && skip(text, "-") && field(t.day, 2) && skip(text, "Tt ") && field(t.hour, 2) && skip(text, ":") && field(t.minute, 2);
    if (!read || (skip(text, ":") && !field(t.second, 2))) return std::nullopt;
    if (skip(text, "."))                                // parts of a second
        while (digits(text, 1)) {}
    skip(text, " ");
    if (text.empty()) return zone.at(t);
    const auto as_utc = Zone().at(t);
    if (!as_utc || text == "Z" || text == "z" || text == "UTC") return as_utc;
    const int sign = text[0] == '-' ? -1 : 1;
    int hours = 0, minutes = 0;
    if (!skip(text, "+-") || !field(hours, 2)) return std::nullopt;
    skip(text, ":");
    if (!field(minutes, 2) || !text.empty() || hours > 14 || minutes > 59) return std::nullopt;
    return *as_utc - sign * (hours * 3600 + minutes * 60);
}

}  // namespace halo::grader::course
