#include "export/worksheet.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "arrival/import/unicode.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::exports {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

/// Why these bytes are not a CSV file; empty if they may be one.
std::string what_else(std::string_view bytes)
{
    const std::string start = trimmed(bytes.substr(bytes.starts_with(kBom) ? kBom.size() : 0).substr(0, 100));
    if (start.empty()) return "is empty";
    if (start.starts_with("<")) return "is a web page, not a CSV file";
    if (start.starts_with("PK\x03\x04")) return "is a spreadsheet or an archive, not a CSV file";
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return "is UTF-16, which a spreadsheet writes";
    if (bytes.find('\0') != std::string_view::npos) return "is not text";
    if (!arrival::is_utf8(bytes)) return "is not UTF-8";
    return "";
}

}  // namespace

Worksheet::Worksheet(std::string bytes, std::string name, std::string lms) : bytes_(std::move(bytes)), name_(std::move(name)), lms_(std::move(lms))
{
    if (const std::string why = what_else(bytes_); !why.empty())
        throw UsageError({fmt::format("{}: {}", name_, why), "", fmt::format("download it from {} again, as CSV, and don't save it with a spreadsheet", lms_)});

    demand_bounds(bytes_, Form::table, name_);
    const std::size_t start = bytes_.starts_with(kBom) ? kBom.size() : 0;
    std::size_t most = 0;
    for (const char separator : {',', ';', '\t'}) {
        std::size_t at = start, line = 1;
        const std::vector<Cell> cells = scan_row(at, line, separator);
        if (cells.size() > most && std::ranges::none_of(cells, &Cell::torn)) most = cells.size(), separator_ = separator;
    }
    for (std::size_t at = start, line = 1; at < bytes_.size();) {
        Row row{line, scan_row(at, line, separator_)};
        if (row.cells.size() == 1 && trimmed(row.cells[0].text).empty()) continue;
        if (std::ranges::any_of(row.cells, &Cell::torn))
            throw UsageError({fmt::format("{}:{}: a quote is out of place", name_, row.line), "", fmt::format("download it from {} again", lms_)});
        if (!rows_.empty() && row.cells.size() != header().size())
            throw UsageError({fmt::format("{}:{}: the row has {} cells, the header {}", name_, row.line, row.cells.size(), header().size()), "", fmt::format("download it from {} again", lms_)});
        rows_.push_back(std::move(row));
    }
}

/// The cells up to the end of the row. `at` and `line` move past it.
std::vector<Worksheet::Cell> Worksheet::scan_row(std::size_t& at, std::size_t& line, char separator) const
{
    const std::size_t began = line;
    std::vector<Cell> cells;
    for (;;) {
        Cell cell{at, at, "", at < bytes_.size() && bytes_[at] == '"'};
        if (cell.quoted) {
            for (++at;; ++at) {
                if (at >= bytes_.size())
                    throw UsageError({fmt::format("{}:{}: a quote is opened and never closed", name_, began), "", fmt::format("download it from {} again", lms_)});
                if (bytes_[at] == '\n') ++line;
                if (bytes_[at] != '"') cell.text += bytes_[at];
                else if (at + 1 < bytes_.size() && bytes_[at + 1] == '"') cell.text += bytes_[at++];
                else break;
            }
            ++at;
        }
        const std::size_t rest = at;
        while (at < bytes_.size() && bytes_[at] != separator && bytes_[at] != '\n' && !(bytes_[at] == '\r' && (at + 1 == bytes_.size() || bytes_[at + 1] == '\n'))) ++at;
        cell.torn = cell.quoted ? at > rest : std::string_view(bytes_).substr(rest, at - rest).find('"') != std::string_view::npos;
        cell.text += std::string_view(bytes_).substr(rest, at - rest);
        cell.end = at;
        cells.push_back(std::move(cell));
        if (at < bytes_.size() && bytes_[at] == separator) {
            ++at;
            continue;
        }
        if (at < bytes_.size() && bytes_[at] == '\r') ++at;
        if (at < bytes_.size()) ++at, ++line;
        return cells;
    }
}

std::string Worksheet::columns() const
{
    std::string all;
    for (const Cell& cell : header()) all += (all.empty() ? "" : ", ") + trimmed(printable(cell.text));
    return all;
}

bool Worksheet::decimal_comma(std::size_t column, std::size_t first_row) const
{
    for (std::size_t r = first_row; r < rows_.size(); ++r)
        if (const std::string& cell = text(r, column); cell.find(',') != std::string::npos && number_in(cell) == number_in(cell)) return true;
    return false;
}

void Worksheet::fill(std::size_t row, std::size_t column, std::string_view text)
{
    const Cell& cell = rows_[row].cells[column];
    filled_.erase(cell.begin);
    if (cell.text == text) return;
    std::string written;
    if (cell.quoted || text.find_first_of("\"\r\n") != std::string_view::npos || text.find(separator_) != std::string_view::npos) {
        for (const char c : text) written += c == '"' ? std::string("\"\"") : std::string(1, c);
        written = '"' + written + '"';
    } else {
        written = text;
    }
    filled_[cell.begin] = {&cell, std::move(written)};
}

std::string Worksheet::bytes() const
{
    std::string out;
    std::size_t at = 0;
    for (const auto& [begin, change] : filled_) {
        out.append(bytes_, at, begin - at).append(change.second);
        at = change.first->end;
    }
    return out.append(bytes_, at);
}

double number_in(std::string_view text)
{
    std::string digits = trimmed(text);
    if (std::count(digits.begin(), digits.end(), ',') == 1 && digits.find('.') == std::string::npos) std::replace(digits.begin(), digits.end(), ',', '.');
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
    return !digits.empty() && error == std::errc() && end == digits.data() + digits.size() && std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace halo::grader::exports
