#include "arrival/import/people.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arrival/import/paths.hpp"
#include "arrival/import/unicode.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {

People::People(const Roster* roster) : roster_(roster)
{
    if (!roster) return;
    for (const Person& person : roster->people()) all_.push_back({.person = person});
}

std::size_t People::of(const Origin& origin, bool number_needed)
{
    const Who& who = origin.who;
    std::string why;
    if (roster_) {
        const Roster::Match match = roster_->find(who);
        if (match.person) {
            all_[*match.person].received_as.insert(nfc(who.name.empty() ? who.id : who.name));
            return *match.person;
        }
        why = match.why_none;
    }
    const std::string key = !who.id.empty() ? "id " + who.id : !who.canvas_id.empty() ? "canvas " + who.canvas_id : "name " + letters(who.name) + (number_needed ? " " + origin.number : "");
    const auto [at, fresh] = strangers_.emplace(key, all_.size());
    if (fresh) all_.push_back({.person = {.id = who.id, .name = nfc(who.name), .mail = who.mail}, .not_in_roster = why});
    all_[at->second].received_as.insert(nfc(who.name.empty() ? who.id : who.name));
    if (number_needed && all_[at->second].person.other_ids.empty()) all_[at->second].person.other_ids.push_back(origin.number);
    return at->second;
}

void People::name_folders()
{
    // Those of the roster first: a stranger can't take a name from them.
    std::set<std::string> taken;
    for (const bool strangers : {false, true})
        for (Participant& p : all_) {
            const bool stranger = !roster_ || !p.not_in_roster.empty();
            if (stranger != strangers) continue;
            const std::string base = safe_folder(stranger ? (p.person.name.empty() ? p.person.id : p.person.name) : p.person.id);
            std::string name = base;
            if (stranger && !p.person.other_ids.empty()) name = safe_folder(base + "_" + p.person.other_ids[0]);
            for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
            p.folder = name;
        }
}

std::string safe_folder(std::string_view name)
{
    std::string out = printable(nfc(name));
    for (char& c : out)
        if (c == '/' || c == '\\' || c == ':') c = '_';
    while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
    while (!out.empty() && out.front() == ' ') out.erase(0, 1);
    if (out.size() > 120) {
        std::size_t end = 120;
        while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0u) == 0x80u) --end;
        out.resize(end);
    }
    if (out.empty()) return "nameless";
    return litter(out).empty() ? out : "_" + out;
}

}  // namespace halo::grader::arrival
