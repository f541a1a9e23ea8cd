// Points, reuse ratios and speeds of a class as drawings, each with a table of the same.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/class_parts.hpp"
#include "report/figure.hpp"
#include "report/speed_chart.hpp"

namespace halo::grader::report {
namespace {

using kainjow::mustache::data;

constexpr std::size_t kUnfoldedRowsRows = 40;       // rows of a chart

data texts(const std::vector<std::string>& all)
{
    data out = empty_list();
    for (const std::string& one : all) {
        data entry;
        entry["text"] = data(one);
        out << entry;
    }
    return out;
}

std::vector<std::string> texts_of(const std::vector<double>& values, const std::function<std::string(double)>& text)
{
    std::vector<std::string> out;
    for (const double value : values) out.push_back(text(value));
    return out;
}

std::string two_decimals(double value) { return fmt::format("{:.2f}", value); }

/// Shares of a lab's points.
const std::vector<std::string> kShares{"0", "<20%", "<40%", "<60%", "<80%", "<100%", "full", "more"};

std::size_t share_of(double points, double most)
{
    constexpr double kRounding = 1e-9;
    if (points <= kRounding) return 0;
    if (points > most + kRounding) return 7;
    if (points >= most - kRounding) return 6;
    return 1 + std::size_t(5 * points / most);
}

std::string said(const std::vector<std::size_t>& counts)
{
    std::string out;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", kShares[i], counts[i]);
    return out;
}

data points_of(const gradebook::Table& table, std::size_t l)
{
    std::vector<std::size_t> counts(kShares.size());
    std::vector<double> points;
    std::size_t without = 0;
    for (const gradebook::Row& row : table.rows) {
        const std::optional<double> earned = row.labs[l].points();
        if (!earned) ++without;
        else points.push_back(*earned), ++counts[share_of(*earned, row.labs[l].max_points())];
    }
    data out;
    const std::string title = shown_lab(table.run.labs[l]);
    out["title"] = data(title);
    out["none"] = data(points.empty());
    out["without"] = without > 0 ? data(plural(without, "student has", "students have")) : data(false);
    out["figure"] = points.empty() ? data(false) : data(bar_chart(kShares, counts, title + ", students by share of the points: " + said(counts)));
    std::vector<std::string> cells;
    for (const std::size_t count : counts) cells.push_back(std::to_string(count));
    for (const std::string& text : points.empty() ? std::vector<std::string>(5, "–") : texts_of(quartiles(points), [](double value) { return number(value, 2); })) cells.push_back(text);
    out["cells"] = texts(cells);
    out["median"] = points.empty() ? data(false) : data(number(quartiles(points)[2], 2));
    out["most"] = data(number(table.rows.empty() ? 0 : table.rows.front().labs[l].max_points(), 2));
    return out;
}

/// The values of `member` among passes; usually all the same.
std::vector<double> known(const std::vector<const Judgement*>& passes, std::optional<double> Judgement::*member)
{
    std::vector<double> out;
    for (const Judgement* j : passes)
        if (j->*member) out.push_back(*(j->*member));
    return out;
}

std::string from_to(const std::vector<double>& values)
{
    if (values.empty()) return "–";
    const auto [low, high] = std::ranges::minmax(values);
    return two_decimals(low) == two_decimals(high) ? two_decimals(low) : two_decimals(low) + " to " + two_decimals(high);
}

data reuse_of(const std::string& function, const std::vector<const Judgement*>& passes)
{
    const std::vector<double> measured = known(passes, &Judgement::reuse_ratio), exact = known(passes, &Judgement::expected_reuse_ratio),
                              interior = known(passes, &Judgement::interior_reuse_ratio);
    std::vector<Reference> references;
    if (!exact.empty()) references.push_back({"exact " + from_to(exact), "exact", quartiles(exact)[2]});
    if (!interior.empty()) references.push_back({"closed form " + from_to(interior), "interior", quartiles(interior)[2]});
    const std::vector<std::string> measured_texts = texts_of(quartiles(measured), two_decimals);
    std::size_t per_dot = 1;
    data out;
    out["function"] = data(printable(function));
    out["figure"] = data(dot_plot(measured, references,
                                  fmt::format("{}, reuse ratio of {}: from {} to {}, median {}; exact {}; closed form {}", function, plural(measured.size(), "pass", "passes"), measured_texts[0],
                                              measured_texts[4], measured_texts[2], from_to(exact), from_to(interior)),
                                  &per_dot));
    out["per_dot"] = per_dot > 1 ? data(std::to_string(per_dot)) : data(false);
    out["passes"] = data(plural(measured.size(), "pass", "passes"));
    std::vector<std::string> cells{std::to_string(measured.size())};
    cells.insert(cells.end(), measured_texts.begin(), measured_texts.end());
    cells.push_back(from_to(exact));
    cells.push_back(from_to(interior));
    out["cells"] = texts(cells);
    return out;
}

/// One function's times, in the unit of its chart; nothing if it was never timed.
std::optional<data> speed_of(const gradebook::Table& table, std::size_t l, std::size_t f)
{
    std::vector<double> speedups, shares;
    std::size_t wide = 0, doubted = 0, asked = 0;
    for (const gradebook::Row& row : table.rows) {
        const std::optional<record::Timing>& t = row.labs[l].cells[f].timing;
        if (!t) continue;
        ++asked;
        doubted += t->pace == record::Pace::implausible;
        wide += undecided(*t);
        if (t->pace != record::Pace::timed || undecided(*t)) continue;
        if (t->speedup) speedups.push_back(t->speedup->median);
        else if (t->of_copy) shares.push_back(100 * t->of_copy->median);
    }
    if (asked == 0) return std::nullopt;
    const bool compared = !speedups.empty();
    const std::vector<double>& values = compared ? speedups : shares;
    std::vector<std::string> cells{std::to_string(asked), std::to_string(values.size()), std::to_string(wide), std::to_string(doubted)};
    for (const std::string& text : values.empty() ? std::vector<std::string>(5, "–")
                                                  : texts_of(quartiles(values), [&](double value) { return compared ? fmt::format("{:#.3g}×", value) : fmt::format("{:.0f} %", value); }))
        cells.push_back(text);
    data out;
    out["function"] = data(printable(table.run.labs[l].functions[f]));
    out["cells"] = texts(cells);
    return out;
}

}  // namespace

void add_points(data& page, const gradebook::Table& table)
{
    data labs = empty_list();
    for (std::size_t l = 0; l < table.run.labs.size(); ++l) labs << points_of(table, l);
    page["shares"] = texts(kShares);
    page["has_points"] = data(!table.rows.empty() && !table.run.labs.empty());
    page["points_of_labs"] = std::move(labs);
}

void add_reuse(data& page, const gradebook::Table& table)
{
    data functions = empty_list();
    for (std::size_t l = 0; l < table.run.labs.size(); ++l)
        for (std::size_t f = 0; f < table.run.labs[l].functions.size(); ++f) {
            std::vector<const Judgement*> passes;
            for (const gradebook::Row& row : table.rows) {
                const Judgement& j = row.labs[l].cells[f].judgement;
                if (j.verdict == Verdict::passed && j.reuse_ratio && j.expected_reuse_ratio) passes.push_back(&j);
            }
            if (!passes.empty()) functions << reuse_of(table.run.labs[l].functions[f], passes);
        }
    page["has_reuse"] = data(!functions.list_value().empty());
    page["reuse"] = std::move(functions);
}

/// Where the speeds are from, or why there are none; and a chart for each lab that has some.
void add_speeds(data& page, const gradebook::Table& table)
{
    data charts = empty_list();
    for (std::size_t l = 0; l < table.run.labs.size(); ++l) {
        const std::string chart = speed_chart(table, l);
        if (chart.empty()) continue;
        data entry, functions = empty_list();
        for (std::size_t f = 0; f < table.run.labs[l].functions.size(); ++f)
            if (std::optional<data> speed = speed_of(table, l, f)) functions << *speed;
        entry["title"] = data(shown_lab(table.run.labs[l]));
        entry["chart"] = data(chart);
        entry["open"] = data(table.rows.size() <= kUnfoldedRowsRows);
        entry["functions"] = std::move(functions);
        charts << entry;
    }
    const auto& card = table.run.card;
    page["has_speeds"] = data(table.speeds());
    page["timed"] = data(!charts.list_value().empty());
    page["charts"] = std::move(charts);
    page["card"] = table.card().empty() ? data(false) : data(printable(table.card()));
    page["card_note"] = card && !card->note.empty() ? data(printable(card->note)) : data(false);
    page["no_card"] = card && card->name.empty() ? data(printable(text(card->why), true)) : data(false);
}

}  // namespace halo::grader::report
