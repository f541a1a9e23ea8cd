#pragma once
// The page about a whole class.

#include <string>

#include "gradebook/table.hpp"

namespace halo::grader::report {

/// `index.html`: what needs a person, students × labs, points, tests, mistakes, reuse ratios and speeds. One file; links lead to the students' pages beside it.
/// It fetches nothing and runs its own script alone, which only sorts and filters. Every byte from a student is escaped. The same table gives the same bytes.
std::string class_page(const gradebook::Table& table);

}  // namespace halo::grader::report
