#pragma once
// A map of what is wrong in an output, small enough to be drawn.

#include <optional>
#include <span>
#include <string>

#include "findings/wrong_output.hpp"
#include "kinds/geometry.hpp"

namespace halo::lab {

/// `got` and `want` are equally long; `tolerance` as in compare(). Elements that lie together (the bytes of a pixel) are one.
WrongOutput wrong_output(const Output& output, const std::string& call, std::span<const float> got, std::span<const float> want, double tolerance,
                         const std::optional<Footprint>& footprint);

}  // namespace halo::lab
