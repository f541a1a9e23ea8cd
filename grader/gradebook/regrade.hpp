#pragma once
// Judges again from what the ledger holds, with today's harness and settings: no submissions folder is needed.

#include "gradebook/grades.hpp"
#include "judging/files.hpp"

namespace halo::grader::gradebook {

struct RegradeOptions : judging::JudgeOptions {
    std::vector<std::string> students, labs;    ///< empty: all; others keep the verdicts that they have
    bool rejudge = false;                       ///< judge again also what has a verdict
    record::Judging what_for = record::Judging::for_good;
};

struct Regraded {
    Grades grades;                              ///< as they would be reported
    std::size_t judged = 0, known = 0, faults = 0;      ///< functions
    std::vector<std::string> without_file;      ///< students whose file an older ledger did not keep: they keep their verdicts
    double seconds = 0;
};

/// Throws UsageError for an unknown student or lab, or a lab that no longer has the same functions.
Regraded regrade(const RegradeOptions& options, record::Ledger& ledger);

/// The student of that name among `students`. Throws UsageError, with the nearest name.
const std::string& student_called(const std::string& name, const std::vector<std::string>& students);

}  // namespace halo::grader::gradebook
