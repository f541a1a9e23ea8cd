#pragma once
// Checks of a lab's files as text. Each check returns complaints; none means that all is well.

#include <string>
#include <string_view>
#include <vector>

namespace halo::pages {

using Complaints = std::vector<std::string>;

/// TODO(1), TODO(2), … through the file: in order, none missing, none repeated, at least one.
Complaints todos_in_order(std::string_view skeleton);

/// Solving a lab only adds lines: each line of the skeleton is in the solution, in the same order, except for the TODOs.
Complaints solution_only_adds(std::string_view skeleton, std::string_view solution);

/// Every kernel that `source` launches is defined in it. `kernels` of the skeleton are those of the solution.
Complaints launches_what_it_defines(std::string_view source);
std::vector<std::string> kernels(std::string_view source);

/// A lab file includes its own header, <cuda_runtime.h> and "cuda/check.hpp", and nothing else.
Complaints includes_only(std::string_view source, std::string_view header);

/// A lab's header names kRadius, kTile, kMaxFilterWidth and the functions, and nothing else.
Complaints header_names_only(std::string_view header, const std::vector<std::string>& functions);

/// The declaration of `function` in the header, on one line, blanks reduced to one. Empty if there is none.
std::string signature(std::string_view source, std::string_view function);

/// The sections of a lab's page are there and in order, the idea is told at length, the answers to the prediction are
/// only in folds, and those to the exercises nowhere.
Complaints page_is_complete(std::string_view page);

}  // namespace halo::pages
