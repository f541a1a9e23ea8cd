#include "report/page_data.hpp"

#include <cmath>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::report::page {

Data shown(std::string_view text)
{
    const std::string clean = printable(text, true);
    return clean.empty() ? Data(false) : Data(clean);
}

Data sentences_of(const std::vector<std::string>& texts)
{
    Data out = list();
    for (const std::string& text : texts) {
        Data entry;
        entry["sentence"] = shown(text);
        out << entry;
    }
    return out;
}

Data with_code(std::string_view text)
{
    const std::string clean = kainjow::mustache::html_escape(printable(text, true));
    std::string out;
    for (std::size_t at = 0; at < clean.size();) {
        const std::size_t open = clean.find('`', at), close = open == std::string::npos ? open : clean.find('`', open + 1);
        if (close == std::string::npos) return Data(out + clean.substr(at));
        out += clean.substr(at, open - at) + "<code>" + clean.substr(open + 1, close - open - 1) + "</code>";
        at = close + 1;
    }
    return out.empty() ? Data(false) : Data(out);
}

Data message(const Message& m)
{
    Data out;
    out["headline"] = shown(m.headline);
    out["where"] = with_code(m.where);
    out["what"] = shown(m.what);
    out["advice"] = with_code(m.attempt);
    return out;
}

std::string grouped(std::uint64_t value)
{
    std::string digits = std::to_string(value);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

std::string number_grouped(double value)
{
    return value == std::floor(value) && value >= 0 && value < 1e15 ? grouped(static_cast<std::uint64_t>(value)) : fmt::format("{:.2f}", value);
}

std::string points_text(const std::optional<double>& points) { return points ? number(*points, 2) : "–"; }

std::string utc(const std::string& time)
{
    constexpr std::size_t kDate = 10, kMinutes = 16;
    if (time.size() < kMinutes || time[kDate] != 'T') return time;
    return time.substr(0, kDate) + ' ' + time.substr(kDate + 1, kMinutes - kDate - 1) + " UTC";
}

}  // namespace halo::grader::report::page
