#pragma once
// Is a wrong output the right one for other inputs?

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "kinds/convolution/classify.hpp"
#include "kinds/convolution/met.hpp"

namespace halo {

/// An element of the output of a convolution with these inputs; the sum in double.
float convolved_at(const Convolution& problem, std::span<const float> in, std::span<const float> filter, Spot at);

/// The whole output.
std::vector<float> convolved(const Convolution& problem, std::span<const float> in, std::span<const float> filter);

/// Does the output equal the suspected one, within the tolerance?
bool fits(const WrongConvolution& output, std::span<const float> suspected);

/// Does the output equal the convolution of these inputs? Starts at the first wrong element: nearly every false suspicion fails
/// there, and the other elements need not be computed.
bool computes(const WrongConvolution& output, std::span<const float> in, std::span<const float> filter);

}  // namespace halo
