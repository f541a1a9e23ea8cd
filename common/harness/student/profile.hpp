#pragma once
// `make profile`: what the kernels counted.

namespace halo::lab {

/// Prints, for `--profile`, the counters of every measured case beside the closed form and beside the reader's predictions, and
/// what its lines do with memory. What waits for a prediction is left out. Returns the exit code.
int print_profile();
/// The predictions and what was counted, as JSON: halo/profile/1. What waits for a prediction is null, as are the counts of a function that does not pass.
int print_predictions();

/// Prints, for `--bounds`, what programs read: a line for each function and card with its name, the card's, the size there, the bound in seconds, its
/// resource, the limiter, the kernel that it is compared with and the number of clear differences, tab-separated. Returns the exit code.
int print_bounds();

}  // namespace halo::lab
