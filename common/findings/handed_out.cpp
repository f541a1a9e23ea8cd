#include "findings/handed_out.hpp"

#include <algorithm>

namespace halo {
// Left out are tests, measuring programs, the example of a project, the basic kernels of the timer and the worked lab, which contain right kernels; but labs/meson.build needs program_test.cpp and
// picture_test.cpp, and those need spawn.hpp. tools/plot draws the students' sweeps. Of the pages below common/, a student has those that the labs lead to.
bool handed_out(std::string_view path)
{
    for (const std::string_view file : kTopFiles)
        if (path == file) return true;
    for (const char* file : {"tools/setup", "tools/without-root", "tools/plot", "tools/plot_scripts.py", "tools/plot_svg.py", "labs/tests/program_test.cpp", "labs/tests/picture_test.cpp", "common/tests/spawn.hpp"})
        if (path == file) return true;
    if (path.find("/tests/") != std::string_view::npos) return false;
    if (path.starts_with("common/") && path.ends_with(".md"))
        return path == "common/engine/README.md" || path == "common/engine/LIMITS.md" || path == "common/engine/COVERAGE.md";
    if (path.starts_with("common/kinds/") && path.ends_with("/basic.cu")) return false;
    for (const char* folder : {"common/engine/bench/", "common/engine/example/", "common/engine/measure/", "common/engine/measured/", "labs/handout/", "book/walk/worked_lab"})
        if (path.starts_with(folder)) return false;
    for (const char* folder : {"labs/", "common/", "book/walk/", ".vscode/", ".devcontainer/"})
        if (path.starts_with(folder)) return true;
    return false;
}

std::string without_missing_folders(std::string_view meson, const std::function<bool(std::string_view)>& there)
{
    std::string out, comment;
    bool skipping = false;
    for (std::string_view line; !meson.empty();) {
        line = meson.substr(0, meson.find('\n'));
        meson.remove_prefix(std::min(meson.size(), line.size() + 1));
        if (line.starts_with("subdir('") && line.ends_with("')") && !there(line.substr(8, line.size() - 10))) continue;
        if (line.starts_with('#')) {
            comment += std::string(line) + "\n";        // kept or dropped with what follows it
            continue;
        }
        if (line == "test(" || line == "run_target(") skipping = true;
        if (!skipping) out += comment + std::string(line) + "\n";
        comment.clear();
        if (line == ")") skipping = false;
    }
    return out;
}

}  // namespace halo
