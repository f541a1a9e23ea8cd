#include "arrival/import/report.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arrival/import/choice.hpp"
#include "course/time.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

/// Of a path in import.json: whoever has ten thousand files with long names makes it no larger than it can be read.
constexpr std::size_t kPathBytes = 500;

const char* state(const Row& row) { return row.chosen ? "chosen" : row.file->refused.headline.empty() ? "passed over" : "refused"; }

std::string counted(std::size_t n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); }

std::string path_of(const Imported& all, const File& file)
{
    std::string path = printable(file.path);
    if (path.ends_with('/')) path.pop_back();       // a whole repository
    return all.downloads.size() == 1 ? path : all.downloads[file.download].name + ": " + path;
}

struct Sums {
    std::size_t files = 0, chosen = 0, refused = 0;
    std::vector<const Participant*> without;      ///< nobody's file was chosen for them
};

Sums sums(const Imported& all)
{
    Sums out;
    std::set<const File*> chosen;
    std::set<std::size_t> with;
    for (const Row& row : all.rows)
        if (row.chosen) {
            chosen.insert(row.file);
            if (row.is_source()) with.insert(*row.person);
        }
    out.chosen = chosen.size();
    for (const Listing& listing : all.downloads) {
        out.files += listing.files.size();
        out.refused += std::size_t(std::count_if(listing.files.begin(), listing.files.end(), [](const File& f) { return !f.refused.headline.empty(); }));
    }
    for (std::size_t i = 0; i < all.people.size(); ++i)
        if (!with.contains(i)) out.without.push_back(&all.people[i]);
    return out;
}

/// The terminal leaves out what could not have been meant: what systems add, archives, pictures. What is refused follows in lines of its own.
bool worth_a_line(const Row& row)
{
    return row.chosen || !row.target.empty() || (row.file->readable() && file_name(base_name(row.file->path)));
}

std::string why_without(const Participant& person)
{
    return person.files == 0 ? "handed in nothing" : fmt::format("{}, and none for a lab", counted(person.files, "file", "files"));
}

}  // namespace

std::string report_text(const Imported& all)
{
    std::string out;
    for (const Listing& listing : all.downloads) out += fmt::format("{}: {}, {}{}\n", listing.name, listing.layout, counted(listing.files.size(), "file", "files"), listing.note);

    std::size_t wide = 6;
    for (const Participant& person : all.people) wide = std::max(wide, std::min<std::size_t>(24, columns(person.folder)));
    out += fmt::format("\n{}  {:<18}  file, and why\n", fit("person", wide), "lab");
    for (const Row& row : all.rows) {
        if (!worth_a_line(row)) continue;
        const std::string who = row.person ? all.people[*row.person].folder : "nobody";
        const std::string path = shortened(path_of(all, *row.file), 200);
        out += fmt::format("{}  {:<18}  {}{}{}\n", fit(who, wide), row.lab.empty() ? "-" : row.lab, row.chosen ? "" : "not ", path, row.reason.empty() ? "" : ": " + row.reason);
    }

    for (const Listing& listing : all.downloads)
        for (const File& file : listing.files)
            if (!file.refused.headline.empty())
                out += "\n" + text(Message{fmt::format("grader: {} {}", path_of(all, file), file.refused.headline), file.refused.where, file.refused.attempt}) + "\n";

    const Sums sum = sums(all);
    if (!sum.without.empty()) {
        out += fmt::format("\n{} without a file for a lab:\n", counted(sum.without.size(), "person", "people"));
        for (const Participant* person : sum.without) out += fmt::format("{}  {}{}\n", fit(person->folder, wide), printable(person->person.name), (person->person.name.empty() ? "" : ", ") + why_without(*person));
    }
    std::vector<const Row*> of_nobody;
    for (const Row& row : all.rows)
        if (!row.person && row.unplaced) of_nobody.push_back(&row);
    if (!of_nobody.empty()) {
        out += fmt::format("\n{} of nobody, which may be anybody's:\n", counted(of_nobody.size(), "file", "files"));
        for (const Row* row : of_nobody) out += fmt::format("{}  {}\n", shortened(path_of(all, *row->file), 200), row->reason);
    }
    std::vector<const Participant*> strangers;
    for (const Participant& person : all.people)
        if (!person.not_in_roster.empty()) strangers.push_back(&person);
    if (!strangers.empty()) {
        out += fmt::format("\n{} with files, but not found in the roster:\n", counted(strangers.size(), "person", "people"));
        for (const Participant* person : strangers) out += fmt::format("{}  {}\n", fit(person->folder, wide), person->not_in_roster);
    }
    out += fmt::format("\n{}, {} without a file; {}: {} chosen, {} refused\n", counted(all.people.size(), "person", "people"), sum.without.size(), counted(sum.files, "file", "files"), sum.chosen, sum.refused);
    return out;
}

std::string report_json(const Imported& all)
{
    using nlohmann::ordered_json;
    ordered_json out;
    out["schema"] = "halo/import/1";
    for (const Listing& listing : all.downloads) out["downloads"].push_back({{"name", listing.name}, {"layout", listing.layout + listing.note}, {"files", listing.files.size()}});
    out["labs"] = all.labs;
    out["people"] = ordered_json::array();
    for (std::size_t i = 0; i < all.people.size(); ++i) {
        const Participant& p = all.people[i];
        ordered_json person = {{"folder", p.folder}, {"id", printable(p.person.id)}, {"name", printable(p.person.name)}, {"mail", printable(p.person.mail)}, {"section", printable(p.person.section)},
                               {"in_roster", all.has_roster ? ordered_json(p.not_in_roster.empty()) : ordered_json(nullptr)}};
        if (!p.not_in_roster.empty()) person["why_not_in_roster"] = p.not_in_roster;
        if (p.asks) person["question"] = p.not_in_roster;
        if (p.another) person["another"] = true;
        if (!p.group.empty()) person["group"] = shortened(printable(p.group), kPathBytes);
        for (const std::string& name : p.received_as) person["received_as"].push_back(printable(name));
        person["files"] = p.files;
        person["labs"] = ordered_json::array();
        for (const Row& row : all.rows)
            if (row.chosen && row.is_source() && row.person == i) person["labs"].push_back(row.lab);
        out["people"].push_back(std::move(person));
    }
    out["files"] = ordered_json::array();
    for (const Row& row : all.rows) {
        const File& file = *row.file;
        ordered_json entry = {{"download", all.downloads[file.download].name}, {"path", shortened(printable(file.path), kPathBytes)}, {"sha256", file.hash}, {"bytes", file.bytes}};
        entry["modified"] = file.modified > 0 ? ordered_json(time_text(file.modified)) : ordered_json(nullptr);
        entry["person"] = row.person ? ordered_json(all.people[*row.person].folder) : ordered_json(nullptr);
        entry["lab"] = row.lab.empty() ? ordered_json(nullptr) : ordered_json(row.lab);
        entry["handed_in"] = row.handed_in.empty() ? ordered_json(nullptr) : ordered_json(printable(row.handed_in));
        entry["stored"] = row.time_of_lms && file.modified > 0 ? ordered_json(course::utc_text(file.modified)) : ordered_json(nullptr);
        entry["late"] = row.late ? ordered_json(*row.late) : ordered_json(nullptr);
        entry["state"] = state(row);
        if (row.chosen) entry["laid_out"] = all.people[*row.person].folder + "/" + row.target;
        entry["reason"] = row.reason;
        if (row.unplaced) entry["unplaced"] = true;
        if (!row.changed.empty()) entry["laid_out_sha256"] = row.changed;
        if (!file.refused.headline.empty()) entry["where"] = file.refused.where, entry["try"] = file.refused.attempt;
        out["files"].push_back(std::move(entry));
    }
    for (const Imported::Unnamed& one : all.unnamed_groups) out["unnamed_groups"].push_back({{"path", shortened(one.path, kPathBytes)}, {"reason", one.why}});
    return out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string report_csv(const Imported& all)
{
    std::string out = "person,name,lab,state,download,path,reason,sha256\n";
    const auto line = [&](const std::vector<std::string>& cells) { out += csv_line(cells); };
    for (const Row& row : all.rows) {
        const Participant* p = row.person ? &all.people[*row.person] : nullptr;
        line({p ? p->folder : "", p ? p->person.name : "", row.lab, state(row), all.downloads[row.file->download].name, row.file->path, row.reason, row.file->hash});
    }
    for (const Participant& p : all.people)
        if (p.files == 0) line({p.folder, p.person.name, "", "no file", "", "", "handed in nothing", ""});
    return out;
}

}  // namespace halo::grader::arrival
