#include "student/watch.hpp"

#include <cstdio>
#include <ctime>
#include <tuple>

#include <sys/stat.h>

#include <fmt/core.h>

#include "student/build.hpp"
#include "student/compiler.hpp"
#include "student/process.hpp"
#include "student/screen.hpp"
#include "student/test.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace {

constexpr int kPollMs = 300;        // polling needs no file watcher, and works on every file system
constexpr int kSettleMs = 50;       // for an editor that saves in two steps

/// What changes when the file is saved, however the editor does it. All 0 while an editor has moved it away.
using Stamp = std::tuple<std::time_t, long, off_t, ino_t>;

Stamp stamp(const std::string& file)
{
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return {};
    return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size, status.st_ino};
}

std::string clock_time()
{
    const std::time_t now = std::time(nullptr);
    char text[16] = "";
    std::strftime(text, sizeof text, "%T", std::localtime(&now));
    return text;
}

Report watched_once(const Place& place)
{
    const Built build = built(place, "test");
    if (build.result) keep(place, *build.result, false);
    if (build.code == 1) return report_of_errors(build.output);
    if (build.code != 0) return {build.output, ""};
    const Ended run = tested(place, (place.built() / ("test_" + place.stem())).string());
    return report_of_tests(run.out, count_warnings(build.output));
}

}  // namespace

Report report_of_tests(std::string_view output, int warnings)
{
    if (const std::size_t blank = output.find("\n\n"); blank != std::string_view::npos) output.remove_prefix(blank + 2);
    while (output.ends_with('\n')) output.remove_suffix(1);
    const std::size_t last = output.rfind('\n') + 1;          // 0 if there is no other line
    Report report{std::string(output.substr(0, last)), std::string(output.substr(last)) + "\n"};
    if (warnings > 0) report.foot += fmt::format("There are compiler warnings too ({}): make shows them.\n", warnings);
    return report;
}

Report report_of_errors(std::string_view output)
{
    const int errors = count_errors(output);
    if (errors <= 1) return {first_error(output), "does_not_compile. Next: fix this, or make hint\n"};
    return {first_error(output), fmt::format("does_not_compile: the first of {} errors; the others often follow from it. "
                                           "Next: fix this one, or make hint\n", errors)};
}

void watch(const Place& place)
{
    announce_first_build(place, "test");
    const std::string file = (place.folder() / place.file()).string();
    for (Stamp seen{};;) {
        check_interrupt();
        const Stamp now = stamp(file);
        if (now == Stamp{} || now == seen) {
            pause_ms(kPollMs);
            continue;
        }
        pause_ms(kSettleMs);
        if (stamp(file) != now) continue;
        seen = now;

        const bool clears = screen().clears;
        if (clears) std::puts("building and testing ..."), std::fflush(stdout);
        const Report report = watched_once(place);
        check_interrupt();
        if (clears) std::fputs("\033[H\033[2J", stdout);
        show(fmt::format("{}, {}\n\n{}", place.file(), clock_time(), report.body),
             fmt::format("{}Save {} to run again; Ctrl-C ends.\n", report.foot, place.file()));
    }
}

}  // namespace halo::student
