#include "arrival/import/layout.hpp"

#include <algorithm>
#include <cctype>

#include "arrival/import/paths.hpp"

namespace halo::grader::arrival {
namespace {

constexpr const char* kFolders = "a folder or archive per student";
constexpr std::string_view kMetadata = "submission_metadata.yml";

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

/// The naming holds for at least half of what has names.
bool holds(const Listing& listing, std::size_t strip, const Naming& naming)
{
    std::size_t yes = 0, no = 0;
    for (const File& file : listing.files)
        if (!is_litter_at_top(file)) ++(naming(std::string_view(file.path).substr(std::min(strip, file.path.size()))) ? yes : no);
    return yes > 0 && yes >= no;
}

Origins with(const Listing& listing, std::size_t strip, const char* layout, const Naming& naming)
{
    Origins out{layout, std::vector<std::vector<Origin>>(listing.files.size())};
    for (std::size_t i = 0; i < listing.files.size(); ++i) {
        const File& file = listing.files[i];
        if (is_litter_at_top(file) || file.path.size() <= strip) continue;
        if (auto origin = naming(std::string_view(file.path).substr(strip))) out.of[i].push_back(std::move(*origin));
    }
    return out;
}

/// Are the folders one level down those of students? If a lone student handed in a folder per lab, they are not.
bool wraps_students(const Listing& listing, const std::string& common, const Roster& roster, const std::set<std::string>& lab_names)
{
    if (common.empty()) return false;
    std::set<std::string> inner;
    for (const File& file : listing.files) {
        if (is_litter_at_top(file)) continue;
        const std::string_view rest = below_first(file.path);
        const std::string name(first_part(rest));
        if (rest.size() > name.size() || archive_stem(name)) inner.insert(archive_stem(name).value_or(name));
    }
    if (std::any_of(inner.begin(), inner.end(), [&](const std::string& name) { return lab_names.contains(name); })) return false;
    if (std::any_of(inner.begin(), inner.end(), [&](const std::string& name) { return roster.find({.name = name}).person.has_value(); })) return true;
    return inner.size() >= 2 && !roster.find({.name = common}).person;
}

std::optional<Origins> gradescope(const Listing& listing, std::size_t strip, const Store& store)
{
    const Naming numbered = [](std::string_view path) -> std::optional<Origin> {
        const std::string_view top = first_part(path);
        if (path == kMetadata) return Origin{.path = std::string(path), .passed_over = "Gradescope's list of people"};
        if (!top.starts_with("submission_") || !all_digits(top.substr(11))) return std::nullopt;
        return Origin{.who = {.name = std::string(top)}, .number = std::string(top.substr(11)), .path = std::string(below_first(path)), .times_mean = true};
    };
    if (!holds(listing, strip, numbered)) return std::nullopt;
    std::map<std::string, GradescopeSubmission> submissions;
    for (const File& file : listing.files)
        if (std::string_view(file.path).substr(std::min(strip, file.path.size())) == kMetadata && file.readable()) submissions = gradescope_submissions(store.get(file.hash));
    Origins out = with(listing, strip, submissions.empty() ? "Gradescope, without its list of people" : "Gradescope", numbered);
    for (std::vector<Origin>& origins : out.of) {
        if (origins.empty() || !submissions.contains(origins[0].who.name)) continue;
        Origin one = origins[0];
        const GradescopeSubmission& submission = submissions[one.who.name];
        one.handed_in = submission.created_at;
        origins.clear();
        for (const Who& who : submission.people) {
            origins.push_back(one);
            origins.back().who = who;
        }
    }
    return out;
}

}  // namespace

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
    return Origin{.who = {.name = stem.value_or(top)}, .path = std::string(stem && top.size() == path.size() ? path : below_first(path)), .times_mean = true};
}

Origins recognise(const Listing& listing, const Roster& roster, const std::set<std::string>& lab_names, const Store& store)
{
    if (!listing.people.empty()) {
        return with(listing, 0, "a list of repositories", [&](std::string_view path) -> std::optional<Origin> {
            return Origin{.who = listing.people.at(std::string(first_part(path))), .path = std::string(below_first(path))};
        });
    }
    const std::string common = common_folder(listing);
    std::vector<std::size_t> strips{0};
    if (!common.empty()) strips.push_back(common.size() + 1);
    std::vector<std::string_view> paths;
    for (const std::size_t strip : strips) {
        paths.clear();
        for (const File& file : listing.files) paths.push_back(std::string_view(file.path).substr(std::min(strip, file.path.size())));
        const Naming blackboard = blackboard_naming(paths, roster);
        if (holds(listing, strip, moodle_name)) return with(listing, strip, "Moodle", moodle_name);
        if (holds(listing, strip, blackboard)) return with(listing, strip, "Blackboard", blackboard);
        if (auto found = gradescope(listing, strip, store)) return *found;
        if (holds(listing, strip, canvas_name)) return with(listing, strip, "Canvas", canvas_name);
    }
    const Naming person = [&](std::string_view path) {
        auto origin = folder_name(path);
        if (origin && lab_names.contains(origin->who.name)) origin.reset();       // a lab's folder says which lab, and not who
        return origin;
    };
    return with(listing, wraps_students(listing, common, roster, lab_names) ? strips.back() : 0, kFolders, person);
}

}  // namespace halo::grader::arrival
