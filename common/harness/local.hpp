#pragma once
// The student's own verdict: the cases that were run so far, judged with the grader's code.

#include <string>
#include <vector>

#include "harness/judge.hpp"

namespace halo::lab {

/// A case that was run, and what came of it.
struct LocalCase {
    std::size_t index = 0;            ///< into the_lab().cases
    DetailedJudgement judgement;              ///< of this case alone
    bool tried = true;                ///< false: an earlier one of the function did not finish
};

/// All cases of this program run, in order.
std::vector<LocalCase>& local_cases();

/// Runs one case of the lab in a process of its own and remembers it.
const DetailedJudgement& run_case(std::size_t index);

/// The first function that has a failing case, and its worst case; null when all hold.
const LocalCase* first_failure(const std::vector<LocalCase>& cases);

/// Writes the file named by HALO_RESULT, if set: {"lab", "function", "verdict", "key", "held", "sentences"}, of a finding the
/// three lines of its "message", and what it is about: {"about", "line", "source"}. `halo` keeps it for `make hint`,
/// `make why` and `make progress`. Whoever interrupts the writing leaves the file of the run before.
void write_result(const std::vector<LocalCase>& cases);

/// The table of counters beside the closed form, for every measured case, and beside the numbers of `prediction_file`
/// if one is named: `--profile`. Returns the exit code.
int print_profile(const std::string& prediction_file);

/// Is standard output a terminal whose user has nothing against colour?
bool use_colour();

}  // namespace halo::lab
