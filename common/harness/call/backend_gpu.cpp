#include <cuda_runtime.h>

#include "cuda/timer.hpp"
#include "harness/call/backend.hpp"
#include "harness/call/guarded.hpp"

namespace halo::lab {

std::string prepare_backend()
{
    int devices = 0;
    const cudaError_t status = cudaGetDeviceCount(&devices);
    if (status == cudaSuccess && devices > 0) return {};
    return std::string("no GPU can be used: ")
           + (status == cudaSuccess ? "there is none" : cudaGetErrorString(status))
           + "\n  where: cudaGetDeviceCount()\n  try:   `make` tests the same file without a GPU; for one, check its driver "
             "with nvidia-smi";
}

std::string choose_order(const std::string& order)
{
    if (order.empty()) return {};
    return "--order=" + order + ": a GPU runs threads in its own order\n  where: the command line of the tests\n"
           "  try:   `make ORDER=" + order + "`, on the CPU engine\n";
}

Facts observe(const std::function<void()>& function)
{
    // Leaks are left to the engine, which counts every byte: a GPU's free memory moves in large pages, and shrinks when the
    // driver loads a kernel for its first launch.
    Facts facts;
    EventTimer timer;
    timer.start();
    Thrown thrown;
    try {
        function();
    } catch (...) {
        note_thrown(thrown, [](const auto& copy) { copy(); });
    }
    facts.error = error_after(thrown);
    if (!facts.error) facts.ms = timer.ms();
    return facts;
}

bool record_stores() { return false; }
void record_block(unsigned, const Index3&) {}
BlockTrace recorded_block() { return {}; }
void stop_recording() {}
std::optional<Stored> last_store(const void*) { return {}; }
std::vector<Loaded> loads_before_store(const void*) { return {}; }
std::vector<HostStep> host_steps() { return {}; }
void count_lines(bool) {}
void prove(bool) {}
void name_host_array(const HostArray&) {}
void give_array(const GivenArray&) {}

std::size_t device_guard() { return 256; }

bool counts() { return false; }

bool usable_after(const Facts& facts) { return !facts.error; }

}  // namespace halo::lab
