#include "judging/built.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "judging/lab.hpp"
#include "machine/errors.hpp"

namespace halo::grader::judging {

bool is_built(const course::LabBuild& lab) { return std::filesystem::exists(lab.judge) && std::filesystem::exists(lab.run_library); }

void demand_built(const std::vector<course::LabBuild>& labs)
{
    std::vector<std::string> names, targets;
    for (const course::LabBuild& lab : labs)
        if (!is_built(lab)) names.push_back(lab.lab), targets.push_back("grading-" + lab.lab);
    if (names.empty()) return;
    throw UsageError({fmt::format("grader: {} {} not built", fmt::join(names, ", "), names.size() == 1 ? "is" : "are"),
                      "make grade builds only the labs that its course file names",
                      fmt::format("make grade COURSE=file, or in the clone: ninja -C build {}", fmt::join(targets, " "))});
}

std::vector<std::string> functions_if_built(const course::LabBuild& lab) { return is_built(lab) ? functions_of(lab) : std::vector<std::string>(); }

}  // namespace halo::grader::judging
