#include "gradebook/publish.hpp"

#include <fmt/format.h>

#include "machine/files.hpp"
#include "machine/sha256.hpp"

namespace halo::grader::gradebook {

record::Revision revision_of(const Table& table, record::Occasion occasion)
{
    record::Revision revision;
    revision.run = table.run.id;
    revision.occasion = std::move(occasion);
    revision.occasion.settings = table.run.settings;
    for (const record::RunLab& lab : table.run.labs) revision.occasion.harness[lab.lab] = lab.harness;
    for (const Row& row : table.rows) {
        for (const LabCells& lab : row.labs) {
            for (const Cell& cell : lab.cells)
                revision.cells.push_back({cell.student, cell.lab, cell.function, cell.judgement.verdict, cell.standing, {cell.points, cell.max_points, cell.steps, cell.comment}});
            const record::Counts counts = lab.undue ? record::Counts::undue : lab.dropped ? record::Counts::dropped : lab.extra ? record::Counts::on_top : record::Counts::yes;
            revision.labs.push_back({row.student, lab.lab, counts, {lab.points(), lab.max_points(), lab.steps, lab.comment}});
        }
        revision.students.push_back({row.student, {row.points(), row.max_points(), row.steps, row.comment}});
    }
    return revision;
}

record::Occasion occasion_of(std::string command, const std::filesystem::path& course, const std::filesystem::path& overrides)
{
    record::Occasion occasion;
    occasion.command = std::move(command);
    occasion.course = sha256(read_file(course, "the course file"));
    if (const auto by_hand = overrides.empty() ? course.parent_path() / "overrides.toml" : overrides; std::filesystem::is_regular_file(by_hand)) occasion.overrides = sha256(read_file(by_hand, "the overrides"));
    return occasion;
}

Published publish(record::Ledger& ledger, const Table& table, record::Occasion occasion, const WriteReports& write)
{
    record::Revision now = revision_of(table, std::move(occasion));
    const auto before = ledger.latest_revision();
    Published published;
    if (before) published.before = before->number, published.changes = changes_between(*before, now);
    write(table, [&] {
        if (before && same_grades(*before, now)) {
            published.now = before->number;
            ledger.confirm_revision(before->number, now.run);
        } else {
            published.now = ledger.add_revision(now);
        }
    });
    published.changes.to = published.now;
    return published;
}

std::string to_text(const Published& published, const std::filesystem::path& folder)
{
    if (!published.before) return fmt::format("revision {} of the grades\n", published.now);
    if (!published.recorded()) return fmt::format("nothing changed since revision {} of the grades\n", published.now);
    const std::string head = fmt::format("revision {} of the grades, ", published.now);
    if (published.changes.empty()) return head + fmt::format("{} functions judged anew: no verdict and no points changed\n", published.changes.judged_anew);
    return head + fmt::format("{} {}: grader diff {} {} --out {}\n", published.changes.all.size(), published.changes.all.size() == 1 ? "change" : "changes", *published.before, published.now,
                              (folder / "").parent_path().string());
}

}  // namespace halo::grader::gradebook
