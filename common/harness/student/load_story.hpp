#pragma once
// The loads of the thread that stored a wrong output, line by line, up to the place where its sum parts from the right one.

#include <optional>
#include <string>
#include <vector>

#include "findings/footprint.hpp"
#include "findings/history.hpp"
#include "kinds/geometry.hpp"
#include "kinds/inputs.hpp"

namespace halo::lab {

/// `inputs`: of the call that was recorded; the first array is the one that is summed, the second its weights.
std::string load_story(const std::vector<Loaded>& loads, const std::optional<Footprint>& footprint, const Inputs& inputs, const Output& output);

}  // namespace halo::lab
