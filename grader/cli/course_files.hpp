#pragma once
// The files that say what a course asks and what was decided by hand: options of every command that shows points.

#include <filesystem>

#include "cli/options.hpp"
#include "course/course.hpp"
#include "record/ledger.hpp"

namespace halo::grader::cli {

/// What is not given is as in the last command that wrote the reports: a course file that was forgotten must not change grades.
struct CourseFiles {
    std::filesystem::path course;           ///< empty: the one that the ledger remembers, else the workbook's own
    std::filesystem::path overrides;        ///< empty: the one that the ledger remembers, else overrides.toml beside the course file if it is there

    void declare(Options& options);
    /// Fills in what is empty from the ledger in `folder`, if there is one.
    void complete(const std::filesystem::path& folder);
    void remember(record::Ledger& ledger) const;
    course::Course read() const { return course::read_course(course, overrides); }
};

}  // namespace halo::grader::cli
