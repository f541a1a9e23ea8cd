#include "arrival/roster.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arrival/csv.hpp"
#include "arrival/import/unicode.hpp"
#include "machine/errors.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

std::string small(std::string_view text)
{
    std::string out;
    for (const char c : nfc(text)) out += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
    return out;
}

std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words{""};
    for (const char c : name) {
        if (c == ' ' || c == ',' || c == '_' || c == '\t') {
            if (!words.back().empty()) words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

std::string joined(const std::vector<std::string>& words) { return small(fmt::format("{}", fmt::join(words, " "))); }

/// Longer names are nobody's: they are compared as they stand, since turned round in every way they take memory that is quadratic in their length.
constexpr std::size_t kMostWords = 32;

/// A name with its words turned round: `Ada King Lovelace` is also `king lovelace ada` and `lovelace ada king`.
std::set<std::string> forms_of(const std::string& name)
{
    std::vector<std::string> words = words_of(name);
    if (words.size() > kMostWords) return {joined(words)};
    std::set<std::string> out;
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::rotate(words.begin(), words.begin() + 1, words.end());
        out.insert(joined(words));
    }
    return out;
}

/// `123` of how Moodle's worksheet numbers people, `Participant 123`, in the language of whoever downloads it; empty: it is another id.
std::string participant_in(std::string_view id)
{
    static const std::set<std::string> kWords = {"participant", "participant/e", "participante", "partecipante", "teilnehmer", "teilnehmer/in", "teilnehmende", "deelnemer", "deltager", "deltagare", "deltaker",
                                                 "osallistuja", "uczestnik", "участник", "учасник", "参加者", "参与者"};
    const std::string text = small(id);
    const std::size_t digits = text.find_last_not_of("0123456789") + 1;
    return digits < text.size() && kWords.contains(trimmed(std::string_view(text).substr(0, digits))) ? text.substr(digits) : "";
}

std::string cell(const std::vector<std::string>& row, int column) { return column < 0 ? "" : row[std::size_t(column)]; }

}  // namespace

Roster Roster::parse(std::string_view bytes, std::string_view source)
{
    const CsvTable table = parse_csv(bytes, source);
    const int canvas = table.column({"sis login id", "sis user id"}) >= 0 ? table.column({"id"}) : -1;
    const int login = table.column({"sis login id", "login", "username", "user", "netid"});
    const int number = table.column({"sis user id", "sid", "student id", "id number", "id-nummer", "número de id", "numéro d'identification", "codice identificativo", "matriculation", "student_id"});
    const int id = canvas >= 0 ? (login >= 0 ? login : number)
                               : table.column({"id", "identifier", "identificador", "identifiant", "identificativo", "sid", "student id", "student_id", "username", "login", "user", "netid", "id number", "github_username"});
    const int github = table.column({"github_username", "github username", "github"});
    const int mail = table.column({"mail", "email", "e-mail", "email address", "e-mail address", "e-mail-adresse", "dirección de correo", "adresse de courriel", "indirizzo email"});
    const int section = table.column({"section", "group", "sections"});
    const int name = table.column({"name", "student", "full name", "student name", "vollständiger name", "nombre completo", "nom complet", "nome completo"});
    const int first = table.column({"first name", "firstname", "first", "given name"}), last = table.column({"last name", "lastname", "surname", "last", "family name"});
    if (name < 0 && last < 0 && id < 0)
        throw UsageError({fmt::format("{}:1: no column is called id or name", source), fmt::format("its columns: {}", printable(fmt::format("{}", fmt::join(table.header, ", ")))),
                          "its first line should be: id,name,mail,section"});

    Roster roster;
    std::map<std::string, std::size_t> seen;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const std::vector<std::string>& row = table.rows[r];
        Person person{cell(row, id), nfc(cell(row, name)), cell(row, mail), cell(row, section), {}};
        if (name < 0) person.name = nfc(cell(row, first) + (first >= 0 && last >= 0 ? " " : "") + cell(row, last));
        if (person.name.find("Points Possible") != std::string::npos || person.name == "Student, Test") continue;      // no person: Canvas's row of maxima, and its test student
        const std::string participant = participant_in(person.id);      // Moodle's own, for one assignment; the university's id stays somebody's name
        if (const std::string own = cell(row, number); !participant.empty() && !own.empty()) person.other_ids.push_back(std::exchange(person.id, own));
        if (person.id.empty()) person.id = !person.mail.empty() ? person.mail.substr(0, person.mail.find('@')) : person.name;
        if (person.id.empty()) continue;
        for (const int other : {login, number, github})
            if (!cell(row, other).empty() && cell(row, other) != person.id) person.other_ids.push_back(cell(row, other));
        if (const auto [at, fresh] = seen.emplace(small(person.id), table.lines[r]); !fresh)
            throw UsageError({fmt::format("{}:{}: the id {} is in line {} too", source, table.lines[r], printable(person.id), at->second), "", "each person needs an id of their own"});
        roster.canvas_ids_.push_back(cell(row, canvas));
        roster.participants_.push_back(participant);
        roster.people_.push_back(std::move(person));
    }
    roster.index();
    return roster;
}

Roster Roster::of(std::vector<Person> people, std::string called)
{
    Roster roster;
    roster.called_ = std::move(called);
    roster.canvas_ids_.resize(people.size());
    roster.participants_.resize(people.size());
    roster.people_ = std::move(people);
    roster.index();
    return roster;
}

void Roster::index()
{
    for (std::size_t i = 0; i < people_.size(); ++i) {
        const Person& p = people_[i];
        std::set<std::string> ids{small(p.id)};
        for (const std::string& other : p.other_ids) ids.insert(small(other));
        if (!p.mail.empty()) by_mail_[small(p.mail)].push_back(i);
        if (const std::size_t at = p.mail.find('@'); at != std::string::npos && !ids.contains(small(p.mail.substr(0, at)))) by_local_[small(p.mail.substr(0, at))].push_back(i);
        for (const std::string& each : ids) by_id_[each].push_back(i);
        std::set<std::string> spelled;
        for (const std::string& form : forms_of(p.name)) {
            by_name_[form].push_back(i);
            if (const std::string bare = letters(form); !bare.empty() && spelled.insert(bare).second) by_letters_[bare].push_back(i);
        }
        if (!participants_[i].empty()) by_participant_[participants_[i]].push_back(i);
        if (!canvas_ids_[i].empty()) by_canvas_[canvas_ids_[i]].push_back(i);
    }
}

bool Roster::has_numbers_like(const Who& who) const
{
    const auto all = [&](const std::vector<std::string>& numbers) { return std::ranges::none_of(numbers, &std::string::empty); };
    return (!who.canvas_id.empty() && all(canvas_ids_)) || (!who.participant.empty() && all(participants_));
}

bool Roster::is_called(std::size_t person, std::string_view name) const
{
    const auto found = by_letters_.find(letters(name));
    return found != by_letters_.end() && std::ranges::find(found->second, person) != found->second.end();
}

/// A platform's number or mail for this person, where the roster has another one.
bool Roster::is_another(const Who& who, std::size_t person) const
{
    const auto differ = [](const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && small(a) != small(b); };
    return differ(who.canvas_id, canvas_ids_[person]) || differ(who.participant, participants_[person]) || differ(who.mail, people_[person].mail);
}

Roster::Match Roster::find(const Who& who) const
{
    struct Try {
        const std::map<std::string, std::vector<std::size_t>>& index;
        std::string key;
        const char* what;
        By by;
    };
    const std::string name = small(who.name);
    const std::vector<Try> tries = {{by_canvas_, who.canvas_id, "have that number", By::number},
                                    {by_participant_, who.participant, "have that number", By::number},
                                    {by_id_, small(who.id), "have that id", By::id},
                                    {by_mail_, small(who.mail), "have that mail", By::mail},
                                    {by_id_, name, "have that id", By::login},
                                    {by_local_, name, "have a mail that begins so", By::local},
                                    {by_mail_, name, "have that mail", By::login},
                                    {by_name_, joined(words_of(who.name)), "are called so", By::name},
                                    {by_letters_, letters(who.name), "are called so", By::letters}};
    for (const Try& attempt : tries) {
        if (attempt.key.empty()) continue;
        const auto found = attempt.index.find(attempt.key);
        if (found == attempt.index.end()) continue;
        if (found->second.size() == 1) {
            const std::size_t one = found->second[0];
            const Person& p = people_[one];
            if (attempt.by < By::mail && is_another(who, one)) return {{}, By::letters, fmt::format("called like {} in {}, whose number or mail is another", printable(p.id), called_), false, true};
            const bool exact = attempt.by != By::login || nfc(who.name) == nfc(p.id) || who.name == p.mail || std::find(p.other_ids.begin(), p.other_ids.end(), who.name) != p.other_ids.end();
            return {one, exact ? attempt.by : By::login_alike, "", false, false};
        }
        std::vector<std::string> ids;
        for (const std::size_t i : found->second) ids.push_back(printable(people_[i].id));
        return {std::nullopt, By::letters, fmt::format("{} people in {} {}: {}", ids.size(), called_, attempt.what, fmt::join(ids, ", ")), true, false};
    }
    return {std::nullopt, By::letters, "not in " + called_, false, false};
}

std::vector<bool> settle(const std::vector<Roster::Match>& claims)
{
    using By = Roster::By;
    std::map<std::size_t, std::pair<By, std::size_t>> surest;        // by person: how sure, and how many are
    for (const Roster::Match& claim : claims) {
        if (!claim.person) continue;
        auto& [by, count] = surest[*claim.person];
        if (count == 0 || claim.by > by) by = claim.by, count = 0;
        count += claim.by == by;
    }
    std::vector<bool> holds;
    for (const Roster::Match& claim : claims) {
        const auto found = claim.person ? surest.find(*claim.person) : surest.end();
        holds.push_back(found != surest.end() && (claim.by >= By::mail || (claim.by == found->second.first && found->second.second == 1)));
    }
    return holds;
}

}  // namespace halo::grader::arrival
