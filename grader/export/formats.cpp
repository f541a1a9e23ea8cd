#include <algorithm>

#include "export/format.hpp"
#include "report/reports.hpp"

namespace halo::grader::exports {

std::span<const Format> formats()
{
    static constexpr Format kAll[] = {
        {"csv", "A row per student, a column per lab", false, csv},
        {"json", "Everything, as results.json; grader/export/results.schema.json describes it", false, json},
        {"junit", "JUnit XML: a test suite per student and lab, a test case per case of a function", false, junit},
        {"canvas", "Canvas: fills the gradebook that you exported there", true, canvas},
        {"moodle", "Moodle: fills the offline grading worksheet of an assignment", true, moodle},
        {"moodle-grades", "Moodle: a file for Grades, Import, CSV file", false, moodle_grades},
        {"nbgrader", "nbgrader's grades.csv: a row per lab and student", false, nbgrader},
        {"otter", "Otter's final_grades.csv, one per lab: a column per function", false, otter},
        {"gradescope", "Gradescope's results.json; several students: one file each", false, gradescope},
        {"classroom50", "Classroom 50's result.json; which submission it is comes from its runner's environment", false, classroom50},
        {"autolab", "Autolab's autoresult, the last line that an autograder prints", false, autolab},
        {"prairielearn", "PrairieLearn's results.json", false, prairielearn},
        {"github", "For a GitHub workflow: summary.md, annotations.txt and exit-code", false, github},
    };
    return kAll;
}

const Format* format_named(std::string_view name)
{
    const auto all = formats();
    const auto found = std::ranges::find_if(all, [&](const Format& format) { return format.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Files csv(const Request& request, std::string&) { return {{"", report::gradebook_csv(request.table)}}; }

Files json(const Request& request, std::string&) { return {{"", report::results_json(request.table)}}; }

}  // namespace halo::grader::exports
