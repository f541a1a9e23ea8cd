#include "report/figure.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "report/markup.hpp"

namespace halo::grader::report {
namespace {

constexpr double kWidth = 340;
constexpr double kDot = 8;                  // from centre to centre
constexpr std::size_t kHighest = 12;        // dots

std::string svg(double height, const std::string& says, const std::string& body)
{
    return fmt::format(R"(<svg class="figure" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" role="img" aria-label="{2}">{3}</svg>)", kWidth, height, escaped(says), body);
}

std::string words(double x, double y, const char* kind, const char* anchor, const std::string& text)
{
    return fmt::format(R"(<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)", kind, x, y, anchor, escaped(text));
}

std::string upright(const char* kind, double x, double top, double bottom)
{
    return fmt::format(R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)", kind, x, top, x, bottom);
}

}  // namespace

double step_of(double most)
{
    const double rough = most / 5, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (rough <= factor * power) return factor * power;
    return 10 * power;
}

std::string bar_chart(const std::vector<std::string>& labels, const std::vector<std::size_t>& counts, const std::string& says)
{
    constexpr double kTop = 18, kBars = 84, kFoot = 20;
    const double each = kWidth / double(counts.size());
    const double most = double(std::max<std::size_t>(1, *std::ranges::max_element(counts)));
    std::string body = fmt::format(R"(<line class="axis" x1="0" y1="{0:.1f}" x2="{1:.0f}" y2="{0:.1f}"/>)", kTop + kBars, kWidth);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double height = counts[i] == 0 ? 0 : std::max(2.0, kBars * double(counts[i]) / most), middle = each * (double(i) + 0.5);
        if (counts[i] > 0) {
            body += fmt::format(R"(<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)", each * double(i) + 3, kTop + kBars - height, each - 6, height);
            body += words(middle, kTop + kBars - height - 4, "count", "middle", std::to_string(counts[i]));
        }
        body += words(middle, kTop + kBars + 15, "tick", "middle", labels[i]);
    }
    return svg(kTop + kBars + kFoot, says, body);
}

std::string dot_plot(const std::vector<double>& values, const std::vector<Reference>& references, const std::string& says, std::size_t* per_dot)
{
    constexpr double kSide = 8, kPlot = kWidth - 2 * kSide, kLabel = 15;
    double most = 0;
    for (const double value : values) most = std::max(most, value);
    for (const Reference& reference : references) most = std::max(most, reference.value);
    most = most > 0 ? most * 1.05 : 1;
    const auto x = [&](double value) { return kSide + kPlot * std::max(0.0, value) / most; };

    std::map<long, std::vector<double>> stacks;     // each stands above the mean of its values
    for (const double value : values) stacks[std::lround(x(value) / kDot)].push_back(x(value));
    std::size_t highest = 1;
    for (const auto& [at, places] : stacks) highest = std::max(highest, places.size());
    *per_dot = (highest + kHighest - 1) / kHighest;

    const double top = 4 + kLabel * double(references.size()), bottom = top + 8 + kDot * double((highest + *per_dot - 1) / *per_dot);
    std::string body;
    const double step = step_of(most);
    for (int i = 0; i * step <= most; ++i) body += upright("grid", x(i * step), top, bottom) + words(x(i * step), bottom + 15, "tick", "middle", fmt::format("{:g}", i * step));
    body += fmt::format(R"(<line class="axis" x1="{0:.1f}" y1="{1:.1f}" x2="{2:.1f}" y2="{1:.1f}"/>)", kSide, bottom, kWidth - kSide);
    for (const auto& [at, places] : stacks) {
        const double middle = std::accumulate(places.begin(), places.end(), 0.0) / double(places.size());
        for (std::size_t i = 0; i * *per_dot < places.size(); ++i) body += fmt::format(R"(<circle class="dot" cx="{:.1f}" cy="{:.1f}" r="3.4"/>)", middle, bottom - kDot * (double(i) + 0.5));
    }
    for (std::size_t i = 0; i < references.size(); ++i) body += upright(references[i].kind, x(references[i].value), 3 + kLabel * double(i), bottom);
    for (std::size_t i = 0; i < references.size(); ++i) {
        const Reference& reference = references[i];
        const bool right = x(reference.value) > kWidth / 2;
        const double y = 12 + kLabel * double(i);
        body += words(x(reference.value) + (right ? -5 : 5), y, "label", right ? "end" : "start", reference.label);
    }
    return svg(bottom + 20, says, body);
}

}  // namespace halo::grader::report
