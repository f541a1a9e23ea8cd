#pragma once
// What runs the kernels: the CPU engine, which counts and watches, or a GPU, which has a clock.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "findings/input_use.hpp"
#include "findings/trace.hpp"
#include "harness/wire/facts.hpp"
#include "kinds/calling.hpp"

namespace halo::lab {

/// Called once, before the first call. Returns a three-line message if nothing can run here, else an empty string.
std::string prepare_backend();

/// Called before anything else: reads the settings in the environment, and sets the requested order of threads, if any.
/// Returns a three-line message if that fails, else an empty string.
std::string choose_order(const std::string& order);

/// Runs the function under test and records what the backend saw. Exceptions and CUDA errors become part of the facts.
Facts observe(const std::function<void()>& function);

/// Records who stores what during the following calls; true if this backend can.
bool record_stores();
/// Records what the threads of one block load and store; then the same call must be made again. `launch`: as in Stored.
void record_block(unsigned launch, const Index3& block);
/// The calls that follow are not recorded. What was recorded stays.
void stop_recording();
/// Who stored this byte last, and what that thread had loaded before. Nothing where nothing was recorded.
std::optional<Stored> last_store(const void* address);
std::vector<Loaded> loads_before_store(const void* address);
/// What the threads of the recorded block did. Its kernel is empty where nothing was recorded.
BlockTrace recorded_block();
/// The launches and copies that were recorded.
std::vector<HostStep> host_steps();
/// Counts the requests of the calls that follow line by line, where this backend can.
void count_lines(bool on);
/// Memory holds other numbers in the calls that follow, wherever no counted access looks, and their facts have a proof; where this backend can.
void prove(bool on);
/// Names a host array of the next call of `observe`.
void name_host_array(const HostArray& array);
/// Follows an array through the next call of `observe`, where this backend can.
void give_array(const GivenArray& array);

/// Elements to put around device arrays: the engine detects every access outside an array, a GPU detects none.
std::size_t device_guard();

/// Does it count what kernels do?
bool counts();

/// Can the process go on after these facts? Not when a kernel never ended, nor after an error of the GPU.
bool usable_after(const Facts& facts);

}  // namespace halo::lab
