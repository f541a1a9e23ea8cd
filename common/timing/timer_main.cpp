// timer: times the functions of a lab on this machine's card, in turns with the basic kernel, with a copy, and with the solution if it is given.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuda_runtime.h>
#include <fmt/format.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "harness/lab.hpp"
#include "timing/contestant.hpp"
#include "timing/contest.hpp"
#include "timing/speed.hpp"

namespace {

using namespace halo;
using namespace halo::timing;

constexpr const char* kUsage = "usage: timer [--rounds=N] FUNCTIONS.so [SOLUTION.so]\n";
constexpr const char* kCopy = "a copy";
constexpr std::uint64_t kSeed = 1;

/// What happened, where, what to try.
struct Fault : std::runtime_error {
    Fault(const std::string& what, const std::string& where, const std::string& attempt)
        : std::runtime_error(fmt::format("{}\n  where: {}\n  try:   {}", what, where, attempt))
    {
    }
};

cudaDeviceProp card()
{
    int devices = 0;
    const cudaError_t status = cudaGetDeviceCount(&devices);
    int driver = 0;
    if (status == cudaErrorInsufficientDriver && cudaDriverGetVersion(&driver) == cudaSuccess && driver > 0)
        throw Fault("no time was taken: this card's driver is older than the CUDA Toolkit that compiled your file", "cudaGetDeviceCount()",
                    "update the driver, or install an older toolkit; nvidia-smi shows the newest that the driver runs");
    if (status != cudaSuccess || devices == 0)
        throw Fault("no time was taken: no GPU can be used", fmt::format("cudaGetDeviceCount(): {}", cudaGetErrorString(status)), "look at nvidia-smi");
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    if (devices > 1) fmt::print("{} cards: the first one is used; CUDA_VISIBLE_DEVICES chooses another.\n", devices);
    return properties;
}

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Two arrays that are copied in turn with the functions: together as many bytes as must move. Filling one of them leaves nothing else in L2.
class Copies {
public:
    Copies(double bytes, std::size_t l2_bytes)
        : copied_(std::size_t(bytes / 2)), from_(std::max(copied_, kCaches * l2_bytes)), to_(std::max<std::size_t>(copied_, 1))
    {
    }
    void copy() { CUDA_CHECK(cudaMemcpyAsync(to_.data(), from_.data(), copied_, cudaMemcpyDeviceToDevice)); }
    void flush() { CUDA_CHECK(cudaMemset(from_.data(), 0, from_.size())); }

private:
    static constexpr std::size_t kCaches = 4;
    std::size_t copied_;
    DeviceBuffer<char> from_, to_;
};

/// A size whose arrays, and those of the copy, fit in the card's free memory: halved along its longer side until they do.
struct Fitting {
    lab::Size size;
    double bytes;
};

Fitting fitting(const lab::OnCard& on)
{
    constexpr double kShare = 0.9, kCopies = 2.1;
    std::size_t free_bytes = 0, all_bytes = 0;
    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
    Fitting fit{on.size, on.bytes};
    for (; fit.bytes * kCopies > kShare * double(free_bytes); fit.bytes /= 2) {
        int& longer = fit.size.width >= fit.size.height ? fit.size.width : fit.size.height;
        if (longer < 2) break;
        longer /= 2;
    }
    return fit;
}

/// The size of the function's measured case: that of its filter is kept on a card.
std::optional<lab::Size> measured_size(const std::string& function)
{
    const auto& cases = lab::the_lab().cases;
    const auto found = std::ranges::find_if(cases, [&](const lab::Case& c) { return c.measured && c.function == function; });
    return found == cases.end() ? std::nullopt : std::optional(found->sizes.back());
}

/// Waits for all of the device, whatever streams were used.
void finish() { CUDA_CHECK(cudaDeviceSynchronize()); }

void time_function(const lab::FunctionEntry& entry, const lab::OnCard& on, const cudaDeviceProp& card, unsigned rounds, const Library& functions,
                   const Library* solution)
{
    const Fitting fit = fitting(on);
    const std::unique_ptr<lab::CardTask> work = entry.new_task(fit.size);
    Copies copies(fit.bytes, std::size_t(card.l2CacheSize));
    const lab::CardCaller basic = work->basic(), own = functions.caller(entry.name);

    const auto called = [&](const lab::CardCaller& caller) { return [&work, caller] { caller(work->arrays()), finish(); }; };
    std::vector<Contestant> contestants = {{kCopy, [&] { copies.copy(), finish(); }, false}, {entry.name, called(own)}};
    if (basic && work->basic_name() != entry.name) contestants.push_back({work->basic_name(), called(basic)});
    if (solution != nullptr) contestants.push_back({"the solution", called(solution->caller(entry.name))});
    const Task task{.prepare = [&](std::uint64_t seed) { work->fill(seed), copies.flush(), finish(); }, .wrong = [&] { return work->wrong(); }, .seconds = now};

    const Setting setting{.card = card.name, .size = entry.kind->describe(fit.size), .bytes = fit.bytes};
    const auto turns = contest(task, contestants, rounds, kSeed);
    const std::vector<std::string> lines = sentences(speed_of(entry.name, turns, setting, kCopy));
    fmt::print("{}\n", lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) fmt::print("  {}\n", lines[i]);
}

int time_all(unsigned rounds, const Library& functions, const Library* solution)
{
    const cudaDeviceProp properties = card();
    bool first = true;
    for (const lab::FunctionEntry& entry : lab::the_lab().functions) {
        const auto measured = measured_size(entry.name);
        const auto on = measured ? entry.kind->on_card(*measured) : std::nullopt;
        if (!entry.new_task || !on) continue;
        if (std::exchange(first, false)) fmt::print("on an {}, {}, {} rounds in turns:\n", properties.name, entry.kind->describe(on->size), rounds);
        time_function(entry, *on, properties, rounds, functions, solution);
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv)
try {
    unsigned rounds = 21;
    std::vector<std::string> libraries;
    for (int i = 1; i < argc; ++i) {
        constexpr std::string_view kRounds = "--rounds=";
        const std::string_view word = argv[i];
        if (word.starts_with(kRounds)) rounds = unsigned(std::stoul(std::string(word.substr(kRounds.size()))));
        else libraries.emplace_back(word);
    }
    if (!lab::lab_is_stated || libraries.empty() || libraries.size() > 2 || rounds == 0) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    const Library functions(libraries[0]);
    std::optional<Library> solution;
    if (libraries.size() > 1) solution.emplace(libraries[1]);
    return time_all(rounds, functions, solution ? &*solution : nullptr);
} catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
}
