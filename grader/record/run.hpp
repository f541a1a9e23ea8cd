#pragma once
// A run: who handed in what, and which labs were graded.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "findings/verdict.hpp"
#include "record/person.hpp"
#include "record/submission.hpp"

namespace halo::grader::record {

/// A lab as it was in a run.
struct RunLab {
    std::string lab, title, harness;
    std::vector<std::string> functions;
};

/// The card that a run asked for.
struct RunCard {
    std::string name;      ///< empty: there was none
    std::string note;      ///< which one of several
    Message why;           ///< there was none
};

/// Everything that a report needs to know about a run besides the verdicts.
struct Run {
    std::int64_t id = 0;
    std::string started;       ///< UTC, 2026-02-28T12:00:00Z
    std::string submissions;   ///< name of the folder
    std::string settings;
    bool sandboxed = true;
    std::vector<std::string> students;
    std::map<std::string, Person> people;       ///< by student, of those about whom something is known
    std::vector<Unplaced> of_nobody;            ///< may be the work of whoever has none
    std::vector<RunLab> labs;
    std::vector<Submission> submissions_list;  ///< without the bytes
    std::optional<RunCard> card;                ///< nothing: the run asked for none
};

}  // namespace halo::grader::record
