#pragma once
// A revision of the grades: what the reports said, and where it came from. The ledger keeps all of them.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "findings/verdict.hpp"
#include "record/step.hpp"

namespace halo::grader::record {

/// Which judging of a function counts. Number 0: there is none, since nothing was handed in or the grader was stopped first.
struct Standing {
    std::int64_t judging = 0;
    std::string content = {}, harness = {}, settings = {};      ///< what it judged, with what
    friend bool operator==(const Standing&, const Standing&) = default;
};

/// (student, lab, function)
using CellName = std::tuple<std::string, std::string, std::string>;
using Standings = std::map<CellName, Standing>;

/// Points of a function, a lab or a student. The steps are those that are not already in its parts.
struct Sum {
    std::optional<double> points;       ///< none where the grader failed
    double max_points = 0;
    Steps steps = {};
    std::string comment = {};
};

struct RevisionCell {
    std::string student, lab, function;
    Verdict verdict = Verdict::grader_fault;
    Standing standing;
    Sum sum;
};

/// How a lab enters the student's sum.
enum class Counts { yes, on_top, dropped, undue };

struct RevisionLab {
    std::string student, lab;
    Counts counts = Counts::yes;
    Sum sum;
};

struct RevisionStudent {
    std::string student;
    Sum sum;
};

/// Why there is a revision, and what applied.
struct Occasion {
    std::string command = {};           ///< `run`, `regrade --lab 07`
    std::string settings = {};          ///< limits, rounds, sandbox
    std::string course = {};            ///< sha256 of the course file
    std::string overrides = {};         ///< sha256 of the file of overrides; empty: there is none
    std::map<std::string, std::string> harness = {};            ///< by lab
};

struct Revision {
    std::int64_t number = 0;            ///< 1, 2, …; 0: not recorded
    std::int64_t run = 0;               ///< the latest run of which it is true
    std::string at = {};                ///< UTC
    Occasion occasion = {};
    std::vector<RevisionCell> cells = {};
    std::vector<RevisionLab> labs = {};
    std::vector<RevisionStudent> students = {};

    Standings standings() const;
};

/// Would they make the same reports? Whatever the occasion.
bool same_grades(const Revision& a, const Revision& b);

}  // namespace halo::grader::record
