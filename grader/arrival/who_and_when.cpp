#include "arrival/who_and_when.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arrival/csv.hpp"
#include "arrival/import_file.hpp"
#include "arrival/roster.hpp"
#include "machine/bounds.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

using Json = nlohmann::json;

/// What the LMS says that gives no time; empty: nothing.
std::string mark_of(const Json& file)
{
    const auto late = file.find("late");
    if (late == file.end() || !late->is_boolean()) return "";
    return late->get<bool>() ? record::kMarkedLate : record::kMarkedInTime;
}

class Filling {
public:
    Filling(Intake& intake, const course::Deadlines& deadlines) : intake_(intake), deadlines_(deadlines) {}

    void from_import(const std::filesystem::path& path)
    {
        std::error_code ignored;
        if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return;
        const Json json = read_import(path);
        if (json.is_null()) {
            intake_.notes.push_back(fmt::format("grader: {} is not what grader import wrote; no name and no time is taken from it", printable(path.string())));
            return;
        }
        for (const Json& person : list_in(json, "people")) {
            const std::string folder = printable_in(person, "folder");
            if (std::ranges::find(intake_.students, folder) == intake_.students.end()) continue;
            const auto another = person.find("another");
            intake_.people[folder] = {.id = printable_in(person, "id"), .name = printable_in(person, "name"), .mail = printable_in(person, "mail"), .section = printable_in(person, "section"),
                                      .question = printable_in(person, "question"), .group = printable_in(person, "group"), .stranger = printable_in(person, "why_not_in_roster"),
                                      .another = another != person.end() && another->is_boolean() && another->get<bool>()};
        }
        for (const Json& file : list_in(json, "unnamed_groups")) intake_.of_nobody.push_back({printable_in(file, "path"), printable_in(file, "reason")});
        std::map<std::string, record::Submission*> by_path;
        for (record::Submission& submission : intake_.submissions)
            if (!submission.file.empty()) by_path[submission.lab + ": " + submission.student + "/" + submission.file] = &submission;
        for (const Json& file : list_in(json, "files")) {
            const std::string laid_out = printable_in(file, "laid_out"), owner = printable_in(file, "person");
            if (const auto unplaced = file.is_object() ? file.find("unplaced") : file.end(); unplaced != file.end() && *unplaced == true) {
                const auto person = intake_.people.find(owner);
                if (owner.empty() || person != intake_.people.end()) add_once(owner.empty() ? intake_.of_nobody : person->second.unplaced, file);
            }
            if (printable_in(file, "state") != "chosen" || !laid_out.ends_with(".cu")) continue;
            std::string at;
            if (const auto said = course::instant_in(printable_in(file, "handed_in"), deadlines_.zone)) at = course::utc_text(*said);
            else if (const auto stored = course::instant_in(printable_in(file, "stored"), course::Zone()); stored && deadlines_.late.file_times) at = course::utc_text(*stored);
            else at = mark_of(file);
            const auto submission = by_path.find(printable_in(file, "lab") + ": " + laid_out);
            if (at.empty() || submission == by_path.end()) continue;
            submission->second->handed_in_at = at;
            submission->second->time_from = printable_in(file, "download");
        }
    }

    /// Two folders that were imported together may both have passed over it.
    static void add_once(std::vector<record::Unplaced>& to, const Json& file)
    {
        const std::string path = printable_in(file, "path");
        const auto same = [&](const record::Unplaced& known) { return path == known.path || path.ends_with("/" + known.path) || known.path.ends_with("/" + path); };
        if (std::ranges::none_of(to, same)) to.push_back({path, printable_in(file, "reason")});
    }

    void from_roster(const std::filesystem::path& path)
    {
        const Roster roster = Roster::parse(bytes_of(path, "--roster"), path.filename().string());
        std::vector<Roster::Match> matches;
        for (const std::string& student : intake_.students) {
            const record::Person& known = intake_.people[student];
            matches.push_back(roster.find({.name = student, .id = known.id.empty() ? student : known.id, .canvas_id = {}, .mail = known.mail}));
        }
        const std::vector<bool> holds = settle(matches);
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const std::string& student = intake_.students[i];
            if (!matches[i].person) {
                intake_.people[student].stranger = matches[i].why_none;
                intake_.notes.push_back(fmt::format("grader: {} is not in {}", student, path.filename().string()));
                continue;
            }
            const Person& person = roster.people()[*matches[i].person];
            if (!holds[i]) {
                intake_.people[student].question = fmt::format("called like {} in {}, and so is another folder: whose is it?", printable(person.id), path.filename().string());
                intake_.notes.push_back(fmt::format("grader: {} is {}", student, intake_.people[student].question));
                continue;
            }
            record::Person& known = intake_.people[student];
            known.id = printable(person.id), known.name = printable(person.name), known.mail = printable(person.mail), known.section = printable(person.section);
            known.question.clear(), known.stranger.clear();
        }
    }

    void from_times(const std::filesystem::path& path, const std::vector<course::LabBuild>& labs)
    {
        const std::string source = path.filename().string();
        const CsvTable table = parse_csv(bytes_of(path, "--times"), source);
        const int who = table.column({"student", "folder", "id", "mail", "email"}), lab = table.column({"lab"}), at = table.column({"at", "time"});
        if (who < 0 || at < 0) throw UsageError({fmt::format("{}:1: no column is called {}", source, who < 0 ? "student, id or mail" : "at"), "", "its first line should be: student,lab,at"});
        const course::Roll roll(intake_.students, intake_.people);
        std::map<std::pair<std::string, std::string>, course::Instant> times;      // (student, lab); lab is empty for all
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const std::string place = fmt::format("{}:{}", source, table.lines[r]), name = table.rows[r][std::size_t(who)], when = table.rows[r][std::size_t(at)];
            const std::string of_lab = lab < 0 || table.rows[r][std::size_t(lab)].empty() ? "" : lab_called(table.rows[r][std::size_t(lab)], place, labs);
            const auto instant = course::instant_in(when, deadlines_.zone);
            if (!instant) throw UsageError({fmt::format("{}: {} is not a time", place, printable(when)), "", "write it as 2026-03-01T23:59:00+01:00, or without the offset as the clock showed it in " + deadlines_.zone.name()});
            const std::string student = roll.find(name);
            if (student.empty()) {
                intake_.notes.push_back(fmt::format("{}: no student is called {}; {}", place, printable(name), roll.advice(name)));
                continue;
            }
            const auto [known, fresh] = times.emplace(std::pair(student, of_lab), *instant);
            known->second = std::max(known->second, *instant);
        }
        for (record::Submission& submission : intake_.submissions) {
            auto time = times.find({submission.student, submission.lab});
            if (time == times.end()) time = times.find({submission.student, ""});
            if (time == times.end() || submission.file.empty()) continue;
            submission.handed_in_at = course::utc_text(time->second);
            submission.time_from = printable(source);
        }
    }

private:
    static std::string bytes_of(const std::filesystem::path& path, const char* option)
    {
        if (!std::filesystem::is_regular_file(path)) throw UsageError({fmt::format("grader: {} is not a file", path.string()), "", fmt::format("name a CSV file with {}", option)});
        return read_within_bounds(path, Form::table, {fmt::format("grader: {} cannot be read", path.string()), "", fmt::format("name another file with {}", option)});
    }

    static std::string lab_called(const std::string& name, const std::string& place, const std::vector<course::LabBuild>& labs)
    {
        std::vector<std::string> known;
        for (const course::LabBuild& lab : labs) {
            if (name == lab.lab || name == lab.stem) return lab.lab;
            known.push_back(lab.lab);
        }
        throw UsageError({fmt::format("{}: there is no lab {}", place, printable(name)), "", did_you_mean(name, known, "the labs are")});
    }

    Intake& intake_;
    const course::Deadlines& deadlines_;
};

}  // namespace

void add_who_and_when(Intake& intake, const std::filesystem::path& submissions, const WhoAndWhen& from, const std::vector<course::LabBuild>& labs, const course::Deadlines& deadlines)
{
    Filling filling(intake, deadlines);
    filling.from_import(submissions / ".received" / "import.json");
    if (!from.roster.empty()) filling.from_roster(from.roster);
    if (!from.times.empty()) filling.from_times(from.times, labs);
}

}  // namespace halo::grader::arrival
