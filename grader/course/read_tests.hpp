#pragma once
// From a lab's table in course.toml to what it says of tests. Apart from tests_of_course.hpp, which many include who read no TOML.

#include <functional>
#include <string>

#include <toml++/toml.h>

#include "course/tests_of_course.hpp"

namespace halo::grader::course {

/// Of one lab's table in course.toml: its keys `tests` and `points_of_tests`. `place` says where a node is. Throws UsageError for what makes no sense.
TestsOfLab read_tests(const toml::table& lab, const std::function<std::string(const toml::node&)>& place);

}  // namespace halo::grader::course
