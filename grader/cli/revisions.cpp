// `grader history` and `grader diff`: how the grades came about.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/published.hpp"
#include "gradebook/regrade.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestCommand = 40;     // --json has the rest

struct HistoryArguments {
    std::filesystem::path out;
    std::string student;
    Output output;
};

struct DiffArguments {
    std::filesystem::path out;
    std::string from, to;
    Output output;
};

/// Of one student alone, or all if there is no name.
record::Revision only(record::Revision revision, const std::string& student)
{
    if (student.empty()) return revision;
    const auto other = [&](const auto& entry) { return entry.student != student; };
    std::erase_if(revision.cells, other);
    std::erase_if(revision.labs, other);
    std::erase_if(revision.students, other);
    return revision;
}

std::vector<std::string> students_of(const record::Revision& revision)
{
    std::vector<std::string> all;
    for (const record::RevisionStudent& student : revision.students) all.push_back(student.student);
    return all;
}

std::string count_by_cause(const gradebook::Changes& changes)
{
    std::map<std::string, std::size_t> counts;
    for (const gradebook::Change& change : changes.all)
        for (const gradebook::Because& because : change.why) ++counts[name(because.cause)];
    std::string out;
    for (const auto& [cause, count] : counts) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, cause);
    return out;
}

std::string points_of(const record::Revision& revision)
{
    if (revision.students.empty()) return "not in it";
    const record::Sum& sum = revision.students.front().sum;
    return fmt::format("{} / {} points", sum.points ? number(*sum.points, 2) : "–", number(sum.max_points, 2));
}

int history(const HistoryArguments& arguments)
{
    record::Ledger ledger(arguments.out, record::Ledger::ReadOnly{});
    const auto latest = ledger.latest_revision();
    if (!latest) throw UsageError({fmt::format("grader: {} has no revision of its grades yet", arguments.out.string()), "its ledger is of an earlier grader", "grader report --out " + arguments.out.string()});
    if (!arguments.student.empty()) gradebook::student_called(arguments.student, students_of(*latest));

    const auto heads = ledger.revisions();
    std::size_t width = 0;
    for (const record::Revision& head : heads) width = std::max(width, std::min(columns(printable(head.occasion.command)), kLongestCommand));

    Json all = Json::array();
    std::optional<record::Revision> before;
    for (const record::Revision& head : heads) {
        record::Revision revision = only(*ledger.revision(head.number), arguments.student);
        const gradebook::Changes changes = before ? gradebook::changes_between(*before, revision) : gradebook::Changes{};
        std::string what = !before ? fmt::format("the first, of {} students", revision.students.size()) : changes.empty() ? "nothing" : count_by_cause(changes);
        if (before && changes.empty() && changes.judged_anew > 0) what = fmt::format("{} judged anew, no change", changes.judged_anew);
        if (!arguments.student.empty()) what = points_of(revision) + (before ? "; " + what : "");
        else if (!changes.worse.empty()) what += fmt::format("; {} with fewer points", changes.worse.size());
        arguments.output.say(fmt::format("{:>3}  {}  {}  {}\n", revision.number, revision.at, fit(printable(revision.occasion.command), width), what));
        all.push_back({{"revision", revision.number},
                       {"at", revision.at},
                       {"command", revision.occasion.command},
                       {"settings", revision.occasion.settings},
                       {"course_sha256", revision.occasion.course},
                       {"overrides_sha256", revision.occasion.overrides.empty() ? Json(nullptr) : Json(revision.occasion.overrides)},
                       {"harness", revision.occasion.harness},
                       {"worse", changes.worse},
                       {"better", changes.better},
                       {"changes", Json::parse(gradebook::to_json_text(changes))}});
        before = std::move(revision);
    }
    arguments.output.value("halo/history/1", {{"revisions", std::move(all)}});
    return 0;
}

/// `3`, `latest`, or a folder that a grader wrote, for what its reports say.
record::Revision revision_named(const std::string& name, const std::filesystem::path& out)
{
    const bool number = !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; }) && name.size() < 10;
    const bool folder = !number && name != "latest";
    if (folder && !std::filesystem::is_directory(name))
        throw UsageError({fmt::format("grader: there is no revision {}", name), "a revision is a number, the word latest, or a folder that grader run wrote", "grader history --out DIR lists them"});
    if (!folder && out.empty()) throw UsageError({fmt::format("grader: of which grades is {} a revision?", name), "", "name their folder with --out"});
    record::Ledger ledger(folder ? std::filesystem::path(name) : out, record::Ledger::ReadOnly{});
    auto revision = number ? ledger.revision(std::stoll(name)) : ledger.latest_revision();
    if (revision) return *std::move(revision);
    const auto all = ledger.revisions();
    throw UsageError({fmt::format("grader: there is no revision {}", name), all.empty() ? "there are none yet" : fmt::format("the latest is {}", all.back().number), fmt::format("grader history --out {} lists them", out.string())});
}

int diff(const DiffArguments& arguments)
{
    const record::Revision from = revision_named(arguments.from, arguments.out), to = revision_named(arguments.to, arguments.out);
    const gradebook::Changes changes = gradebook::changes_between(from, to);
    arguments.output.say(changes.empty() ? "no verdict and no points differ\n" : to_text(changes));
    arguments.output.value("halo/diff/1", {{"from", arguments.from}, {"to", arguments.to}, {"worse", changes.worse}, {"better", changes.better}, {"changes", Json::parse(gradebook::to_json_text(changes))}});
    return 0;
}

}  // namespace

Run declare_history(Options& options)
{
    auto arguments = std::make_shared<HistoryArguments>();
    options.ledger(arguments->out).text("--student", arguments->student, "Only what concerns this student, with the points [all]");
    arguments->output.declare(options, false);
    return [arguments] { return history(*arguments); };
}

Run declare_diff(Options& options)
{
    auto arguments = std::make_shared<DiffArguments>();
    options.text("A", arguments->from, "A revision of the grades: its number, latest, or a folder that grader run wrote")
        .required()
        .text("B", arguments->to, "The one to compare it with")
        .required()
        .path("--out", arguments->out, "The folder whose revisions the numbers are");
    arguments->output.declare(options, false);
    return [arguments] { return diff(*arguments); };
}

}  // namespace halo::grader::cli
