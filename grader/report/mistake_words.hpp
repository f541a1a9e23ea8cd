#pragma once
// What an instructor calls a kind of mistake.

#include <string_view>

#include "findings/mistake.hpp"

namespace halo::grader::report {

/// `ghost elements do not count as 0`. The compiler asks for the words of a new key.
std::string_view words(halo::Key key);

}  // namespace halo::grader::report
