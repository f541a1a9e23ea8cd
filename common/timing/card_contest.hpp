#pragma once
// A contest on a card: sizes that fit, caches that hold nothing, processes, the clock.

#include <optional>
#include <string>

#include <cuda_runtime.h>

#include "harness/lab/cases.hpp"
#include "timing/apart.hpp"
#include "timing/speed.hpp"

namespace halo::timing {

inline constexpr const char *kCopy = "a copy", *kNothing = "nothing";

/// Copies the first of two arrays.
lab::CardCaller copy_caller();

struct ContestOptions {
    unsigned rounds = 21, most_rounds = 21;         ///< more than `rounds` only while an interval is wide
    bool apart = false;
    std::string functions, solution;                ///< libraries; no solution: empty
    std::optional<Channel> given;                   ///< of a process that has the functions, started by somebody else
};

/// Throws Gone when a contestant's process is gone, Fault when the card is too small, CudaError when it fails.
Speed speed_on_card(const lab::FunctionEntry& entry, const lab::OnCard& on, const cudaDeviceProp& card, const ContestOptions& options);

}  // namespace halo::timing
