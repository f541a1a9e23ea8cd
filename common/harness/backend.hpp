#pragma once
// What runs the kernels: the CPU engine, which counts and watches, or a card, which has a clock.

#include <cstddef>
#include <functional>
#include <string>

#include "harness/facts.hpp"

namespace halo::lab {

/// Once, before the first call. Says in three lines why nothing can run here; empty when all is well.
std::string prepare_backend();

/// Before all else: reads the settings in the environment, and takes the order of threads that was asked for, if any was.
/// Says in three lines why it can't; empty when all is well.
std::string choose_order(const std::string& order);

/// Runs the function under test between two looks at the backend. Exceptions and CUDA errors end up in the facts.
Facts observe(const std::function<void()>& function);

/// Elements to put around device arrays: the engine sees each access outside by itself, a card sees none.
std::size_t device_guard();

/// Can the process go on after these facts? Not when a kernel never ended, nor when the card gave up.
bool usable_after(const Facts& facts);

}  // namespace halo::lab
