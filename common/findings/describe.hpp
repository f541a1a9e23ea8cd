#pragma once
// What a watcher found, in words. Findings are facts; here, and only here, they become sentences.

#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.hpp"
#include "findings/verdict.hpp"

namespace halo {

/// The message of a finding. The headline begins with `file:line:` when the place is known (base name only),
/// else with the kernel's name. `extent` replaces the array's shape as a description of its size: `31 rows of 35 elements`.
Message describe(const Finding& finding, std::string_view extent = {});

/// `tiled.cu:24`
std::string describe(const Place& place);

/// One message for all arrays that a function did not free.
Message describe_leaks(const std::vector<Finding>& leaks);

/// An index that wrapped round: threadIdx.x is unsigned, and 0 - 1 is 2³² - 1.
bool went_below_zero(const Finding& finding);

/// An access of several elements of which the first lies inside its array, and the last past its end.
bool begins_inside(const Finding& finding);

/// `(16,4)`; with z only where it is not 0.
std::string index(const Index3& index);

/// Are these the same cause, seen in two calls?
bool same_cause(const Finding& a, const Finding& b);

}  // namespace halo
