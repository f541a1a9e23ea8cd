#pragma once
// The student's own verdict: the cases that were run so far, judged with the grader's code.

#include <string>
#include <vector>

#include "harness/student/isolate.hpp"
#include "harness/judge/judge.hpp"
#include "harness/student/pass_remark.hpp"

namespace halo::lab {

/// A case that was run, and its outcome.
struct LocalCase {
    std::size_t index = 0;            ///< into the_lab().cases
    DetailedJudgement judgement;              ///< of this case only
    bool tried = true;                ///< false: an earlier case of the function did not finish
    std::string response = {}, ended = {};  ///< of the case's process
    std::vector<Printed> printed = {};      ///< by call
};

/// Other data from now on, and other sizes of measured cases: those that a grader with this seed would draw.
void draw_from(std::uint64_t seed);

/// All cases will be run, in order: run_case() may start those that follow, too. A card gets one at a time.
void run_ahead();

/// All cases of this program run, in order.
std::vector<LocalCase>& local_cases();

/// Runs one case of the lab in its own process and records it. `lines`: also what each line does with memory, which takes longer.
const DetailedJudgement& run_case(std::size_t index, bool lines = false);

/// What each line does with memory in a measured case; runs it again.
std::vector<LineTraffic> lines_of_case(std::size_t index);

/// What the counts of one more, larger call say about cards; empty if they say nothing.
std::vector<CardBound> bounds_of_function(const std::string& function);

/// The case of this failure's function whose wrong result says most, if a second request can explain it; null if there is none.
LocalCase* case_to_ask_about(const LocalCase* failure);
std::vector<PlannedCall> planned_calls(const LocalCase& local);
/// Runs a request of the student's code in a process of its own.
Isolated answer_to(const Request& request);

/// Asks each function with a wrong result what it computes, so that its failure can be explained. Called once all cases have run.
void ask_about_failures();

/// The worst case of each function that has a failing one, worst first; functions that are not begun come last. Of equals, the lab's order counts.
std::vector<const LocalCase*> failures(const std::vector<LocalCase>& cases);

/// The first of them; null if all pass.
const LocalCase* first_failure(const std::vector<LocalCase>& cases);

/// Has the function of this failing case written nothing?
bool not_begun(const LocalCase& local);

/// What the student's code printed, that of the failure first: see prints_text().
std::string printed_text(const std::vector<LocalCase>& cases);

/// What a pass adds where a card would pay, about the dearest line of all functions that were tested; may run their measured cases
/// once more.
PassRemark pass_remark();

/// Writes the file named by HALO_RESULT, if set: {"lab", "function", "verdict", "key", "held", "sentences", "passed"}, and for a
/// failure its three-line "message" and what it is about: {"about", "line", "source"}. `halo` keeps the file for `make hint`,
/// `make why` and `make progress`. If writing is interrupted, the previous run's file remains.
void write_result(const std::vector<LocalCase>& cases);

/// Is standard output a terminal, and NO_COLOR unset?
bool use_colour();

}  // namespace halo::lab
