#include "report/speed_chart.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/class_parts.hpp"
#include "report/figure.hpp"
#include "report/markup.hpp"

namespace halo::grader::report {
namespace {

constexpr double kLeft = 170, kPlot = 360, kRight = 110, kRow = 18, kHead = 34, kFoot = 26;
constexpr double kChartWidth = kLeft + kPlot + kRight;
constexpr std::size_t kLongestLabel = 24;

/// A student's dot.
struct Dot {
    std::string student;
    record::Range value;
    bool believed = true;
};

/// One function: all its dots have the same unit.
struct Panel {
    std::string function, unit, what;
    std::vector<Dot> dots;
};

/// The share of a copy's rate in percent, for the kernel that the others are compared with.
record::Range percent(const record::Range& range) { return {100 * range.low, 100 * range.median, 100 * range.high}; }

Panel panel_of(const gradebook::Table& table, std::size_t lab, std::size_t function)
{
    Panel panel{table.run.labs[lab].functions[function], "×", "times as fast as the basic kernel", {}};
    const auto timing = [&](const gradebook::Row& row) -> const std::optional<record::Timing>& { return row.labs[lab].cells[function].timing; };
    const bool compared = std::ranges::any_of(table.rows, [&](const gradebook::Row& row) { return timing(row) && timing(row)->speedup; });
    if (!compared) panel.unit = " %", panel.what = "of the rate of a copy";
    for (const gradebook::Row& row : table.rows) {
        if (!timing(row)) continue;
        const record::Timing& t = *timing(row);
        const std::optional<record::Range>& value = compared ? t.speedup : t.of_copy;
        if (value && (t.pace == record::Pace::timed || t.pace == record::Pace::implausible)) panel.dots.push_back({shown_name(row), compared ? *value : percent(*value), t.pace == record::Pace::timed});
    }
    std::ranges::stable_sort(panel.dots, std::greater(), [](const Dot& dot) { return dot.value.median; });
    return panel;
}

std::string axis(double top, double height, double most, const std::string& unit)
{
    std::string out;
    const double step = step_of(most);
    for (double at = 0; at <= most * 1.0001; at += step) {
        const double x = kLeft + kPlot * at / most;
        out += fmt::format(R"(<line class="grid" x1="{0:.1f}" y1="{1:.1f}" x2="{0:.1f}" y2="{2:.1f}"/><text class="tick" x="{0:.1f}" y="{3:.1f}">{4:g}{5}</text>)", x, top,
                           top + height, top + height + 14, at, unit);
    }
    return out;
}

std::string row_of(const Dot& dot, double y, double most, const std::string& unit)
{
    const auto x = [&](double value) { return kLeft + kPlot * std::min(value, most) / most; };
    std::string name = dot.student;
    if (columns(name) > kLongestLabel) name = fit(name, kLongestLabel);
    const std::string value = !dot.believed ? "implausible" : dot.value.undecided() ? "undecided" : fmt::format("{:#.3g}{}", dot.value.median, unit);
    return fmt::format(R"(<text class="name" x="{0:.0f}" y="{1:.1f}">{2}</text><line class="range" x1="{3:.1f}" y1="{4:.1f}" x2="{5:.1f}" y2="{4:.1f}"/>)"
                       R"(<circle class="{6}" cx="{7:.1f}" cy="{4:.1f}" r="3.5"/><text x="{8:.0f}" y="{1:.1f}">{9}</text>)",
                       kLeft - 10, y + 4, escaped(name), x(dot.value.low), y, x(dot.value.high), dot.believed ? "dot" : "dot doubted", x(dot.value.median), kLeft + kPlot + 10, value);
}

}  // namespace

std::string speed_chart(const gradebook::Table& table, std::size_t lab)
{
    std::string body, summary;
    double y = 0;
    for (std::size_t f = 0; f < table.run.labs[lab].functions.size(); ++f) {
        const Panel panel = panel_of(table, lab, f);
        if (panel.dots.empty()) continue;
        double most = 0;
        for (const Dot& dot : panel.dots) most = std::max(most, dot.value.high);
        most = std::max(most * 1.02, panel.unit == "×" ? 1.0 : 100.0);
        body += fmt::format(R"(<text class="function" x="0" y="{:.0f}">{}</text><text class="unit" x="{:.0f}" y="{:.0f}">{}</text>)", y + 20, escaped(panel.function), kLeft, y + 20, panel.what);
        y += kHead;
        const double height = kRow * double(panel.dots.size());
        body += axis(y, height, most, panel.unit);
        for (std::size_t i = 0; i < panel.dots.size(); ++i) body += row_of(panel.dots[i], y + kRow * (double(i) + 0.5), most, panel.unit);
        y += height + kFoot;
        summary += fmt::format("{}{}: {} of {} timed", summary.empty() ? "" : "; ", panel.function, panel.dots.size(), table.rows.size());
    }
    if (body.empty()) return "";
    return fmt::format(R"(<svg class="chart" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" role="img" aria-label="{2}">{3}</svg>)", kChartWidth, y, escaped(summary), body);
}

}  // namespace halo::grader::report
