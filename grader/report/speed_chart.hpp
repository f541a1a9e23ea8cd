#pragma once
// Speeds of a lab as a drawing.

#include <cstddef>
#include <string>

#include "gradebook/table.hpp"

namespace halo::grader::report {

/// One SVG for a lab of the table: for each function a row per student, the fastest first, with a dot for the median and a line for its interval. Empty if nothing
/// was timed. Every byte from a student is escaped.
std::string speed_chart(const gradebook::Table& table, std::size_t lab);

}  // namespace halo::grader::report
