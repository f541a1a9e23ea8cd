#pragma once
// Everyone who belongs to the course or handed something in, each once, with a folder's name.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arrival/import/earlier.hpp"
#include "arrival/import/layout.hpp"
#include "arrival/roster.hpp"

namespace halo::grader::arrival {

struct Participant {
    std::string folder = {};
    std::string called = {};           ///< what the folder is called after, if it is neither id nor name
    bool as_it_came = false;           ///< the name of a stranger's folder is as a download has it
    Person person = {};                ///< of the roster, or what an LMS says
    std::string not_in_roster = {};    ///< why no row of the roster was found; empty if one was, or if there is no roster
    bool asks = false;                 ///< and that is a question for a person: others of that name are there
    bool another = false;              ///< and its number says that it is nobody of the roster
    std::string group = {};            ///< whose members share their work; empty: none
    bool stood_for = false;            ///< several who are called so have folders of their own, and no file is known to be this person's
    std::set<std::string> received_as = {};   ///< names that the downloads have for this person
    std::size_t files = 0;             ///< of theirs, chosen or not
};

/// Somebody in a download, as it tells people apart.
struct Account {
    std::string space;                 ///< where its number is one person's: a download, or all of Canvas's
    std::string key;                   ///< number, id, mail or name
    bool number_needed = false;        ///< without the number, it has the name of another
    friend auto operator<=>(const Account&, const Account&) = default;
};

class People {
public:
    /// nullptr: there is no roster, and everybody is as an LMS says.
    explicit People(const Roster* roster);

    /// All accounts first: who an account is depends on the others.
    void add(const Account& account, const Origin& origin);
    void settle();
    /// The participant behind an account.
    std::size_t of(const Account& account, const Origin& origin);

    std::vector<Participant>& all() { return all_; }
    const std::vector<Participant>& all() const { return all_; }
    /// What an earlier import knew of the people in its folders, where there is no roster now. Their folders keep their names.
    void describe(const std::map<std::string, Known>& known);
    /// Gives each a folder of their own, called after id or name.
    void name_folders();

private:
    struct Claim {
        Who who;
        std::string number;
        Roster::Match match;
        std::string why;               ///< there are others; empty: there are none
    };
    void settle(std::vector<Claim*> accounts);

    const Roster* roster_;
    std::vector<Participant> all_;
    std::map<Account, Claim> accounts_;
    std::map<std::string, std::size_t> strangers_;
};

/// A folder's name that is safe to make and to show: form C, no separators, no control characters, not hidden.
std::string safe_folder(std::string_view name);

}  // namespace halo::grader::arrival
