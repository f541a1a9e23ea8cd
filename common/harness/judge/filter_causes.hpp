#pragma once
// Why a kernel left the filter's array: a weight's index, an array that is too short, or arguments of the launch in each other's place.

#include <optional>
#include <string_view>

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "kinds/judged.hpp"

namespace halo::lab {

/// Does the student's name of an array hold this word, in small letters: is `d_Filter` a `filter`?
bool names(std::string_view array, std::string_view word);

/// Nothing if the array is not the filter's, or was not left.
std::optional<Diagnosis> outside_of_filter(const Geometry& geometry, const Finding& finding);

}  // namespace halo::lab
