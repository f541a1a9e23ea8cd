// Students × labs.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/class_parts.hpp"
#include "speed/sentences.hpp"

namespace halo::grader::report {
namespace {

using kainjow::mustache::data;

bool by_hand(const record::Steps& steps) { return std::ranges::find(steps, record::Step::Why::by_hand, &record::Step::why) != steps.end(); }
bool by_hand(const gradebook::LabCells& lab)
{
    return by_hand(lab.steps) || std::ranges::any_of(lab.cells, [](const gradebook::Cell& cell) { return by_hand(cell.steps); });
}

/// A word in a cell, and the name by which the page's filter finds it.
struct CellMark {
    std::string name, words;
};

std::string days(double late)
{
    if (late < 1) return "late by less than a day";
    return fmt::format("{} {} late", number(late, 1), late == 1 ? "day" : "days");
}

std::vector<CellMark> marks_of(const gradebook::LabCells& lab)
{
    std::vector<CellMark> out;
    if (lab.late.late()) out.push_back({"late", days(lab.late.days_late)});
    if (lab.late.grace_days > 0) out.push_back({"grace", plural(std::size_t(lab.late.grace_days), "grace day", "grace days")});
    if (!lab.late.extension.empty()) out.push_back({"extension", "extension"});
    if (by_hand(lab)) out.push_back({"by_hand", "by hand"});
    if (lab.dropped) out.push_back({"dropped", "dropped"});
    if (lab.undue) out.push_back({"undue", "not yet due"});
    if (lab.extra) out.push_back({"extra", "extra"});
    return out;
}

void add_verdict(data& out, Verdict verdict)
{
    out["verdict"] = data(std::string(name(verdict)));
    out["words"] = data(words(verdict));
}

data function_of(const gradebook::Cell& cell, const std::string& link)
{
    data out;
    add_verdict(out, cell.judgement.verdict);
    out["words"] = data(cell.words());
    out["function"] = data(printable(cell.function));
    out["link"] = data(link);
    out["points"] = data(points_text(cell.points));
    out["pace"] = cell.timing ? data(printable(speed::brief(*cell.timing, speed::Intervals::shown))) : data(false);
    return out;
}

data cell_of(const gradebook::LabCells& lab, std::size_t row, const Links& links)
{
    data out, functions = empty_list(), marks = empty_list();
    std::set<std::string> found;
    // A lab's only function says nothing that the lab does not, but for its time.
    const bool listed = lab.cells.size() > 1 || std::ranges::any_of(lab.cells, [](const gradebook::Cell& cell) { return cell.timing.has_value(); });
    for (const gradebook::Cell& cell : lab.cells) {
        if (!cell.undue) found.insert(std::string(name(cell.judgement.verdict)));
        if (listed) functions << function_of(cell, links.to(row, lab, cell));
    }
    for (const CellMark& mark : marks_of(lab)) {
        found.insert(mark.name);
        data entry;
        entry["name"] = data(mark.name);
        entry["words"] = data(mark.words);
        marks << entry;
    }
    std::string all;
    for (const std::string& one : found) all += (all.empty() ? "" : " ") + one;
    add_verdict(out, lab.worst());
    out["words"] = data(lab.words());
    out["found"] = data(all);
    out["link"] = data(links.to(row, lab));
    out["value"] = lab.points() ? data(number(*lab.points())) : data("");
    out["points"] = data(points_text(lab.points()));
    out["dropped"] = data(lab.dropped);
    out["listed"] = data(listed);
    out["functions"] = std::move(functions);
    out["marks"] = std::move(marks);
    return out;
}

/// `s1234567 · folder`, as far as they say more than the name does.
std::string below_name(const gradebook::Row& row)
{
    std::string out = row.person.id;
    if (row.student != shown_name(row) && row.student != out) out += (out.empty() ? "" : " · ") + row.student;
    return out;
}

data row_of(const gradebook::Table& table, std::size_t r, const Links& links, bool sections)
{
    const gradebook::Row& row = table.rows[r];
    data out, cells = empty_list();
    out["name"] = data(printable(shown_name(row)));
    out["link"] = data(links.to(r));
    const std::string below = below_name(row);
    out["below"] = below.empty() ? data(false) : data(printable(below));
    out["section"] = data(printable(row.person.section));
    out["sections"] = data(sections);
    out["value"] = row.points() ? data(number(*row.points())) : data("");
    out["points"] = data(points_text(row.points()));
    out["max_points"] = data(number(row.max_points(), 2));
    out["by_hand"] = data(by_hand(row.steps));
    for (const gradebook::LabCells& lab : row.labs) cells << cell_of(lab, r, links);
    out["cells"] = std::move(cells);
    return out;
}

data labs_of(const gradebook::Table& table)
{
    data labs = empty_list();
    for (std::size_t l = 0; l < table.run.labs.size(); ++l) {
        const record::RunLab& lab = table.run.labs[l];
        const auto passed = std::ranges::count_if(table.rows, [l](const gradebook::Row& row) { return row.labs[l].worst() == Verdict::passed; });
        std::set<std::string> most;
        for (const gradebook::Row& row : table.rows) most.insert(number(row.labs[l].max_points(), 2));
        data entry;
        entry["lab"] = data(printable(lab.lab));
        entry["title"] = data(shown_lab(lab));
        entry["number"] = data(std::to_string(l));
        entry["passed"] = data(fmt::format("{} of {} passed", passed, table.rows.size()));
        entry["of"] = most.size() == 1 ? data(*most.begin()) : data(false);
        labs << entry;
    }
    return labs;
}

data texts(const std::set<std::string>& all)
{
    data out = empty_list();
    for (const std::string& one : all) {
        data entry;
        entry["text"] = data(printable(one));
        out << entry;
    }
    return out;
}

}  // namespace

void add_students(data& page, const gradebook::Table& table, const Links& links)
{
    std::set<std::string> sections;
    for (const gradebook::Row& row : table.rows)
        if (!row.person.section.empty()) sections.insert(row.person.section);

    data rows = empty_list(), verdicts = empty_list(), marks = empty_list();
    for (std::size_t r = 0; r < table.rows.size(); ++r) rows << row_of(table, r, links, !sections.empty());
    for (int v = static_cast<int>(Verdict::passed); v >= 0; --v) {
        const auto verdict = static_cast<Verdict>(v);
        const std::size_t count = table.count(verdict);
        if (count == 0) continue;
        data entry;
        add_verdict(entry, verdict);
        entry["count"] = data(std::to_string(count));
        verdicts << entry;
    }
    const std::pair<const char*, const char*> kinds[] = {{"late", "late"}, {"grace", "grace days"}, {"extension", "extension"}, {"by_hand", "by hand"}, {"dropped", "dropped"}, {"undue", "not yet due"}, {"extra", "extra"}};
    for (const auto& [name, words] : kinds) {
        const bool any = std::ranges::any_of(table.rows, [&](const gradebook::Row& row) {
            return std::ranges::any_of(row.labs, [&](const gradebook::LabCells& lab) { return std::ranges::any_of(marks_of(lab), [&](const CellMark& mark) { return mark.name == name; }); });
        });
        if (!any) continue;
        data entry;
        entry["name"] = data(name);
        entry["words"] = data(words);
        marks << entry;
    }
    page["has_marks"] = data(!marks.list_value().empty());
    page["marks"] = std::move(marks);
    page["counts"] = std::move(verdicts);
    page["labs"] = labs_of(table);
    page["has_sections"] = data(!sections.empty());
    page["section_names"] = texts(sections);
    page["rows"] = std::move(rows);
    page["empty"] = data(table.rows.empty());
}

}  // namespace halo::grader::report
