#pragma once
// What `make watch` shows on a terminal, around a report. Knows no terminal: text in, text out.

#include <string>
#include <string_view>
#include <vector>

#include "student/result.hpp"
#include "student/screen.hpp"
#include "student/state.hpp"

namespace halo::student {

/// What a screen shows; if it does not fit, the body is truncated, never the foot.
struct Report {
    std::string body, foot;
};

/// From a test program's output: what is below its list of tests, with the last line as the foot.
Report report_of_tests(std::string_view output, const std::string& warning);

/// From the compiler's lines: the first error.
Report report_of_errors(std::string_view output);

/// One character for each lab of the path, and the count: `[##>-] 2 of 4 labs passed`. `#` passed, `>` the lab at hand, `-` not yet.
std::string bar(const State& state, const std::vector<std::string>& labs, const std::string& lab);

/// The keys that lead somewhere from here, in the order of the prompt. `questions`: a prediction is open.
std::string keys_for(const LabState& lab, bool questions);

/// Does the lab's program compute anything that can be measured or drawn?
bool runs(const LabState& lab);

/// What a lab that passes is worth, and what comes next. `number`: of labs that have passed.
std::string praise(int number, bool is_last);

/// A report with all around it. `lab`: the folder's name; `note`: one line about the last key, or none; `questions`: a
/// prediction is open.
struct Watched {
    Report report;
    std::string lab, file, time, note = {};
    bool questions = false;
};
std::string watch_screen(const Watched& watched, const State& state, const std::vector<std::string>& labs, const Screen& screen);

}  // namespace halo::student
