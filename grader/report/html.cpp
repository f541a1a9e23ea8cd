#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <kainjow/mustache.hpp>

#include "report/reports.hpp"
#include "report/speed_chart.hpp"
#include "text.hpp"

namespace halo::grader::report {

extern const char* const kPage;
extern const char* const kStyle;

namespace {

using kainjow::mustache::data;

data list() { return data(data::type::list); }

std::string plural(std::size_t count, const char* one, const char* many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string points_text(const std::optional<double>& points) { return points ? number(*points, 2) : "–"; }

std::string grouped(std::uint64_t value)
{
    std::string digits = std::to_string(value);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

/// Whole numbers in groups of three digits, others with two decimals.
std::string number_grouped(double value) { return value == std::floor(value) && value < 1e15 ? grouped(static_cast<std::uint64_t>(value)) : fmt::format("{:.2f}", value); }

/// The id of a cell: numbers, so that no student's byte gets into an attribute.
std::string cell_id(std::size_t row, std::size_t lab, std::size_t function)
{
    return fmt::format("s{}-{}-{}", row + 1, lab + 1, function + 1);
}

data bars(const Judgement& j)
{
    struct Bar {
        const char *label, *kind;
        std::optional<double> value;
    };
    const std::array<Bar, 3> all{{
        {"measured", "measured", j.reuse_ratio},
        {"exact, edges included", "exact", j.expected_reuse_ratio},
        {"interior tiles, closed form", "interior", j.interior_reuse_ratio},
    }};
    double most = 0;
    for (const Bar& bar : all) most = std::max(most, bar.value.value_or(0));
    data out = list();
    for (const Bar& bar : all) {
        if (!bar.value) continue;
        data entry;
        entry["label"] = data(bar.label);
        entry["kind"] = data(bar.kind);
        entry["value"] = data(fmt::format("{:.2f}", *bar.value));
        entry["percent"] = data(fmt::format("{:.1f}", most > 0 ? 100 * *bar.value / most : 0.0));
        out << entry;
    }
    return out;
}

data bounds(const Judgement& j)
{
    data out = list();
    for (const std::string& sentence : sentences(j.bounds)) {
        data entry;
        entry["sentence"] = data(sentence);
        out << entry;
    }
    return out;
}

data message(const Message& m)
{
    data out;
    out["headline"] = data(m.headline);
    out["where"] = m.where.empty() ? data(false) : data(m.where);
    out["what"] = m.what.empty() ? data(false) : data(m.what);
    out["advice"] = m.attempt.empty() ? data(false) : data(m.attempt);
    return out;
}

void add_cases(data& out, const Judgement& j)
{
    out["has_cases"] = data(!j.cases.empty());
    data cases = list();
    std::size_t passed = 0;
    for (const JudgedCase& c : j.cases) {
        passed += c.verdict == Verdict::passed;
        data entry;
        entry["name"] = data(std::string(name(c.verdict)));
        entry["words"] = data(words(c.verdict));
        entry["case"] = data(c.name);
        const std::string details = text(c.message);
        entry["message"] = details.empty() ? data(false) : data(details);
        cases << entry;
    }
    out["cases"] = std::move(cases);
    out["cases_passed"] = data(std::to_string(passed));
    out["cases_total"] = data(std::to_string(j.cases.size()));
}

void add_counters(data& out, const Judgement& j)
{
    out["has_counters"] = data(j.counters.has_value());
    data counters = list();
    for_each_counter([&](const char* counter, auto member) {
        if (!j.counters) return;
        data entry;
        entry["counter"] = data(std::string(counter));
        entry["value"] = data(grouped((*j.counters).*member));
        counters << entry;
    });
    out["counters"] = std::move(counters);
}

void add_findings(data& out, const Judgement& j)
{
    out["has_findings"] = data(!j.findings.empty() || !j.remarks.empty());
    out["finding_count"] = data(std::to_string(j.findings.size() + j.remarks.size()));
    data findings = list();
    for (const JudgedCause& f : j.findings) {
        data entry = message(f.message);
        entry["often"] = f.count > 1 ? data(fmt::format("{} times", grouped(f.count))) : data(false);
        findings << entry;
    }
    for (const Message& remark : j.remarks) {
        data entry = message(remark);
        entry["often"] = data(false);
        findings << entry;
    }
    out["findings"] = std::move(findings);
}

void add_speed(data& out, const Cell& cell)
{
    out["has_speed"] = data(cell.timing.has_value());
    if (!cell.timing) return;
    const Timing& t = *cell.timing;
    out["pace"] = data(brief(t));
    out["timed_on"] = data(t.card.empty() ? "" : " on an " + printable(t.card));
    data lines = list();
    for (const std::string& sentence : sentences(t)) {
        data entry;
        entry["sentence"] = data(printable(sentence));
        lines << entry;
    }
    out["speeds"] = std::move(lines);
    out["no_speed"] = t.message.headline.empty() ? data(false) : data(text(t.message));
    out["speed_points"] = cell.speed_points ? data(fmt::format("Speed earns {} of the points.", number(*cell.speed_points, 2))) : data(false);
    out["card_printed"] = t.printed.empty() ? data(false) : data(t.printed);
}

/// The lab's predictions stand with its first function, those of others with their name.
void add_predictions(data& out, const LabCells& lab, const Cell& cell)
{
    const bool first = cell.function == lab.cells.front().function;
    data predictions = list(), unread = list();
    bool any = false;
    for (const Predicted& p : lab.predictions) {
        if (p.prediction.of.function != cell.function) continue;
        any = true;
        const bool predicted = p.prediction.said == Said::predicted;
        data entry;
        entry["counter"] = data(p.prediction.of.counter);
        entry["predicted"] = data(predicted ? number_grouped(p.prediction.value) : p.prediction.said == Said::declined ? "declined" : "open");
        entry["counted"] = data(p.counted ? number_grouped(*p.counted) : "–");
        entry["off"] = data(p.off());
        predictions << entry;
    }
    for (const Message& m : lab.unread) unread << message(m);
    out["has_predictions"] = data(any);
    out["predictions"] = std::move(predictions);
    out["has_unread"] = data(first && !lab.unread.empty());
    out["unread"] = std::move(unread);
    out["prediction_points"]
        = first && lab.prediction_points ? data(fmt::format("Predictions of this lab earn {} on top of the points.", number(*lab.prediction_points, 2))) : data(false);
}

data cell_details(const Cell& cell, const std::string& id)
{
    const Judgement& j = cell.judgement;
    data out;
    out["id"] = data(id);
    out["name"] = data(std::string(name(j.verdict)));
    out["words"] = data(words(j.verdict));
    out["function"] = data(cell.function);
    out["origin"] = data(cell.file.empty()                         ? cell.lab
                         : cell.file.starts_with(cell.lab + "/") ? cell.file
                                                                 : cell.lab + " · " + cell.file);
    out["points"] = data(points_text(cell.points));
    out["max_points"] = data(number(cell.max_points, 2));
    out["message"] = j.message.headline.empty() ? data(false) : message(j.message);
    out["leak"] = j.leaked_bytes > 0
                      ? data(fmt::format("{} bytes of device memory are still allocated when the function returns",
                                         grouped(j.leaked_bytes)))
                      : data(false);
    out["reuse"] = data(j.reuse_ratio.has_value() && j.expected_reuse_ratio.has_value());
    out["bars"] = bars(j);
    out["has_bounds"] = data(!j.bounds.empty());
    out["bounds"] = bounds(j);
    add_speed(out, cell);
    add_cases(out, j);
    add_counters(out, j);
    add_findings(out, j);
    out["printed"] = j.printed.empty() ? data(false) : data(j.printed);
    out["printed_by"] = data(j.verdict == Verdict::does_not_compile ? "What the compiler wrote" : "What the program printed");
    out["has_more"] = data(!j.cases.empty() || !j.bounds.empty() || j.counters.has_value() || !j.findings.empty() || !j.remarks.empty() || !j.printed.empty());
    return out;
}

void add_heads(data& page, const Table& table)
{
    data labs = list(), heads = list();
    for (std::size_t l = 0; l < table.run.labs.size(); ++l) {
        const RunLab& lab = table.run.labs[l];
        std::size_t passed = 0;
        for (const Row& row : table.rows) passed += row.labs[l].worst() == Verdict::passed;
        data entry;
        entry["lab"] = data(lab.lab);
        entry["title"] = data(lab.title);
        entry["span"] = data(std::to_string(lab.functions.size()));
        entry["passed"] = data(std::to_string(passed));
        entry["total"] = data(std::to_string(table.rows.size()));
        labs << entry;
        for (std::size_t f = 0; f < lab.functions.size(); ++f) {
            data head;
            head["function"] = data(lab.functions[f]);
            head["first"] = data(f == 0);
            heads << head;
        }
    }
    page["labs"] = std::move(labs);
    page["heads"] = std::move(heads);
}

void add_rows(data& page, const Table& table)
{
    data rows = list(), students = list();
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const Row& row = table.rows[r];
        data entry, cells = list(), details = list();
        entry["id"] = data(fmt::format("s{}", r + 1));
        entry["student"] = data(row.student);
        entry["points"] = data(points_text(row.points()));
        entry["max_points"] = data(number(row.max_points(), 2));
        data student = entry;
        for (std::size_t l = 0; l < row.labs.size(); ++l)
            for (std::size_t f = 0; f < row.labs[l].cells.size(); ++f) {
                data full = cell_details(row.labs[l].cells[f], cell_id(r, l, f));
                add_predictions(full, row.labs[l], row.labs[l].cells[f]);
                data brief;
                for (const char* key : {"id", "name", "words"}) brief[key] = data(full.get(key)->string_value());
                brief["first"] = data(f == 0);
                brief["pace"] = row.labs[l].cells[f].timing ? data(full.get("pace")->string_value()) : data(false);
                cells << brief;
                details << full;
            }
        entry["cells"] = std::move(cells);
        student["cells"] = std::move(details);
        rows << entry;
        students << student;
    }
    page["rows"] = std::move(rows);
    page["students"] = std::move(students);
}

/// Where the speeds are from, or why there are none; and a chart for each lab that has some.
void add_charts(data& page, const Table& table)
{
    data charts = list();
    for (std::size_t l = 0; l < table.run.labs.size(); ++l) {
        const std::string chart = speed_chart(table, l);
        if (chart.empty()) continue;
        data entry;
        entry["title"] = data(table.run.labs[l].title);
        entry["chart"] = data(chart);
        charts << entry;
    }
    page["has_speeds"] = data(table.speeds());
    page["charts"] = std::move(charts);
    const auto& card = table.run.card;
    page["card"] = table.card().empty() ? data(false) : data(printable(table.card()));
    page["card_note"] = card && !card->note.empty() ? data(printable(card->note)) : data(false);
    page["no_card"] = card && card->name.empty() ? data(printable(text(card->why), true)) : data(false);
}

}  // namespace

std::string html(const Table& table)
{
    data page;
    page["course"] = data(printable(table.course));
    page["style"] = data(kStyle);
    page["submissions"] = data(printable(table.run.submissions));
    page["student_count"] = data(plural(table.rows.size(), "student", "students"));
    page["lab_count"] = data(plural(table.run.labs.size(), "lab", "labs"));
    page["started"] = data(table.run.started);
    std::string shown = table.run.started;
    std::replace(shown.begin(), shown.end(), 'T', ' ');
    std::replace(shown.begin(), shown.end(), 'Z', ' ');
    page["started_shown"] = data(shown + "UTC");
    page["settings"] = data("Settings: " + table.run.settings);
    page["unsandboxed"] = data(!table.run.sandboxed);

    data counts = list();
    for (int v = static_cast<int>(Verdict::passed); v >= 0; --v) {
        const std::size_t count = table.count(static_cast<Verdict>(v));
        if (count == 0) continue;
        data entry;
        entry["name"] = data(std::string(name(static_cast<Verdict>(v))));
        entry["words"] = data(words(static_cast<Verdict>(v)));
        entry["count"] = data(std::to_string(count));
        counts << entry;
    }
    page["counts"] = std::move(counts);
    add_charts(page, table);
    add_heads(page, table);
    add_rows(page, table);

    kainjow::mustache::mustache mustache{std::string(kPage)};
    if (!mustache.is_valid()) throw GraderFault({"the page's template is wrong", mustache.error_message(), ""});
    return mustache.render(page);
}

}  // namespace halo::grader::report
