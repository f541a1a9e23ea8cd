#include <algorithm>

#include "export/format.hpp"
#include "report/reports.hpp"

namespace halo::grader::exports {

std::span<const Format> formats()
{
    static constexpr Format kAll[] = {
        {"csv", "A row per student, a column per lab", false, csv},
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

}  // namespace halo::grader::exports
