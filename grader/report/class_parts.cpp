#include "report/class_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/page_name.hpp"

namespace halo::grader::report {

Links::Links(const gradebook::Table& table) : names_(page_names(table)) {}

std::string Links::to(std::size_t row) const { return "students/" + names_[row] + ".html"; }

std::string Links::to(std::size_t row, const gradebook::LabCells& lab, const gradebook::Cell& cell) const { return to(row) + '#' + lab.lab + '-' + cell.function; }

std::string Links::to(std::size_t row, const gradebook::LabCells& lab) const
{
    const auto worst = std::ranges::min_element(lab.cells, {}, [](const gradebook::Cell& cell) { return cell.judgement.verdict; });
    return worst == lab.cells.end() ? to(row) : to(row, lab, *worst);
}

const std::string& shown_name(const gradebook::Row& row) { return row.person.name.empty() ? row.student : row.person.name; }

std::string shown_lab(const record::RunLab& lab)
{
    const std::size_t digits = lab.lab.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string::npos || lab.lab[digits] != '_' || lab.title == lab.lab) return printable(lab.title);
    return printable(lab.lab.substr(0, digits) + " · " + lab.title);
}

std::string plural(std::size_t count, const char* one, const char* many) { return fmt::format("{} {}", count, count == 1 ? one : many); }

std::string shown_time(const std::string& utc)
{
    if (utc.size() != 20 || utc[10] != 'T' || utc[19] != 'Z') return printable(utc);
    return utc.substr(0, 10) + ' ' + utc.substr(11, 8) + " UTC";
}

std::string points_text(const std::optional<double>& points) { return points ? number(*points, 2) : "–"; }

bool undecided(const record::Timing& timing)
{
    const std::optional<record::Range>& range = timing.speedup ? timing.speedup : timing.of_copy;
    return timing.pace == record::Pace::timed && range && range->undecided();
}

std::vector<double> quartiles(std::vector<double> values)
{
    std::ranges::sort(values);
    std::vector<double> out;
    for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double at = part * double(values.size() - 1);
        const auto below = std::size_t(std::floor(at));
        const std::size_t above = std::min(below + 1, values.size() - 1);
        out.push_back(values[below] + (at - double(below)) * (values[above] - values[below]));
    }
    return out;
}

}  // namespace halo::grader::report
