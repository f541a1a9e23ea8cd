#pragma once
// What a table of grades is made from: a run, and the judging that counts for each of its functions.

#include "record/ledger.hpp"

namespace halo::grader::gradebook {

struct Grades {
    record::Run run;
    record::Standings standings;
};

/// Of everything the latest judging.
Grades grades_of(record::Ledger& ledger, record::Run run);

/// Those of a revision; of the latest run for which it is true.
Grades grades_of(record::Ledger& ledger, const record::Revision& revision);

/// What the reports say: the latest revision, or, in a ledger without one, the latest run. Throws GraderFault for a ledger without a run.
Grades latest_grades(record::Ledger& ledger);

/// False if any verdict was reached without a sandbox.
bool were_sandboxed(const Grades& grades);

}  // namespace halo::grader::gradebook
