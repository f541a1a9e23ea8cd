#pragma once
// The file name of a student's page.

#include <string>
#include <vector>

#include "gradebook/table.hpp"

namespace halo::grader::report {

/// One for each row, in order, without `.html`: ASCII letters, digits, `-`, `_` and `.` only, so that it needs no escaping in a link and exists on every disk.
/// Unique, also where upper and lower case are the same. It depends on the student's folder name alone, unless another student's would be the same:
/// then both end in a digest of the folder's name.
std::vector<std::string> page_names(const gradebook::Table& table);
/// The same for these folders' names.
std::vector<std::string> page_names(const std::vector<std::string>& students);

}  // namespace halo::grader::report
