#pragma once
// The output of compiler and linker, in the student's terms.

#include <string>
#include <string_view>

#include "machine/errors.hpp"

namespace halo::grader::judging {

/// Paths of the sandbox cut down to the file's name: `/src/conv2d_tiled.cu:17` becomes `conv2d_tiled.cu:17`.
std::string without_folders(std::string_view output);

/// The first error: its line as headline, the source line as where; warnings before it are passed over. A compiler that broke down came to a limit. `file` is the
/// submission's name, `output` stderr.
Message first_error(std::string_view output, const std::string& file);

/// Without what a compiler that broke down says to its makers.
std::string without_bug_report(const std::string& output);

/// Why an object that compiled could not be linked.
Message link_error(std::string_view output, const std::string& file);

}  // namespace halo::grader::judging
