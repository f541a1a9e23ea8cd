#include "arrival/import/layout.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "arrival/import/paths.hpp"
#include "machine/bounds.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

constexpr const char* kFolders = "a folder or archive per student";
constexpr std::string_view kMetadata = "submission_metadata.yml";
constexpr std::size_t kReceiptBytes = 1 << 20;

bool is_litter_at_top(const File& file) { return !litter(first_part(file.path)).empty(); }

/// What all paths have before their first `/`, if that is one folder.
std::string common_folder(const Listing& listing)
{
    std::string common;
    for (const File& file : listing.files) {
        if (is_litter_at_top(file)) continue;
        const std::string top(first_part(file.path));
        if (top.size() == file.path.size() || (!common.empty() && top != common) || archive_stem(top)) return "";
        common = top;
    }
    return common;
}

std::string_view without(const File& file, std::size_t strip) { return std::string_view(file.path).substr(std::min(strip, file.path.size())); }

/// A platform, and where its own words begin in a name.
struct Platform {
    const char* name;
    Mark mark;
};
constexpr std::array kPlatforms = {Platform{"Moodle", moodle_mark}, Platform{"Blackboard", blackboard_mark}, Platform{"Gradescope", gradescope_mark}, Platform{"Canvas without names", canvas_anonymous_mark},
                                   Platform{"Canvas", canvas_mark}};

/// Which platform named these, by the names at the top alone, each of which counts once: what is in a folder or an archive there was named by students, who may also
/// choose how a name there ends. All folders and archives have the platform's form; other files may be beside them. Of two that fit, the one that fits more,
/// then the one whose words begin earlier. nullptr: none.
const Platform* platform_of(const Listing& listing, std::size_t strip, std::string& note)
{
    std::map<std::string_view, bool> tops;       // and whether it holds others
    for (const File& file : listing.files)
        if (const std::string_view path = without(file, strip); !path.empty() && !is_litter_at_top(file)) tops[first_part(path)] |= first_part(path).size() < path.size() || archive_stem(path);
    struct Fit {
        const Platform* platform;
        std::size_t names = 0, earlier = 0;
    };
    std::vector<Fit> fits;
    for (const Platform& platform : kPlatforms) {
        Fit fit{&platform};
        bool all = true;
        for (const auto& [top, holds] : tops) {
            const auto mark = platform.mark(top);
            const auto later = [&](const Platform& other) { return other.mark(top) < mark && other.mark(top); };
            fit.names += mark.has_value();
            fit.earlier += mark && std::none_of(kPlatforms.begin(), kPlatforms.end(), later);
            all &= mark || !holds;
        }
        if (fit.names > 0 && all && 2 * fit.names >= tops.size()) fits.push_back(fit);
        else if (fit.names > 0) fits.push_back({&platform, 0, fit.names});
    }
    const auto best = std::max_element(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) { return std::pair(a.names, a.earlier) < std::pair(b.names, b.earlier); });
    if (best == fits.end() || best->names == 0) return nullptr;
    for (const Fit& other : fits)
        if (const std::size_t names = std::max(other.names, other.earlier); &other != &*best)
            note += fmt::format("; {} of its names also {} like {}'s", names, names == 1 ? "looks" : "look", other.platform->name);
    return best->platform;
}

Origins with(const Listing& listing, std::size_t strip, const std::string& layout, const Naming& naming)
{
    Origins out{.layout = layout, .note = {}, .of = std::vector<std::vector<Origin>>(listing.files.size())};
    for (std::size_t i = 0; i < listing.files.size(); ++i) {
        const File& file = listing.files[i];
        if (is_litter_at_top(file) || file.path.size() <= strip) continue;
        if (auto origin = naming(std::string_view(file.path).substr(strip))) out.of[i].push_back(std::move(*origin));
    }
    return out;
}

/// Are the folders one level down those of students? If a lone student handed in a folder per lab, they are not.
bool wraps_students(const Listing& listing, const Roster& roster, const std::set<std::string>& lab_names)
{
    std::set<std::string> inner;
    for (const File& file : listing.files) {
        if (is_litter_at_top(file)) continue;
        const std::string_view rest = below_first(file.path);
        const std::string name(first_part(rest));
        if (rest.size() > name.size() || archive_stem(name)) inner.insert(archive_stem(name).value_or(name));
    }
    const auto of_labs = std::count_if(inner.begin(), inner.end(), [&](const std::string& name) { return lab_names.contains(name); });
    if (2 * std::size_t(of_labs) > inner.size()) return false;
    if (std::any_of(inner.begin(), inner.end(), [&](const std::string& name) { return roster.find({.name = name}).person.has_value(); })) return true;
    return inner.size() >= 2;
}

Origins gradescope(const Listing& listing, std::size_t strip, const Store& store)
{
    const Naming numbered = [](std::string_view path) -> std::optional<Origin> {
        const std::string_view top = first_part(path);
        if (path == kMetadata) return Origin{.path = std::string(path), .passed_over = "Gradescope's list of people"};
        if (!gradescope_mark(top)) return std::nullopt;
        return Origin{.who = {.name = std::string(top)}, .number = std::string(top.substr(11)), .path = std::string(below_first(path)), .times_mean = true};
    };
    std::map<std::string, GradescopeSubmission> submissions;
    std::vector<std::string> damaged;
    std::string note;
    for (const File& file : listing.files) {
        if (without(file, strip) != kMetadata || !file.readable()) continue;
        const std::string yaml = store.get(file.hash);
        const auto excess = excess_in(yaml, Form::yaml);
        if (excess) note = fmt::format("; {} {}: nothing of it is read", kMetadata, excess->what);
        else submissions = gradescope_submissions(yaml, &damaged);
    }
    if (!damaged.empty()) note += fmt::format("; {} is damaged: nothing is read of {}{}", kMetadata, printable(damaged[0]), damaged.size() > 1 ? fmt::format(" and {} more", damaged.size() - 1) : "");
    Origins out = with(listing, strip, submissions.empty() ? "Gradescope, without its list of people" : "Gradescope", numbered);
    out.note = std::move(note);
    for (std::vector<Origin>& origins : out.of) {
        if (origins.empty() || !submissions.contains(origins[0].who.name)) continue;
        Origin one = origins[0];
        const GradescopeSubmission& submission = submissions[one.who.name];
        one.handed_in = submission.created_at;
        origins.clear();
        if (submission.people.size() > 1)
            for (const Who& who : submission.people) one.group += (one.group.empty() ? "" : ", ") + (who.name.empty() ? who.id : who.name);
        for (const Who& who : submission.people) {
            origins.push_back(one);
            origins.back().who = who;
        }
    }
    return out;
}

Origins blackboard(const Listing& listing, std::size_t strip, const Roster& roster, const Store& store)
{
    std::vector<std::string_view> paths;
    std::map<std::string_view, const File*> files;
    for (const File& file : listing.files) {
        paths.push_back(without(file, strip));
        if (file.readable() && file.bytes <= kReceiptBytes) files[paths.back()] = &file;
    }
    return with(listing, strip, "Blackboard", blackboard_naming(paths, roster, [&](std::string_view receipt) {
                    const auto file = files.find(receipt);
                    return file == files.end() ? std::string() : blackboard_login(store.get(file->second->hash));
                }));
}

/// With teams, or with one group chosen, Moodle writes `GROUP-` before every name of a download. A name that the roster knows stays whole; of the others the first part is left out after
/// which the roster knows the rest, else what all names begin with.
void part_groups(Origins& out, const Roster& roster)
{
    std::set<std::string> names;
    for (const std::vector<Origin>& each : out.of)
        for (const Origin& origin : each) names.insert(origin.who.name);
    if (names.empty() || std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.find('-') == std::string::npos; })) return;
    std::string_view shared = *names.begin(), last = *names.rbegin();
    shared = shared.substr(0, std::size_t(std::mismatch(shared.begin(), shared.end(), last.begin(), last.end()).first - shared.begin()));
    const std::size_t common = names.size() > 1 ? shared.rfind('-') : std::string_view::npos;
    for (std::vector<Origin>& each : out.of)
        for (Origin& origin : each) {
            const std::string name = origin.who.name;
            const auto known = [&](std::size_t at) { const Roster::Match match = roster.find({.name = name.substr(at)}); return match.person || match.several; };
            std::size_t dash = known(0) ? std::string::npos : name.find('-');
            const bool whole = dash == std::string::npos;
            while (dash != std::string::npos && !known(dash + 1)) dash = name.find('-', dash + 1);
            if (!whole && dash == std::string::npos) dash = common;
            if (dash == std::string::npos || dash + 1 == name.size()) continue;
            origin.group = name.substr(0, dash);
            origin.who.name = name.substr(dash + 1);
        }
}

Origins named_by(const Platform& platform, const Listing& listing, std::size_t strip, const Roster& roster, const Store& store)
{
    if (platform.mark == canvas_anonymous_mark) {
        Origins out = with(listing, strip, platform.name, canvas_anonymous_name);
        out.note = "; each row is an id that Canvas drew for this assignment; when it shows names again, import the download that has them: what was judged stays judged";
        return out;
    }
    if (platform.mark == moodle_mark) {
        Origins out = with(listing, strip, platform.name, moodle_name);
        part_groups(out, roster);
        return out;
    }
    if (platform.mark == canvas_mark) {
        return with(listing, strip, platform.name, [&](std::string_view path) {
            auto origin = canvas_name(path);
            if (origin && roster.has_canvas_numbers() && !roster.find({.canvas_id = origin->may_be}).person) origin->may_be.clear();
            return origin;
        });
    }
    return platform.mark == blackboard_mark ? blackboard(listing, strip, roster, store) : gradescope(listing, strip, store);
}

}  // namespace

std::optional<std::size_t> gradescope_mark(std::string_view top)
{
    if (top == kMetadata) return 0;
    return top.starts_with("submission_") && all_digits(top.substr(11)) ? std::optional<std::size_t>(0) : std::nullopt;
}

std::string_view owner_in(std::string_view top)
{
    std::optional<std::size_t> first;
    for (const Platform& platform : kPlatforms)
        if (const auto mark = platform.mark(top); mark && (!first || *mark < *first)) first = mark;
    if (!first || top.starts_with("submission_")) return top;
    return top.substr(0, std::min(top.size(), top.find('_', *first)));
}

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = text.find(at);
        out.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

bool all_digits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= '0' && c <= '9'; });
}

std::optional<Origin> folder_name(std::string_view path)
{
    const std::string top(first_part(path));
    const auto stem = archive_stem(top);
    if (!stem && top.size() == path.size()) return std::nullopt;          // a file beside the students' folders
    // `ada.zip` beside a folder `ada`, or beside `ada.tar.gz`, may be another's.
    return Origin{.who = {.name = stem.value_or(top)}, .number = stem ? top.substr(stem->size() + 1) : "", .path = std::string(stem && top.size() == path.size() ? path : below_first(path)), .times_mean = true};
}

Origins recognise(const Listing& listing, const Roster& roster, const std::set<std::string>& lab_names, const Store& store)
{
    if (!listing.people.empty()) {
        return with(listing, 0, "a list of repositories", [&](std::string_view path) -> std::optional<Origin> {
            return Origin{.who = listing.people.at(std::string(first_part(path))), .path = std::string(below_first(path)), .commit = true};
        });
    }
    std::string common = common_folder(listing);
    if (roster.find({.name = common}).person) common.clear();        // a student's, who may have called what is in it after others
    std::vector<std::size_t> strips{0};
    if (!common.empty()) strips.push_back(common.size() + 1);
    for (const std::size_t strip : strips) {
        std::string note;
        if (const Platform* platform = platform_of(listing, strip, note)) {
            Origins out = named_by(*platform, listing, strip, roster, store);
            out.note += note;
            return out;
        }
    }
    const Naming person = [&](std::string_view path) {
        auto origin = folder_name(path);
        if (origin && lab_names.contains(origin->who.name)) origin.reset();       // a lab's folder says which lab, and not who
        return origin;
    };
    return with(listing, !common.empty() && wraps_students(listing, roster, lab_names) ? strips.back() : 0, kFolders, person);
}

}  // namespace halo::grader::arrival
