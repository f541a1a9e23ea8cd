#pragma once
// What differs between two revisions of the grades, and why.

#include "record/revision.hpp"

namespace halo::grader::gradebook {

enum class Cause {
    submission,     ///< another file, or a first one
    harness,        ///< judged with other tests, another engine or another compiler driver
    settings,       ///< judged with other limits
    course,         ///< the course file gives other points
    override_,      ///< by hand
    late,           ///< the deadline, the time of handing in, or what being late costs
    speed,          ///< timed on a card
    predictions,
    fault,          ///< the grader's own fault, before or now
    flaky,          ///< judged twice with the same file and harness, and two verdicts
    other,          ///< not in both: other students, labs or functions
};

/// `submission`, `override`; in files and for people.
const char* name(Cause cause);

struct Because {
    Cause cause = Cause::other;
    std::string detail = {};        ///< `run=10s of CPU, before 40s of CPU`; may be empty
};

/// Of one function. Without `function`: of a whole lab, beyond its functions; without `lab` too: of a student's total.
struct Change {
    std::string student, lab, function;
    std::optional<Verdict> was = {}, is = {};       ///< of a function; none: it was not in that revision
    std::optional<double> points_were = {}, points_are = {};
    double max_were = 0, max_are = 0;
    std::vector<Because> why = {};
};

struct Changes {
    std::int64_t from = 0, to = 0;                  ///< their numbers; 0: not recorded
    std::vector<Change> all = {};                   ///< students who have fewer points first, then in the order of the newer revision
    std::vector<std::string> worse = {}, better = {};       ///< students whose total fell, rose
    std::size_t judged_anew = 0;                    ///< functions whose judging is another one, with or without a change

    bool empty() const { return all.empty(); }
    bool has(Cause cause) const;
};

Changes changes_between(const record::Revision& from, const record::Revision& to);

/// A line for each, under a head, and a summary. Empty if there are none.
std::string to_text(const Changes& changes);
/// As one JSON value: `[{"student": …, "cause": [{"kind": "harness", "detail": ""}]}]`.
std::string to_json_text(const Changes& changes);

}  // namespace halo::grader::gradebook
