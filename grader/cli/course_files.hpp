#pragma once
// The files that say what a course asks and what was decided by hand: options of every command that shows points.

#include <filesystem>

#include "cli/options.hpp"
#include "course.hpp"

namespace halo::grader::cli {

struct CourseFiles {
    std::filesystem::path course = HALO_COURSE;
    std::filesystem::path overrides;        ///< empty: overrides.toml beside the course file, if it is there

    void declare(Options& options)
    {
        options.path("--course", course, "Labs, points, deadlines and credit [the course.toml of this workbook]")
            .path("--overrides", overrides, "Points and comments by hand [overrides.toml beside the course file, if it is there]");
    }
    Course read() const { return read_course(course, overrides); }
};

}  // namespace halo::grader::cli
