#include "similar/works.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arrival/intake.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"
#include "record/ledger.hpp"

namespace halo::grader::similar {
namespace {

LabWorks* works_of(std::vector<LabWorks>& all, const std::string& lab)
{
    const auto found = std::ranges::find(all, lab, &LabWorks::lab);
    return found == all.end() ? nullptr : &*found;
}

void add(std::vector<LabWorks>& all, const record::Submission& submission, std::optional<std::string> bytes)
{
    LabWorks* const lab = works_of(all, submission.lab);
    if (lab == nullptr) return;
    if (bytes)
        lab->works.push_back({submission.student, std::move(*bytes), submission.content, From::this_class});
    else
        lab->missing.push_back(submission.student);
}

void add_latest_run(std::vector<LabWorks>& all, const std::filesystem::path& out)
{
    record::Ledger ledger(out, record::Ledger::ReadOnly{});
    const auto run = ledger.latest_run();
    if (!run) throw UsageError({fmt::format("grader: {} holds no run", out.string()), "", "grader run first, or name a folder of submissions"});
    for (const record::Submission& submission : run->submissions_list)
        add(all, submission, submission.content.empty() ? std::nullopt : ledger.bytes_of(submission.content));
}

bool holds_solutions(const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs)
{
    return std::ranges::any_of(labs, [&](const course::LabBuild& lab) { return std::filesystem::is_regular_file(folder / lab.lab / lab.file()); });
}

void add_solutions(std::vector<LabWorks>& all, const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs)
{
    for (const course::LabBuild& lab : labs) {
        const std::filesystem::path file = folder / lab.lab / lab.file();
        if (!std::filesystem::is_regular_file(file)) continue;
        std::string bytes = read_file(file, "a published solution");
        std::string content = sha256(bytes);
        works_of(all, lab.lab)->works.push_back({"published solution", std::move(bytes), std::move(content), From::published});
    }
}

void add_earlier(Collected& into, const std::filesystem::path& folder, const std::vector<course::LabBuild>& labs)
{
    const std::string year = printable(std::filesystem::weakly_canonical(folder).filename().string());
    arrival::Intake intake = arrival::take_in(folder, labs, {});
    for (const std::string& note : intake.notes) into.notes.push_back(year + ": " + note);
    for (record::Submission& submission : intake.submissions)
        if (submission.bytes)
            works_of(into.labs, submission.lab)
                ->works.push_back({year + "/" + submission.student, std::move(*submission.bytes), submission.content, From::elsewhere});
}

}  // namespace

Collected collect(const Sources& sources, const std::vector<course::LabBuild>& labs)
{
    Collected all;
    for (const course::LabBuild& lab : labs) all.labs.push_back({lab.lab, lab.title, read_file(lab.folder / lab.file(), "the skeleton that was handed out"), {}, {}});
    if (!sources.out.empty()) {
        add_latest_run(all.labs, sources.out);
    } else {
        arrival::Intake intake = arrival::take_in(sources.submissions, labs, {});
        all.notes = std::move(intake.notes);
        for (record::Submission& submission : intake.submissions) add(all.labs, submission, std::move(submission.bytes));
    }
    for (const std::filesystem::path& folder : sources.against) {
        if (!std::filesystem::is_directory(folder))
            throw UsageError({fmt::format("grader: {} is not a folder", folder.string()), "", "--against names a folder of submissions or of solutions"});
        if (holds_solutions(folder, labs))
            add_solutions(all.labs, folder, labs);
        else
            add_earlier(all, folder, labs);
    }
    return all;
}

}  // namespace halo::grader::similar
