#pragma once
// What a student gets, for one lab or for all: what every export takes out of the table.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gradebook/table.hpp"

namespace halo::grader::exports {

struct Grade {
    std::optional<double> points;   ///< none where the grader itself failed
    double max_points = 0;
};

/// Of the lab, or of all for an empty `lab`.
Grade grade_of(const gradebook::Row& row, std::string_view lab);

/// nullptr: the run did not grade this lab.
const gradebook::LabCells* lab_of(const gradebook::Row& row, std::string_view lab);

/// The labs to export: the one asked for, or all of the run. Throws UsageError for a lab that the run did not grade.
std::vector<record::RunLab> labs_to_export(const gradebook::Table& table, std::string_view lab);

/// Of a grade without points, for the person who exports it.
std::string why_no_points(const gradebook::Row& row, std::string_view lab);

/// How the points came about, in lines for the student: `conv2d_tiled: 10 of 10, passed`. Plain text, printable.
std::vector<std::string> reasons(const gradebook::LabCells& lab);

}  // namespace halo::grader::exports
