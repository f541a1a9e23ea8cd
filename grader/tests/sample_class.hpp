#pragma once
// A class whose pages show everything that a student's page can show, without a run.

#include <string>

#include "report/student_page.hpp"

namespace halo::grader::test {

/// Two labs. `ada` passed, late, with speeds, predictions and points by hand; `ben` has every verdict there is; `mia` has nothing known about her.
gradebook::Table sample_class();

/// conv2d_tiled.cu as all of them handed it in: a line of 10,000 columns, tabs, and `<script>` in line 12.
std::string sample_source();
report::Sources sample_sources();

}  // namespace halo::grader::test
