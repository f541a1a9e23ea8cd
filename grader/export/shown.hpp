#pragma once
// A student's results as every platform shows them: a list of functions, each with its points, its message and its cases.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "export/format.hpp"

namespace halo::grader::exports {

/// One test of the lab. It has no points of its own.
struct ShownCase {
    std::string name;
    bool passed = false;
    std::string text;                    ///< the verdict, and the three-line message if there is one
    bool hidden = false;
};

struct ShownFunction {
    std::string lab, function, file;     ///< `file` as handed in; empty if nothing was
    Verdict verdict = Verdict::grader_fault;
    std::optional<double> points;        ///< none for a fault of the grader
    double max_points = 0;
    std::string text;                    ///< the verdict, the three-line message, findings, remarks, and how the points come about
    std::string headline;
    std::vector<ShownCase> cases;
    std::optional<double> reuse_ratio;   ///< of a pass

    bool passed() const { return verdict == Verdict::passed; }
};

/// Every text is valid UTF-8 without control characters but line feeds, and every number is finite.
struct Shown {
    std::string folder;                  ///< the student's, whole
    std::string student;
    std::optional<double> points;        ///< none if a function has none
    double max_points = 0;
    double adjustment = 0;               ///< points beside those of the functions: late, predictions, by hand
    std::vector<ShownFunction> functions;
    std::string held;                    ///< why there are no points, where the grader is not the reason
    std::string note;                    ///< what the adjustment is made of, comments of the instructor; empty: nothing to say
    std::string run_started;             ///< UTC

    bool passed() const;
    /// Of the grader: why there are no points. Empty if there are.
    std::string fault() const;
};

/// Of the lab that was asked for, or of all. Each text is cut to `text_bytes`.
std::vector<Shown> shown(const Request& request, std::size_t text_bytes = 16 << 10);

/// The writer's result for each student: a single file if there is one student, else `ada.json`, `charles.json`, …, called as the pages in the reports. `ending` includes the dot.
Files file_per_student(const std::vector<Shown>& all, const std::string& ending, const std::function<std::string(const Shown&)>& write);

/// At most four decimals: no platform shows more, and 0.1 + 0.2 is 0.3.
double rounded(double points);

}  // namespace halo::grader::exports
