#include "cli/course_files.hpp"

namespace halo::grader::cli {

void CourseFiles::declare(Options& options)
{
    options.path("--course", course, "Labs, points, deadlines and credit [as the last time; the first time the course.toml of this workbook]")
        .path("--overrides", overrides, "Points and comments by hand [as the last time, or overrides.toml beside the course file, if it is there]");
}

void CourseFiles::complete(const std::filesystem::path& folder)
{
    const bool other_course = !course.empty();
    if (std::filesystem::is_regular_file(folder / "ledger.sqlite")) {
        record::Ledger ledger(folder, record::Ledger::ReadOnly{});
        if (course.empty()) course = ledger.remembered("course");
        if (overrides.empty() && !other_course) overrides = ledger.remembered("overrides");     // those of another course are about other people
    }
    if (course.empty()) course = HALO_COURSE;
}

void CourseFiles::remember(record::Ledger& ledger) const
{
    ledger.remember("course", std::filesystem::absolute(course).string());
    ledger.remember("overrides", overrides.empty() ? "" : std::filesystem::absolute(overrides).string());
}

}  // namespace halo::grader::cli
