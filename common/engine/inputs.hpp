#pragma once
// Follows a call's numbers to the device and back, so that its caller can tell whether its counts are plausible.

#include "findings/input_use.hpp"

namespace halo::engine {

/// Follows this array through copies and launches, until forget_given_arrays(). Arrays on the device hold their inputs already.
void give_array(const GivenArray& array);
void forget_given_arrays();

/// What became of the arrays since they were given.
InputUse input_use();

}  // namespace halo::engine
