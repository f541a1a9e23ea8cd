// The ledger's part about what was reported.

#include <array>

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include "record/ledger_database.hpp"

namespace halo::grader::record {
namespace {

using Why = Step::Why;

/// In the order of Why.
constexpr std::array<const char*, 10> kWhys{"verdict", "reuse", "leak", "tests", "speed", "predictions", "late", "extra", "dropped", "by_hand"};
static_assert(std::size_t(Why::by_hand) + 1 == kWhys.size(), "a step has a reason that has no name here");

/// In the order of Counts.
constexpr std::array<const char*, 4> kCounts{"yes", "on_top", "dropped", "undue"};

template <std::size_t N>
std::size_t index_of(const std::array<const char*, N>& names, const std::string& name)
{
    for (std::size_t i = 0; i < N; ++i)
        if (names[i] == name) return i;
    return 0;
}

std::string to_text(const Steps& steps)
{
    nlohmann::json all = nlohmann::json::array();
    for (const Step& step : steps) all.push_back({kWhys[std::size_t(step.why)], step.what, step.change});
    return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Steps steps_from(const std::string& text)
{
    Steps steps;
    for (const nlohmann::json& step : nlohmann::json::parse(text))
        steps.push_back({Why(index_of(kWhys, step.at(0).get<std::string>())), step.at(1).get<std::string>(), step.at(2).get<double>()});
    return steps;
}

/// Columns points, max_points, steps, comment.
void bind(SQLite::Statement& row, int first, const Sum& sum)
{
    if (sum.points) row.bind(first, *sum.points);
    row.bind(first + 1, sum.max_points);
    row.bind(first + 2, to_text(sum.steps));
    row.bind(first + 3, sum.comment);
}

Sum sum_in(SQLite::Statement& row, int first)
{
    const SQLite::Column points = row.getColumn(first);
    return {points.isNull() ? std::nullopt : std::optional(points.getDouble()), row.getColumn(first + 1).getDouble(), steps_from(row.getColumn(first + 2).getString()),
            row.getColumn(first + 3).getString()};
}

constexpr const char* kHeads = "SELECT number, at, command, settings, course, overrides, (SELECT MAX(run) FROM revision_run WHERE revision = number) FROM revision ";

Revision head_in(SQLite::Statement& row)
{
    const auto text = [&](int column) { return row.getColumn(column).getString(); };
    Revision revision;
    revision.number = row.getColumn(0).getInt64();
    revision.at = text(1);
    revision.occasion = {text(2), text(3), text(4), text(5), {}};
    revision.run = row.getColumn(6).getInt64();
    return revision;
}

}  // namespace

std::int64_t Ledger::add_revision(const Revision& revision)
{
    const std::lock_guard guard(mutex_);
    SQLite::Transaction transaction(*db_);
    SQLite::Statement head(*db_, "INSERT INTO revision(at, command, settings, course, overrides) VALUES (?, ?, ?, ?, ?)");
    const Occasion& occasion = revision.occasion;
    int column = 1;
    for (const std::string& text : {revision.at.empty() ? utc_now() : revision.at, occasion.command, occasion.settings, occasion.course, occasion.overrides}) head.bind(column++, text);
    head.exec();
    const std::int64_t number = db_->getLastInsertRowid();

    SQLite::Statement run(*db_, "INSERT INTO revision_run VALUES (?, ?)");
    run.bind(1, number);
    run.bind(2, revision.run);
    run.exec();
    for (const auto& [lab, harness] : occasion.harness) {
        SQLite::Statement row(*db_, "INSERT INTO revision_harness VALUES (?, ?, ?)");
        row.bind(1, number);
        row.bind(2, lab);
        row.bind(3, harness);
        row.exec();
    }
    // A row for each, in their order, which begins with the revision's number and the place in that order.
    const auto add = [&](const auto& all, const char* insert, const auto& bind_rest) {
        int position = 0;
        for (const auto& one : all) {
            SQLite::Statement row(*db_, insert);
            row.bind(1, number);
            row.bind(2, position++);
            bind_rest(row, one);
            row.exec();
        }
    };
    add(revision.cells, "INSERT INTO revision_cell VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [](SQLite::Statement& row, const RevisionCell& cell) {
        int at = 3;
        for (const std::string& text : {cell.student, cell.lab, cell.function, std::string(name(cell.verdict))}) row.bind(at++, text);
        if (cell.standing.judging != 0) row.bind(7, cell.standing.judging);
        bind(row, 8, cell.sum);
    });
    add(revision.labs, "INSERT INTO revision_lab VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [](SQLite::Statement& row, const RevisionLab& lab) {
        row.bind(3, lab.student);
        row.bind(4, lab.lab);
        row.bind(5, kCounts[std::size_t(lab.counts)]);
        bind(row, 6, lab.sum);
    });
    add(revision.students, "INSERT INTO revision_student VALUES (?, ?, ?, ?, ?, ?, ?)", [](SQLite::Statement& row, const RevisionStudent& student) {
        row.bind(3, student.student);
        bind(row, 4, student.sum);
    });
    transaction.commit();
    return number;
}

void Ledger::confirm_revision(std::int64_t number, std::int64_t run)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement row(*db_, "INSERT OR IGNORE INTO revision_run VALUES (?, ?)");
    row.bind(1, number);
    row.bind(2, run);
    row.exec();
}

std::vector<Revision> Ledger::revisions()
{
    const std::lock_guard guard(mutex_);
    std::vector<Revision> all;
    SQLite::Statement query(*db_, std::string(kHeads) + "ORDER BY number");
    while (query.executeStep()) all.push_back(head_in(query));
    return all;
}

std::optional<Revision> Ledger::revision(std::int64_t number)
{
    const std::lock_guard guard(mutex_);
    SQLite::Statement head(*db_, std::string(kHeads) + "WHERE number = ?");
    head.bind(1, number);
    if (!head.executeStep()) return std::nullopt;
    Revision revision = head_in(head);

    SQLite::Statement harness(*db_, "SELECT lab, harness FROM revision_harness WHERE revision = ?");
    harness.bind(1, number);
    while (harness.executeStep()) revision.occasion.harness[harness.getColumn(0).getString()] = harness.getColumn(1).getString();

    SQLite::Statement cells(*db_, "SELECT c.student, c.lab, c.function, c.verdict, c.judging, j.content, j.harness, j.settings, c.points, c.max_points, c.steps, c.comment "
                                  "FROM revision_cell c LEFT JOIN judged j ON j.id = c.judging WHERE c.revision = ? ORDER BY c.position");
    cells.bind(1, number);
    while (cells.executeStep()) {
        const auto text = [&](int column) { return cells.getColumn(column).getString(); };
        const Standing standing = cells.getColumn(4).isNull() ? Standing{} : Standing{cells.getColumn(4).getInt64(), text(5), text(6), text(7)};
        revision.cells.push_back({text(0), text(1), text(2), verdict_named(text(3)).value_or(Verdict::grader_fault), standing, sum_in(cells, 8)});
    }
    SQLite::Statement labs(*db_, "SELECT student, lab, counts, points, max_points, steps, comment FROM revision_lab WHERE revision = ? ORDER BY position");
    labs.bind(1, number);
    while (labs.executeStep())
        revision.labs.push_back({labs.getColumn(0).getString(), labs.getColumn(1).getString(), Counts(index_of(kCounts, labs.getColumn(2).getString())), sum_in(labs, 3)});
    SQLite::Statement students(*db_, "SELECT student, points, max_points, steps, comment FROM revision_student WHERE revision = ? ORDER BY position");
    students.bind(1, number);
    while (students.executeStep()) revision.students.push_back({students.getColumn(0).getString(), sum_in(students, 1)});
    return revision;
}

std::optional<Revision> Ledger::latest_revision()
{
    std::int64_t latest = 0;
    {
        const std::lock_guard guard(mutex_);
        latest = db_->execAndGet("SELECT COALESCE(MAX(number), 0) FROM revision").getInt64();
    }
    return revision(latest);
}

}  // namespace halo::grader::record
