#include "student/solution.hpp"

#include <cstdio>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/path.hpp"
#include "student/process.hpp"
#include "student/screen.hpp"
#include "student/text.hpp"

namespace halo::student {

std::string commentary(std::string_view solution)
{
    std::string text;
    for (const std::string_view line : lines_of(solution)) {
        if (line.starts_with("//")) text += std::string(line.size() > 3 ? line.substr(3) : "") + "\n";
        else if (!trimmed(line).empty()) text.clear();
    }
    return text;
}

int solution(const Place& place, bool force)
{
    const std::string name = fmt::format("solutions/{}/{}", place.lab, place.file()), file = place.solution().string();
    if (!std::filesystem::exists(file))
        throw Refusal({"this copy of the workbook came without solutions", "looked for " + name,
                       "ask who gave it to you; until then: make hint"});
    const LabState lab = read_state(place.kept()).of(place.lab);
    if (lab.passed_on.empty() && !force)
        throw Refusal({place.lab + " has not passed yet: the solution can wait", standing(lab),
                       "make, then make hint; or read it anyway: make solution FORCE=1"});

    fmt::print("From your {} (-) to {} (+):\n\n", place.file(), name);
    std::fflush(stdout);
    const int differs = run({{"diff", "-u", "-L", "yours", "-L", "solution", place.file(), file}});
    if (differs > 1) throw Fault({"the two files could not be compared", name, "is `diff` installed?"});
    if (differs == 0) std::puts("They are the same.");
    const std::string cost = commentary(read_text(file));
    if (!cost.empty()) show("\nWhat it costs:\n\n" + cost);
    return 0;
}

}  // namespace halo::student
