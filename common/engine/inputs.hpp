#pragma once
// Follows a call's numbers to the device and back, so that its caller can tell whether its counts are plausible.

#include "findings/input_use.hpp"
#include "findings/proof.hpp"

namespace halo::engine {

/// Follows this array through copies and launches, until forget_given_arrays(). Arrays on the device hold their inputs already.
void give_array(const GivenArray& array);
void forget_given_arrays();

/// What became of the arrays since they were given.
InputUse input_use();

/// Of an output on the device with many elements, after a single launch: block by block, in no order. An element that was updated, or of which the block isn't known, is left out.
StoredBy stored_by();

/// While it is on, a kernel that uses memory without a counted access goes wrong: memory holds other numbers, which an access puts right for as long as it takes.
/// Forgets what was seen when switched on. It costs what record_stores() costs, and more.
void prove(bool on);
/// Which elements of the given inputs reached which of the outputs, block by block, since then; asked before the arrays are forgotten.
Proof proof();

}  // namespace halo::engine
