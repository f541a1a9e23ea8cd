#pragma once
// A whole run: what was handed in, which of it is not judged yet, and the judging itself on several cores.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arrival/intake.hpp"
#include "judging/files.hpp"
#include "record/ledger.hpp"

namespace halo::grader::judging {

struct GradeOptions : JudgeOptions {
    std::filesystem::path submissions;
    std::vector<std::string> labs;       ///< empty: all
    std::vector<std::string> rejudge;    ///< students to judge again
    std::vector<std::string> of_course;  ///< the labs that stay in the reports when others are judged; none: all
    arrival::IntakeOptions intake;
    std::optional<std::uint64_t> seed;   ///< for a new ledger; random if absent
    std::function<void(arrival::Intake&)> complete;   ///< adds who handed in what and when, where that is known; may throw UsageError
};

/// A verdict that was asked for again.
struct Rejudged {
    std::string student;
    record::JudgingKey key;
    Judgement before;
};

struct Graded {
    std::size_t judged = 0;              ///< functions judged in this run
    std::size_t known = 0;               ///< verdicts that the ledger already had
    std::size_t faults = 0;              ///< functions that the grader failed to judge, by its own fault
    std::vector<std::string> kept;       ///< labs of the run before, which stay in the reports
    std::vector<Rejudged> rejudged;
    double seconds = 0;
};

/// Judges what the ledger has no verdict on. Afterwards the ledger's latest run can be reported.
/// Throws UsageError or GraderFault if it cannot begin; a fault of a single judging is a verdict.
Graded grade(const GradeOptions& options, record::Ledger& ledger);

}  // namespace halo::grader::judging
