#include "arrival/import/earlier.hpp"

#include "arrival/import_file.hpp"
#include "course/time.hpp"

namespace halo::grader::arrival {
namespace {

using nlohmann::json;

bool says(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && *found == true;
}

void add_time(const json& file, File& of, Origin& origin)
{
    origin.handed_in = printable_in(file, "handed_in");
    if (const auto late = file.find("late"); late != file.end() && late->is_boolean()) origin.late = late->get<bool>();
    if (const auto stored = course::instant_in(printable_in(file, "stored"), course::Zone())) of.modified = *stored, origin.stored_before = true;
}

}  // namespace

std::map<std::string, Known> add_earlier_import(const std::filesystem::path& download, Listing& listing, Origins& origins, bool with_roster)
{
    std::map<std::string, Known> people;
    if (!std::filesystem::is_directory(download)) return people;
    const json told = read_import(download / ".received" / "import.json");
    if (told.is_null()) return people;
    for (const json& person : list_in(told, "people"))
        people[printable_in(person, "folder")] = {{printable_in(person, "id"), printable_in(person, "name"), printable_in(person, "mail"), printable_in(person, "section"), {}},
                                                  printable_in(person, "group"), printable_in(person, "question"), printable_in(person, "why_not_in_roster"), person.is_object() && says(person, "another")};
    std::map<std::string, const json*> laid_out;            // by where it is here
    for (const json& file : list_in(told, "files"))
        if (printable_in(file, "state") == "chosen") laid_out[printable_in(file, "laid_out")] = &file;
    for (std::size_t i = 0; i < listing.files.size(); ++i)
        for (Origin& origin : origins.of[i]) {
            const auto known = people.find(origin.who.name);
            if (known != people.end()) {
                origin.group = known->second.group;
                if (with_roster && known->second.not_in_roster.empty()) origin.who.id = known->second.person.id, origin.who.mail = known->second.person.mail;
            }
            if (const auto file = laid_out.find(listing.files[i].path); file != laid_out.end()) add_time(*file->second, listing.files[i], origin);
        }
    for (const json& file : list_in(told, "files")) {
        if (!file.is_object() || !says(file, "unplaced")) continue;
        const std::string owner = printable_in(file, "person"), path = printable_in(file, "path");
        listing.files.push_back({.path = owner.empty() ? path : owner + "/" + path, .passed_over = printable_in(file, "reason"), .may_be_work = true});
        origins.of.emplace_back();
        if (owner.empty()) continue;
        Origin origin{.who = {.name = owner}, .path = path};
        if (const auto known = people.find(owner); with_roster && known != people.end() && known->second.not_in_roster.empty()) origin.who.id = known->second.person.id, origin.who.mail = known->second.person.mail;
        origins.of.back().push_back(std::move(origin));
    }
    origins.layout = "an imported folder";
    return people;
}

}  // namespace halo::grader::arrival
