#pragma once

#include <span>
#include <string>
#include <string_view>

namespace halo::grader {

/// The name that was probably meant: the one that the fewest edits turn into `name`, if they are few. Empty otherwise.
std::string nearest(std::string_view name, std::span<const std::string> names);

}  // namespace halo::grader
