#include "arrival/import/groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arrival/csv.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {

std::map<std::size_t, std::string> read_groups(const std::filesystem::path& file, const Roster& roster)
{
    const std::string source = file.filename().string();
    const CsvTable table = parse_csv(read_within_bounds(file, Form::table, {fmt::format("grader: {} cannot be read", file.string()), "", "name another file with --groups"}), source);
    const int group = table.column({"group", "group_name", "group name", "team", "groups"}), canvas = table.column({"canvas_user_id"});
    const int id = table.column({"student", "id", "login_id", "user_id", "sid", "id number", "username"}), mail = table.column({"mail", "email", "email address"}), name = table.column({"name", "full name"});
    if (group < 0 || (id < 0 && mail < 0 && name < 0 && canvas < 0))
        throw UsageError({fmt::format("{}:1: no column is called {}", source, group < 0 ? "group" : "student, id, mail or name"), fmt::format("its columns: {}", printable(fmt::format("{}", fmt::join(table.header, ", ")))),
                          "its first line should be: group,student"});
    std::map<std::size_t, std::string> out;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const auto cell = [&](int column) { return column < 0 ? std::string() : table.rows[r][std::size_t(column)]; };
        if (cell(group).empty()) continue;                  // Canvas lists those in no group, too
        const Who who{.name = name < 0 ? cell(id) : cell(name), .id = cell(id), .canvas_id = cell(canvas), .mail = cell(mail)};
        const Roster::Match match = roster.find(who);
        const std::string place = fmt::format("{}:{}", source, table.lines[r]), shown = printable(who.name.empty() ? who.mail : who.name);
        if (!match.person) throw UsageError({fmt::format("{}: {} is {}", place, shown, match.why_none), "", "name members by id or mail, as the roster does"});
        if (const auto [at, fresh] = out.emplace(*match.person, cell(group)); !fresh && at->second != cell(group))
            throw UsageError({fmt::format("{}: {} is in two groups, {} and {}", place, shown, printable(at->second), printable(cell(group))), "", "give each assignment's import the groups of that assignment"});
    }
    return out;
}

}  // namespace halo::grader::arrival
