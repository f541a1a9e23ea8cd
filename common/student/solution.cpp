#include "student/solution.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

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

std::string without_regions(std::string_view solution)
{
    std::string text;
    for (const std::string_view line : lines_of(solution)) {
        const std::string_view code = trimmed(line);
        if (!code.starts_with("// region ") && code != "// endregion") text += std::string(line) + "\n";
    }
    return text;
}

TemporaryFile::TemporaryFile(const std::string& text)
{
    std::string path = (std::filesystem::temp_directory_path() / "halo-solution-XXXXXX").string();
    const int file = mkstemp(path.data());
    if (file < 0 || ::write(file, text.data(), text.size()) != ssize_t(text.size())) throw Fault({"the solution could not be compared", path, "is the disk full?"});
    ::close(file);
    path_ = path;
}

TemporaryFile::~TemporaryFile() { ::unlink(path_.c_str()); }

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
    // A solution that was copied as it is has the marks, too.
    const TemporaryFile yours(without_regions(read_text((place.folder() / place.file()).string()))), shown(without_regions(read_text(file)));
    const int differs = run({{"diff", "-u", "-L", "yours", "-L", "solution", yours.path(), shown.path()}});
    if (differs > 1) throw Fault({"the two files could not be compared", name, "is `diff` installed?"});
    if (differs == 0) std::puts("They are the same.");
    const std::string cost = commentary(read_text(file));
    if (!cost.empty()) show("\nWhat it costs:\n\n" + cost);
    return 0;
}

}  // namespace halo::student
