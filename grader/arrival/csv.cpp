#include "arrival/csv.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "arrival/import/source_text.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

char separator_of(std::string_view first_line)
{
    char best = ',';
    for (const char c : {';', '\t'})
        if (std::count(first_line.begin(), first_line.end(), c) > std::count(first_line.begin(), first_line.end(), best)) best = c;
    return best;
}

}  // namespace

int CsvTable::column(const std::vector<std::string_view>& names) const
{
    for (const std::string_view name : names)
        if (const auto found = std::find(header.begin(), header.end(), name); found != header.end()) return int(found - header.begin());
    return -1;
}

CsvTable parse_csv(std::string_view bytes, std::string_view source)
{
    const SourceText read = source_text(bytes);
    if (!read.text) throw UsageError({fmt::format("{}: {}", source, read.refused.headline), read.refused.where, "save it as CSV, in UTF-8"});
    const std::string& text = *read.text;
    demand_bounds(text, Form::table, source);
    const char separator = separator_of(std::string_view(text).substr(0, text.find('\n')));

    CsvTable table;
    std::vector<std::string> row;
    std::string cell;
    bool quoted = false, was_quoted = false;
    std::size_t line = 1, began = 1;
    const auto end_cell = [&] {
        row.push_back(was_quoted ? cell : trimmed(cell));
        cell.clear();
        was_quoted = false;
    };
    const auto end_row = [&] {
        end_cell();
        if (row.size() == 1 && row[0].empty()) {
            row.clear();
        } else if (table.header.empty()) {
            for (std::string& name : row) {
                for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
                table.header.push_back(trimmed(name));
            }
        } else {
            while (row.size() > table.header.size() && row.back().empty()) row.pop_back();
            if (row.size() > table.header.size())
                throw UsageError({fmt::format("{}:{}: the row has {} cells, the header {}", source, began, row.size(), table.header.size()), "", "put a cell that contains a comma in quotes"});
            row.resize(table.header.size());
            table.rows.push_back(row);
            table.lines.push_back(began);
        }
        row.clear();
        began = line;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') ++line;
        if (quoted) {
            if (c == '"' && text[i + 1] == '"') cell += text[++i];
            else if (c == '"') quoted = false;
            else cell += c;
        } else if (c == '"' && trimmed(cell).empty()) {
            cell.clear();
            quoted = was_quoted = true;
        } else if (c == separator) {
            end_cell();
        } else if (c == '\n') {
            end_row();
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (quoted) throw UsageError({fmt::format("{}:{}: a quote is opened and never closed", source, began), "", "close it, or write it twice"});
    if (!cell.empty() || !row.empty()) end_row();
    return table;
}

}  // namespace halo::grader::arrival
