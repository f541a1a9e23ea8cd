#include "arrival/import/import.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "arrival/import/choice.hpp"
#include "arrival/import/earlier.hpp"
#include "arrival/import/groups.hpp"
#include "arrival/import/paths.hpp"
#include "arrival/import/reader.hpp"
#include "arrival/import/repositories.hpp"
#include "arrival/import/unicode.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

/// A file in one person's hands.
struct Handed {
    const File* file;
    Origin origin;
    std::size_t person;
};

/// How one download tells people apart: by what identifies, else by name.
class Accounts {
public:
    Accounts(const Listing& listing, const Origins& origins, std::size_t download) : space_(listing.layout == "Canvas" ? "canvas" : fmt::format("download {}", download))
    {
        for (const std::vector<Origin>& each : origins.of)
            for (const Origin& origin : each) {
                if (!origin.who.id.empty() || !origin.who.mail.empty()) continue;
                numbers_[nfc(origin.who.name)].insert(origin.number);
                forms_[nfc(origin.who.name)].insert(origin.who.name);
            }
    }

    Account of(const Origin& origin) const
    {
        const Who& who = origin.who;
        const std::string name = nfc(who.name);
        const auto numbers = numbers_.find(name);
        const bool several = who.id.empty() && who.mail.empty() && numbers != numbers_.end() && numbers->second.size() > 1;
        if (!who.id.empty()) return {space_, "id " + who.id};
        if (!who.canvas_id.empty()) return {space_, "canvas " + who.canvas_id, several};
        if (!who.mail.empty()) return {space_, "mail " + who.mail};
        if (origin.anonymous) return {space_, "name " + who.name, true};
        if (several) return {space_, "name " + name + " " + origin.number, true};
        return {space_, "name " + (numbers != numbers_.end() && forms_.at(name).size() > 1 ? who.name : name)};
    }

private:
    std::string space_;
    std::map<std::string, std::set<std::string>> numbers_;
    std::map<std::string, std::set<std::string>> forms_;      ///< of a name: two forms of Unicode, side by side, are two people
};

std::set<std::string> skeletons(const std::vector<course::LabBuild>& labs)
{
    std::set<std::string> hashes;
    for (const course::LabBuild& lab : labs)
        if (const auto file = lab.folder / lab.file(); std::filesystem::is_regular_file(file)) hashes.insert(sha256(read_file(file, "the lab's skeleton")));
    return hashes;
}

bool in_lab_folder(const std::string& path, const course::LabBuild& lab)
{
    for (std::string_view rest = path; rest.find('/') != std::string_view::npos; rest = below_first(rest))
        if (first_part(rest) == lab.lab || first_part(rest) == lab.stem) return true;
    return false;
}

class Chooser {
public:
    Chooser(const ImportOptions& options, const std::vector<course::LabBuild>& labs, const std::vector<course::LabBuild>& all_labs, Store& store)
        : options_(options), labs_(labs), all_labs_(all_labs), store_(store), skeletons_(skeletons(all_labs))
    {
    }

    /// Rows for all files of one person.
    void rows(const std::vector<Handed>& handed, std::vector<Row>& out)
    {
        std::map<const course::LabBuild*, std::vector<Candidate>> candidates;
        std::vector<Handed> unnamed, predictions;
        for (const Handed& h : handed) {
            const auto say = [&](std::string reason, bool unplaced = false) { out.push_back({.file = h.file, .person = h.person, .lab = "", .target = "", .reason = std::move(reason), .changed = "", .unplaced = unplaced}); };
            const bool work = may_be_work(base_name(h.origin.path.empty() ? h.file->path : h.origin.path));
            if (!h.origin.passed_over.empty()) say(h.origin.passed_over);
            else if (!h.file->passed_over.empty()) say(h.file->passed_over, h.file->may_be_work);
            else if (!h.file->refused.headline.empty()) say(h.file->refused.headline, work);
            else if (prediction_name(base_name(h.origin.path))) predictions.push_back(h);
            else if (const auto name = file_name(base_name(h.origin.path)); !name) say("no .cu file", work);
            else if (const course::LabBuild* lab = lab_named(*name, labs_)) add(candidates, *lab, h, *name);
            else if (const course::LabBuild* other = lab_named(*name, all_labs_)) say(fmt::format("lab {} was not asked for", other->lab));
            else unnamed.push_back(h);
        }
        for (const Handed& h : unnamed) {
            const course::LabBuild* lab = options_.only_cu_file ? only(h, unnamed, candidates) : nullptr;
            if (lab) add(candidates, *lab, h, *file_name(base_name(h.origin.path)));
            else out.push_back({.file = h.file, .person = h.person, .lab = "", .target = "", .reason = why_unnamed(h), .changed = "", .unplaced = true});
        }
        std::map<std::pair<std::string, std::string>, std::vector<Candidate>> beside;      // by lab and place
        for (const Handed& h : predictions) {
            const course::LabBuild* lab = lab_of_prediction(h, candidates);
            const bool asked = !lab || std::any_of(labs_.begin(), labs_.end(), [&](const course::LabBuild& l) { return l.lab == lab->lab; });
            if (asked) add_prediction(beside, lab, h);
            else out.push_back({h.file, h.person, "", "", false, fmt::format("lab {} was not asked for", lab->lab), ""});
        }
        for (const auto& [lab, list] : candidates) choose_one(lab->lab, lab->lab + "/" + lab->file(), list, handed[0].person, out);
        for (const auto& [place, list] : beside) choose_one(place.first, place.second, list, handed[0].person, out);
    }

private:
    std::string why_unnamed(const Handed& h) const
    {
        const std::string name = file_name(base_name(h.origin.path))->stem;
        const course::LabBuild* meant = labs_.size() == 1 ? &labs_[0] : nullptr;
        for (const course::LabBuild& lab : labs_)
            if (name.find(lab.stem) != std::string::npos && (!meant || lab.stem.size() > meant->stem.size())) meant = &lab;
        if (!meant) return "no lab has a file of that name";
        return fmt::format("not called {}; with --lab {} --only-cu-file it is taken if it is the only one", meant->file(), meant->lab);
    }

    /// With --only-cu-file: the lab whose only file this must be.
    const course::LabBuild* only(const Handed& h, const std::vector<Handed>& unnamed, const std::map<const course::LabBuild*, std::vector<Candidate>>& candidates) const
    {
        for (const course::LabBuild& lab : labs_) {
            if (candidates.contains(&lab)) continue;
            const auto belongs = [&](const Handed& other) { return labs_.size() == 1 || in_lab_folder(other.origin.path, lab); };
            if (belongs(h) && std::count_if(unnamed.begin(), unnamed.end(), belongs) == 1) return &lab;
        }
        return nullptr;
    }

    void add(std::map<const course::LabBuild*, std::vector<Candidate>>& candidates, const course::LabBuild& lab, const Handed& h, const FileName& name)
    {
        Candidate candidate{.file = h.file, .origin = h.origin, .name = name, .in_folder = in_lab_folder(h.origin.path, lab)};
        candidate.untouched = skeletons_.contains(h.file->hash);
        if (h.file->bytes > options_.limits.source_bytes)
            candidate.text.refused = {fmt::format("has {} bytes; at most {} are read", h.file->bytes, options_.limits.source_bytes), "", ""};
        else
            candidate.text = source_text(store_.get(h.file->hash));
        candidates[&lab].push_back(std::move(candidate));
    }

    /// The lab in whose folder a prediction lies, or whose .cu file is the only one beside it; nullptr: neither, and `grader run` looks for every lab in it.
    const course::LabBuild* lab_of_prediction(const Handed& h, const std::map<const course::LabBuild*, std::vector<Candidate>>& candidates) const
    {
        for (const course::LabBuild& lab : all_labs_)
            if (in_lab_folder(h.origin.path, lab)) return &lab;
        const auto folder = [](const std::string& path) { return path.substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/')); };
        std::set<const course::LabBuild*> beside;
        for (const auto& [lab, list] : candidates)
            for (const Candidate& c : list)
                if (c.file->download == h.file->download && folder(c.path()) == folder(h.origin.path)) beside.insert(lab);
        return beside.size() == 1 ? *beside.begin() : nullptr;
    }

    void add_prediction(std::map<std::pair<std::string, std::string>, std::vector<Candidate>>& beside, const course::LabBuild* lab, const Handed& h)
    {
        const PredictionName name = *prediction_name(base_name(h.origin.path));
        if (name.file == "state.json") lab = nullptr;            // it has those of all labs
        const std::string folder = lab ? lab->lab + "/" : name.file == "state.json" ? "progress/" : "";
        Candidate candidate{.file = h.file, .origin = h.origin, .name = name.name, .in_folder = lab && in_lab_folder(h.origin.path, *lab)};
        candidate.text = source_text(store_.get(h.file->hash));
        beside[{lab ? lab->lab : "", folder + name.file}].push_back(std::move(candidate));
    }

    void choose_one(const std::string& lab, const std::string& target, const std::vector<Candidate>& list, std::size_t person, std::vector<Row>& out)
    {
        const Choice choice = choose(list);
        for (std::size_t i = 0; i < list.size(); ++i) {
            Row row{list[i].file, person, lab, target, choice.chosen == i, choice.reasons[i], "", list[i].origin.handed_in, list[i].origin.time_of_lms, list[i].origin.late};
            row.unplaced = !choice.chosen && row.is_source();
            if (row.chosen && !list[i].text.changed.empty()) row.changed = store_.put(*list[i].text.text);
            out.push_back(std::move(row));
        }
    }

    const ImportOptions& options_;
    const std::vector<course::LabBuild>& labs_;
    const std::vector<course::LabBuild>& all_labs_;
    Store& store_;
    std::set<std::string> skeletons_;
};

bool is_nobody(const Who& who) { return who.name.empty() && who.id.empty() && who.canvas_id.empty() && who.mail.empty(); }

std::string why_nobody(const File& file, const std::vector<Origin>& origins)
{
    if (!origins.empty() && !origins[0].passed_over.empty()) return origins[0].passed_over;
    if (!file.refused.headline.empty()) return file.refused.headline;
    if (!file.passed_over.empty()) return file.passed_over;
    return "its name does not say whose it is";
}

/// Canvas writes a group's name before the number of the member who handed in. Nobody else is given the file unless a list says who the group is.
std::string note_of_groups(const Listing& listing, const Origins& origins, const Roster& roster, const std::map<std::size_t, std::string>& groups, Imported& all)
{
    if (listing.layout != "Canvas" || !roster.has_canvas_numbers()) return "";
    std::set<std::string> names;
    for (std::size_t i = 0; i < listing.files.size(); ++i)
        for (const Origin& origin : origins.of[i]) {
            const auto person = roster.find({.canvas_id = origin.who.canvas_id}).person;
            if (!person || roster.is_called(*person, origin.who.name) || groups.contains(*person)) continue;
            if (names.insert(origin.who.name).second)
                all.unnamed_groups.push_back({fmt::format("{}: {}", listing.name, printable(listing.files[i].path)), fmt::format("called {}, and not like {}: is it a group's?", printable(origin.who.name), printable(roster.people()[*person].id))});
        }
    if (names.empty()) return "";
    return fmt::format("; {}{} {} nobody of the roster's: a group's other members get nothing until --groups names them", printable(*names.begin()), names.size() > 1 ? fmt::format(" and {} more", names.size() - 1) : "",
                       names.size() == 1 ? "is" : "are");
}

/// People in the order of their folders; rows in the order of people, labs and paths, nobody's last.
void sort_by_person(Imported& all)
{
    std::vector<std::size_t> order(all.people.size()), place(all.people.size());
    std::iota(order.begin(), order.end(), 0u);
    std::erase_if(order, [&](std::size_t i) { return all.people[i].stood_for && all.people[i].files == 0; });
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all.people[a].folder < all.people[b].folder; });
    std::vector<Participant> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
        sorted.push_back(all.people[order[i]]);
        place[order[i]] = i;
    }
    all.people = std::move(sorted);
    for (Row& row : all.rows)
        if (row.person) row.person = place[*row.person];
    std::stable_sort(all.rows.begin(), all.rows.end(), [](const Row& a, const Row& b) {
        const auto key = [](const Row& r) { return std::tuple(r.person.value_or(SIZE_MAX), r.lab.empty(), r.lab, !r.is_source(), !r.chosen, r.file->download, r.file->path); };
        return key(a) < key(b);
    });
}

}  // namespace

Imported take_downloads(const ImportOptions& options, Store& store)
{
    const course::Manifest manifest = course::read_manifest(options.manifest);
    const std::vector<course::LabBuild> labs = manifest.select(options.labs);
    Imported all;
    all.has_roster = !options.roster.empty();
    std::set<std::string> lab_names;
    for (const course::LabBuild& lab : manifest.labs) lab_names.insert({lab.lab, lab.stem});
    for (const course::LabBuild& lab : labs) all.labs.push_back(lab.lab);

    Roster roster;
    if (all.has_roster) {
        if (!std::filesystem::is_regular_file(options.roster))
            throw UsageError({fmt::format("grader: {} is not a file", options.roster.string()), "", "a CSV file whose first line is id,name,mail,section"});
        roster = Roster::parse(read_within_bounds(options.roster, Form::table, {fmt::format("grader: {} cannot be read", options.roster.string()), "", "name another file with --roster"}), options.roster.filename().string());
    }

    if (!options.groups.empty() && !all.has_roster) throw UsageError({"grader: --groups needs --roster", "it names members as the roster does", "name the gradebook, or another list of the course's people"});
    const std::map<std::size_t, std::string> groups = options.groups.empty() ? std::map<std::size_t, std::string>() : read_groups(options.groups, roster);

    for (const std::filesystem::path& download : options.downloads) {
        Listing listing = is_repository_list(download) ? read_repositories(download, options.limits, store) : read_download(download, options.limits, store);
        all.downloads.push_back(std::move(listing));
    }

    People people(all.has_roster ? &roster : nullptr);
    std::vector<Origins> origins;
    std::vector<Accounts> accounts;
    std::map<std::string, Known> known_before;
    for (Listing& listing : all.downloads) {
        Origins& of = origins.emplace_back(recognise(listing, roster, lab_names, store));
        for (auto& [folder, known] : add_earlier_import(options.downloads[origins.size() - 1], listing, of, all.has_roster)) known_before[folder] = std::move(known);
        for (File& file : listing.files) file.download = origins.size() - 1;
        listing.layout = of.layout;
        listing.note = of.note + note_of_groups(listing, of, roster, groups, all);
        accounts.emplace_back(listing, of, accounts.size());
        for (const std::vector<Origin>& each : of.of)
            for (const Origin& origin : each)
                if (!is_nobody(origin.who)) people.add(accounts.back().of(origin), origin);
    }
    people.settle();
    std::map<std::size_t, std::vector<Handed>> handed;
    for (std::size_t d = 0; d < all.downloads.size(); ++d) {
        const Listing& listing = all.downloads[d];
        for (std::size_t i = 0; i < listing.files.size(); ++i) {
            const File& file = listing.files[i];
            bool known = false;
            for (Origin& origin : origins[d].of[i]) {
                if (is_nobody(origin.who)) continue;
                known = true;
                const bool in_archive = !below_archive(file.path).empty();       // then its time is of whoever packed that
                origin.times_mean = origin.times_mean && (listing.packed || in_archive);
                origin.time_of_lms = origin.stored_before || (origin.time_of_lms && listing.packed && !in_archive);
                const std::size_t person = people.of(accounts[d].of(origin), origin);
                if (people.all()[person].group.empty()) people.all()[person].group = origin.group;
                const auto group = groups.find(person);
                for (const auto& [member, name] : groups)
                    if (group != groups.end() && name == group->second && member != person) handed[member].push_back({&file, origin, member});
                handed[person].push_back({&file, std::move(origin), person});
            }
            if (!known) {
                const bool may_be = file.may_be_work || (may_be_work(base_name(file.path)) && file.passed_over.empty() && (origins[d].of[i].empty() || origins[d].of[i][0].passed_over.empty()));
                all.rows.push_back({.file = &file, .person = {}, .lab = "", .target = "", .reason = why_nobody(file, origins[d].of[i]), .changed = "", .unplaced = may_be});
            }
        }
    }

    Chooser chooser(options, labs, manifest.labs, store);
    for (const auto& [person, files] : handed) {
        people.all()[person].files = files.size();
        chooser.rows(files, all.rows);
    }
    for (const auto& [person, group] : groups) people.all()[person].group = group;
    if (!all.has_roster) people.describe(known_before);
    people.name_folders();
    all.people = people.all();
    sort_by_person(all);
    return all;
}

}  // namespace halo::grader::arrival
