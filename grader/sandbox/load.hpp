#pragma once

#include <string>

/// How busy a machine was while something ran; internal to the sandbox.
namespace halo::grader::sandbox {

/// The share of all processors, 0 to 1, that others used between two texts of /proc/stat, apart from `own_ms` of processor time.
/// 0 if a text is not understood.
double busy_elsewhere(const std::string& before, const std::string& after, double own_ms);

}  // namespace halo::grader::sandbox
