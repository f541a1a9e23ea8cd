#pragma once
// The manifest has all labs; `make grade` builds those of its course, a platform's package one.

#include <string>
#include <vector>

#include "course/manifest.hpp"

namespace halo::grader::judging {

/// Its judge and what submissions are linked with are there.
bool is_built(const course::LabBuild& lab);

/// Throws UsageError, with the command that builds them, if some of `labs` are not built.
void demand_built(const std::vector<course::LabBuild>& labs);

/// As functions_of(), but none of a lab that is not built: for a check of what can be checked.
std::vector<std::string> functions_if_built(const course::LabBuild& lab);

}  // namespace halo::grader::judging
