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

void People::add(const Account& account, const Origin& origin)
{
    const auto [at, fresh] = accounts_.try_emplace(account);
    if (!fresh || !roster_) return;
    const Roster::Match nobody{.person = {}, .why_none = "graded without names: the platform hides whose it is"};
    at->second = {origin.who, origin.number, origin.anonymous ? nobody : roster_->find(origin.who), ""};
}

void People::settle()
{
    std::map<std::string, std::vector<Claim*>> spaces;
    for (auto& [account, known] : accounts_)
        if (roster_) spaces[account.space].push_back(&known);
    for (auto& [space, accounts] : spaces) settle(std::move(accounts));
    for (auto& [account, known] : accounts_)
        if (known.match.person) all_[*known.match.person].stood_for = false;
}

void People::settle(std::vector<Claim*> accounts)
{
    std::vector<Roster::Match> claims;
    for (const Claim* known : accounts) claims.push_back(known->match);
    const std::vector<bool> holds = arrival::settle(claims);
    for (std::size_t i = 0; i < accounts.size(); ++i) {
        if (!claims[i].person || holds[i]) continue;
        const std::size_t one = *claims[i].person;
        std::size_t same = 0, better = 0;
        for (std::size_t j = 0; j < accounts.size(); ++j)
            if (claims[j].person == one) ++(holds[j] ? better : same);
        const std::string id = printable(all_[one].person.id);
        accounts[i]->why = better ? fmt::format("called like {}, who is somebody else here: is it {}'s, too?", id, id) : fmt::format("{} have the name of {}, which proves nothing: which of them is {}'s?", same, id, id);
        accounts[i]->match.person.reset();
        all_[one].stood_for |= !better;
    }
}

std::size_t People::of(const Account& account, const Origin& origin)
{
    const Who& who = origin.who;
    const Claim& known = accounts_.at(account);
    const std::string name = nfc(who.name.empty() ? who.id.empty() ? who.canvas_id : who.id : who.name);
    if (known.match.person) {
        all_[*known.match.person].received_as.insert(name);
        return *known.match.person;
    }
    // Moodle numbers people anew for each assignment, so that a name alone joins downloads.
    const bool asks = !known.why.empty() || known.match.another;
    const bool apart = account.number_needed || asks;
    const bool another = known.match.another || (roster_ && roster_->has_numbers_like(who));
    const auto [at, fresh] = strangers_.emplace(account.key + (apart || account.space == "canvas" ? " in " + account.space : ""), all_.size());
    if (fresh) all_.push_back({.as_it_came = !apart && safe_folder(who.name) == who.name, .person = {.id = who.id, .name = nfc(who.name), .mail = who.mail}, .not_in_roster = known.why.empty() ? known.match.why_none : known.why, .asks = asks, .another = another});
    all_[at->second].received_as.insert(name);
    if (apart && !origin.number.empty() && all_[at->second].person.other_ids.empty()) all_[at->second].person.other_ids.push_back(origin.number);
    return at->second;
}

void People::describe(const std::map<std::string, Known>& known)
{
    const auto add = [](Participant& p, const std::string& folder, const Known& one) {
        p.called = folder, p.person = one.person, p.group = one.group;
        p.asks = !one.question.empty(), p.not_in_roster = one.not_in_roster, p.another = one.another;
    };
    std::set<std::string> seen;
    for (Participant& p : all_)
        if (const auto found = known.find(p.person.name); found != known.end() && seen.insert(found->first).second) add(p, found->first, found->second);
    for (const auto& [folder, one] : known)
        if (!seen.contains(folder)) add(all_.emplace_back(), folder, one);
}

void People::name_folders()
{
    // Those of the roster first: a stranger can't take a name from them. Then those whose name is one as it stands: none can be made like it.
    const auto base_of = [&](const Participant& p, bool stranger) { return !p.called.empty() ? p.called : stranger ? (p.person.name.empty() ? p.person.id : p.person.name) : p.person.id; };
    std::set<std::string> taken;
    for (const bool strangers : {false, true})
        for (const bool changed : {false, true})
            for (Participant& p : all_) {
                const bool stranger = !roster_ || !p.not_in_roster.empty();
                const std::string raw = base_of(p, stranger), base = safe_folder(raw);
                if (stranger != strangers || changed == (stranger ? p.as_it_came : base == raw)) continue;
                std::string name = stranger && !p.person.other_ids.empty() ? safe_folder(base + "_" + p.person.other_ids[0]) : base;
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
