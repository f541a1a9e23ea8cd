#pragma once
// The known name that a mistyped one probably means.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader {

/// The known name that needs the fewest letters changed, added, left out or swapped; capitals count as small letters. One that `name` is a part of, as 07 is of
/// 07_conv2d_tiled, is near too. Of equally near ones the first. Empty if more than a third of the letters differ, and more than two.
std::string nearest(std::string_view name, std::span<const std::string> known);

/// `did you mean conv1d_design2?`, or, if nothing is near, `otherwise` and the known names: `the keys are points, from`.
std::string did_you_mean(std::string_view name, std::span<const std::string> known, std::string_view otherwise);

}  // namespace halo::grader
