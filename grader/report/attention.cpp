// What a person has to look at: no rule of the grader decides it.
#include <algorithm>

#include <fmt/format.h>

#include "machine/text.hpp"
#include "report/class_parts.hpp"

namespace halo::grader::report {
namespace {

using kainjow::mustache::data;

constexpr std::size_t kUnfolded = 10;

bool faulty(const gradebook::Cell& cell) { return cell.judgement.verdict == Verdict::grader_fault; }
bool implausible(const gradebook::Cell& cell) { return cell.judgement.verdict == Verdict::implausible; }
bool has_pace(const gradebook::Cell& cell, record::Pace pace) { return cell.timing && cell.timing->pace == pace; }
bool too_fast(const gradebook::Cell& cell) { return has_pace(cell, record::Pace::implausible); }
bool unsure(const gradebook::Cell& cell) { return cell.timing && undecided(*cell.timing); }
bool not_timed(const gradebook::Cell& cell) { return has_pace(cell, record::Pace::no_time) || has_pace(cell, record::Pace::failed) || has_pace(cell, record::Pace::wrong); }

const std::string& verdict_says(const gradebook::Cell& cell) { return cell.judgement.message.headline; }
const std::string& timing_says(const gradebook::Cell& cell) { return cell.timing->message.headline; }

/// A question about functions.
struct Group {
    const char *title, *why;
    bool (*asks)(const gradebook::Cell&);
    const std::string& (*says)(const gradebook::Cell&);
};

constexpr Group kGroups[] = {
    {"Grader faults", "The grader's own: nobody loses a point. Run it again.", faulty, verdict_says},
    {"Implausible counts", "Right values, by counts that no honest kernel has. Read the code.", implausible, verdict_says},
    {"Implausible times", "Faster than the card can move the bytes. Read the code.", too_fast, timing_says},
    {"Not timed", "They passed, but the card gave no time.", not_timed, timing_says},
    {"Undecided times", "The interval is wider than a tenth of the median. Time them again on a quiet card.", unsure, timing_says},
};

data item(const gradebook::Row& row, const std::string& link, const std::string& about, const std::string& says)
{
    data out;
    out["name"] = data(printable(shown_name(row)));
    out["link"] = data(link);
    out["about"] = data(printable(about));
    out["says"] = says.empty() ? data(false) : data(printable(says));
    return out;
}

void add_group(data& groups, const char* title, const char* why, data items)
{
    const std::size_t count = items.list_value().size();
    if (count == 0) return;
    data group;
    group["title"] = data(title);
    group["why"] = data(why);
    group["count"] = data(std::to_string(count));
    group["open"] = data(count <= kUnfolded);
    group["items"] = std::move(items);
    groups << group;
}

/// Deadlines whose keeping nobody can tell.
data without_time(const gradebook::Table& table, const Links& links)
{
    data items = empty_list();
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        for (const gradebook::LabCells& lab : table.rows[r].labs) {
            const bool handed_in = !lab.cells.empty() && !lab.cells.front().content.empty();
            if (handed_in && lab.late.unknown()) items << item(table.rows[r], links.to(r, lab), lab.lab, "due " + (lab.late.due_on_clock.empty() ? shown_time(lab.late.due) : lab.late.due_on_clock));
        }
    return items;
}

bool misses_a_lab(const gradebook::Row& row)
{
    return std::ranges::any_of(row.labs, [](const gradebook::LabCells& lab) { return !lab.undue && !lab.cells.empty() && lab.cells.front().file.empty(); });
}

/// What an import could not place.
void add_unplaced(data& groups, const gradebook::Table& table, const Links& links)
{
    data not_taken = empty_list(), of_nobody = empty_list(), strangers = empty_list();
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const gradebook::Row& row = table.rows[r];
        for (const record::Unplaced& file : row.person.unplaced)
            if (misses_a_lab(row)) not_taken << item(row, links.to(r), file.path, file.why);
        if (!row.person.stranger.empty()) strangers << item(row, links.to(r), row.student, row.person.stranger);
    }
    for (const record::Unplaced& file : table.run.of_nobody) {
        data entry;
        entry["name"] = data(printable(file.path));
        entry["link"] = data("#students");
        entry["about"] = data("");
        entry["says"] = data(printable(file.why));
        of_nobody << entry;
    }
    add_group(groups, "Files that were not taken", "They may be work, of people who have none that counts. Look at them; ask for the .cu file, or import again with --only-cu-file.", std::move(not_taken));
    add_group(groups, "Files of nobody", "They may be anybody's. Nothing is exported for people without a file until this is decided.", std::move(of_nobody));
    add_group(groups, "Not in the roster", "They handed in, and the course's list doesn't have them: withdrawn, or somebody's other name?", std::move(strangers));
}

/// Deadlines that were missed by nobody knows how much.
data guessed_days(const gradebook::Table& table, const Links& links)
{
    data items = empty_list();
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        for (const gradebook::LabCells& lab : table.rows[r].labs)
            if (lab.late.late() && lab.late.mark == course::LmsMark::late) items << item(table.rows[r], links.to(r, lab), lab.lab, fmt::format("counts as {}", plural(std::size_t(lab.late.days_late), "day", "days")));
    return items;
}

}  // namespace

void add_attention(data& page, const gradebook::Table& table, const Links& links)
{
    data groups = empty_list();
    data questions = empty_list();
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (!table.rows[r].person.question.empty()) questions << item(table.rows[r], links.to(r), table.rows[r].student, table.rows[r].person.question);
    add_group(groups, "Whose is it?", "A name is all that says who handed it in, and others have it, too. Look in the platform, and give the roster numbers or mails.", std::move(questions));
    add_unplaced(groups, table, links);
    for (const Group& group : kGroups) {
        data items = empty_list();
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            for (const gradebook::LabCells& lab : table.rows[r].labs)
                for (const gradebook::Cell& cell : lab.cells)
                    if (group.asks(cell)) items << item(table.rows[r], links.to(r, lab, cell), lab.lab + " · " + cell.function, group.says(cell));
        add_group(groups, group.title, group.why, std::move(items));
    }
    add_group(groups, "Handed in at an unknown time", "The lab has a deadline, and no download, list or file says when the work arrived. It counts as in time.", without_time(table, links));
    add_group(groups, "Late by an unknown amount", "The platform marks it as late, and gives no time. --times says when it arrived.", guessed_days(table, links));
    page["nothing_waits"] = data(groups.list_value().empty());
    page["groups"] = std::move(groups);
}

}  // namespace halo::grader::report
