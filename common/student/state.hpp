#pragma once
// What is kept about the labs: one file, ROOT/progress/state.json. `make clean` leaves it, it names no place, and it is
// written beside and renamed: whoever interrupts a run keeps the state before.

#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "student/result.hpp"

namespace halo::student {

struct LabState {
    std::optional<Result> last = {};    ///< of the last run
    std::string passed_on = {};         ///< the day on which all tests passed in `make`; stays when the file changes later
    Levels hints = {};
};

struct State {
    std::map<std::string, LabState> labs = {};

    /// Nothing, for a lab without an entry.
    const LabState& of(const std::string& lab) const;
};

/// The form of the file. One that is newer is not guessed at.
inline constexpr int kStateVersion = 1;

/// A state file that this program cannot use.
struct Unusable : std::exception {
    explicit Unusable(std::string why, int version = 0) : why(std::move(why)), version(version) {}
    const char* what() const noexcept override { return why.c_str(); }
    std::string why;
    int version;                ///< of a newer file; 0: it is damaged
};

std::string to_json(const State& state);
State state_from_json(std::string_view json);       ///< throws Unusable
Result result_from_json(std::string_view json);     ///< what a test program left behind; throws Unusable

/// The state in this folder. A missing file is an empty state. One that is unusable is put aside, reported once on standard
/// error, and counts as empty.
State read_state(const std::filesystem::path& folder);

/// A change of the state. Of two at a time the second waits, so neither loses the other's.
class StateEdit {
public:
    explicit StateEdit(const std::filesystem::path& folder);    ///< makes the folder; throws Fault if it cannot
    ~StateEdit();
    StateEdit(const StateEdit&) = delete;
    StateEdit& operator=(const StateEdit&) = delete;

    State state;
    void save() const;          ///< all at once or not at all; throws Fault
    void forget() const;        ///< removes the file

private:
    std::filesystem::path folder_;
    int lock_ = -1;
};

/// The two steps of saving, between which a program may be killed.
void write_beside(const std::filesystem::path& folder, std::string_view text);
void put_in_place(const std::filesystem::path& folder);

std::filesystem::path state_file(const std::filesystem::path& folder);

}  // namespace halo::student
