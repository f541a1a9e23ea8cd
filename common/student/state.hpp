#pragma once
// What is saved about the labs: one file, ROOT/progress/state.json. `make clean` does not remove it, it contains no paths, and it
// is written to a temporary file and renamed, so that an interrupted run leaves the previous state.

#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "student/questions.hpp"
#include "student/result.hpp"

namespace halo::student {

/// A wrong program that lies in place of the student's file: see mended.hpp.
struct Repair {
    int number = 0;             ///< of the case; 0: none
    std::string own = {};       ///< the name of the student's own file meanwhile
    std::string symptom = {}, was = {};
    std::string why = {};       ///< what the student says is wrong; empty: nothing yet
    int smallest = 0;           ///< lines that the smallest mend changes
};

struct LabState {
    std::optional<Result> last = {};    ///< of the last run
    std::string passed_on = {};         ///< the day on which all tests passed in `make`; kept when the file changes later
    Levels hints = {};
    std::map<std::string, Prediction> predictions = {};     ///< by `function.counter`
    Repair repair = {};
    std::set<int> mended = {};          ///< cases of `make repair`
};

struct State {
    std::map<std::string, LabState> labs = {};

    /// An empty state for a lab without an entry.
    const LabState& of(const std::string& lab) const;
};

/// The format of the file. A newer one is not read.
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
Result result_from_json(std::string_view json);     ///< the result that a test program wrote; throws Unusable

/// The state in this folder; empty if the file is missing. An unusable file is put aside, reported once on standard error, and
/// counts as empty.
State read_state(const std::filesystem::path& folder);

/// A change of the state. A second one at the same time waits, so that neither loses the other's.
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
void write_temporary(const std::filesystem::path& folder, std::string_view text);
void put_in_place(const std::filesystem::path& folder);

std::filesystem::path state_file(const std::filesystem::path& folder);

}  // namespace halo::student
