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
#include <unistd.h>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "harness/lab.hpp"
#include "timing/apart.hpp"
#include "timing/contestant.hpp"
#include "timing/contest.hpp"
#include "timing/speed.hpp"
#include "timing/speed_json.hpp"

namespace {

using namespace halo;
using namespace halo::timing;

constexpr const char* kUsage = "usage: timer [--rounds=N] [--apart] [--json] FUNCTIONS.so [SOLUTION.so]     --apart: each in a process of its own\n"
                               "       timer --serve [FUNCTIONS.so]          such a process; without a library it has the basic kernel\n";
constexpr const char *kCopy = "a copy", *kNothing = "nothing";
constexpr std::uint64_t kSeed = 1;

struct Options {
    unsigned rounds = 21;
    bool apart = false, json = false, serve = false;
    std::string functions, solution;                ///< libraries
};

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
        : from_(std::max(elements_of(bytes), kCaches * l2_bytes / sizeof(float))), to_(std::max<std::size_t>(elements_of(bytes), 1))
    {
        arrays_ = {.size = {}, .device = {from_.data(), to_.data()}, .elements = {from_.size(), to_.size()}, .host = {}};
    }
    const lab::CardArrays& arrays() const { return arrays_; }
    char* own() { return reinterpret_cast<char*>(to_.data()); }     ///< a place that no function knows
    void flush() { CUDA_CHECK(cudaMemset(from_.data(), 0, from_.size() * sizeof(float))); }

private:
    static constexpr std::size_t kCaches = 4;
    static std::size_t elements_of(double bytes) { return std::size_t(bytes / 2 / sizeof(float)); }

    DeviceBuffer<float> from_, to_;
    lab::CardArrays arrays_;
};

void copy(const lab::CardArrays& a) { CUDA_CHECK(cudaMemcpyAsync(a.device[1], a.device[0], a.elements[1] * sizeof(float), cudaMemcpyDeviceToDevice)); }

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

/// A function that takes part, with what it is called with.
struct Entrant {
    std::string name, library;                      ///< no library: the basic kernel
    const lab::CardArrays& arrays;
    std::function<std::uint64_t()> wrong;
};

/// In this process, one after the other.
Contestant beside_us(const Entrant& entrant, const lab::CardCaller& caller)
{
    return {entrant.name, [&arrays = entrant.arrays, caller] { caller(arrays), finish(); }, entrant.wrong};
}

std::shared_ptr<Apart> process_of(const Entrant& entrant, const std::string& function)
{
    std::vector<std::string> words = {"/proc/self/exe", "--serve"};
    if (!entrant.library.empty()) words.push_back(entrant.library);
    return std::make_shared<Apart>(words, function, entrant.arrays);
}

/// How long this process waits for its turn on the card after another one has answered: longer than it takes when all is done, if work was left for
/// later.
class Waits {
public:
    Waits(char* d_own, Apart& idle) : d_own_(d_own)
    {
        constexpr int kTries = 20;
        constexpr double kMargin = 1.5;
        for (int i = 0; i < kTries; ++i) idle.idle(), usual_ = std::max(usual_, wait());
        usual_ *= kMargin;
    }
    double beyond_usual() const { return std::max(0.0, wait() - usual_); }

private:
    double wait() const
    {
        const double begin = now();
        CUDA_CHECK(cudaMemset(d_own_, 0, 1));
        finish();
        return now() - begin;
    }

    char* d_own_;
    double usual_ = 0;
};

/// In a process of its own.
Contestant apart_from_us(const Entrant& entrant, const std::shared_ptr<Apart>& process, const Waits& waits)
{
    return {entrant.name, [process, &arrays = entrant.arrays] { process->call(arrays); }, entrant.wrong, [process] { process->idle(); },
            [&waits] { return waits.beyond_usual(); }};
}

Speed speed_on_card(const lab::FunctionEntry& entry, const lab::OnCard& on, const cudaDeviceProp& card, const Options& options)
{
    const Fitting fit = fitting(on);
    const std::unique_ptr<lab::CardTask> work = entry.new_task(fit.size);
    Copies copies(fit.bytes, std::size_t(card.l2CacheSize));
    const auto wrong = [&] { return work->wrong(); };
    std::vector<Entrant> entrants = {{entry.name, options.functions, work->arrays(), wrong}};
    if (on.basic.name != entry.name && entry.new_basic) entrants.push_back({on.basic.name, "", work->basic_arrays(), [&] { return work->basic_wrong(); }});
    if (!options.solution.empty()) entrants.push_back({"the solution", options.solution, work->arrays(), wrong});

    const Entrant copied{kCopy, "", copies.arrays(), {}};
    const Entrant idle{kNothing, "", copies.arrays(), {}};
    std::vector<Contestant> contestants;
    std::optional<Waits> waits;
    if (options.apart) {
        const auto nothing = process_of(idle, kNothing);
        waits.emplace(copies.own(), *nothing);
        for (const Entrant& entrant : entrants) contestants.push_back(apart_from_us(entrant, process_of(entrant, entry.name), *waits));
        contestants.push_back(apart_from_us(copied, process_of(copied, kCopy), *waits));
        contestants.push_back(apart_from_us(idle, nothing, *waits));
    } else {
        for (const Entrant& entrant : entrants)
            contestants.push_back(beside_us(entrant, entrant.library.empty() ? entry.new_basic(fit.size) : Library(entrant.library).caller(entry.name)));
        contestants.push_back(beside_us(copied, copy));
    }
    const Task task{.prepare = [&](std::uint64_t seed) { work->fill(seed), copies.flush(), finish(); }, .seconds = now};

    const Setting setting{.card = card.name, .size = entry.kind->describe(fit.size), .bytes = fit.bytes};
    const auto turns = contest(task, contestants, options.rounds, kSeed);
    return speed_of(entry.name, turns, setting, kCopy, kNothing);
}

void print(const Speed& speed, bool json)
{
    if (json) {
        fmt::print("{}\n", to_json(speed));
        return;
    }
    const std::vector<std::string> lines = sentences(speed);
    fmt::print("{}\n", lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) fmt::print("  {}\n", lines[i]);
}

/// One function whose process is gone says nothing about the others.
void time_function(const lab::FunctionEntry& entry, const lab::OnCard& on, const cudaDeviceProp& card, const Options& options)
try {
    print(speed_on_card(entry, on, card, options), options.json);
} catch (const Gone& gone) {
    fmt::print("{}\n", options.json ? gone_json(entry.name, gone.what()) : fmt::format("{}: no time: {}", entry.name, gone.what()));
}

int time_all(const Options& options)
{
    const cudaDeviceProp properties = card();
    bool first = true;
    for (const lab::FunctionEntry& entry : lab::the_lab().functions) {
        const auto measured = measured_size(entry.name);
        const auto on = measured ? entry.kind->on_card(*measured) : std::nullopt;
        if (!entry.new_task || !on) continue;
        if (std::exchange(first, false) && !options.json) fmt::print("on an {}, {}, {} rounds in turns:\n", properties.name, entry.kind->describe(on->size), options.rounds);
        std::fflush(stdout);                        // before a process is started
        time_function(entry, *on, properties, options);
    }
    return 0;
}

/// What the function prints must not be taken for an answer.
int serve_one(const std::string& library)
{
    const int answers = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    serve(STDIN_FILENO, answers, [&](const std::string& function, const lab::Size& size) {
        if (function == kCopy) return lab::CardCaller(copy);
        if (function == kNothing) return lab::CardCaller([](const lab::CardArrays&) {});
        if (!library.empty()) return Library(library).caller(function);
        const lab::FunctionEntry* entry = lab::the_lab().find(function);
        if (entry == nullptr || !entry->new_basic) throw NoContestant("this lab has no function " + function + " that can be timed");
        return entry->new_basic(size);
    });
    return 0;
}

Options options_from(const std::vector<std::string>& words)
{
    constexpr std::string_view kRounds = "--rounds=";
    Options options;
    for (const std::string& word : words) {
        if (word.starts_with(kRounds)) options.rounds = unsigned(std::stoul(word.substr(kRounds.size())));
        else if (word == "--apart") options.apart = true;
        else if (word == "--json") options.json = true;
        else if (word == "--serve") options.serve = true;
        else (options.functions.empty() ? options.functions : options.solution) = word;
    }
    return options;
}

}  // namespace

int main(int argc, char** argv)
try {
    const Options options = options_from({argv + 1, argv + argc});
    if (!lab::lab_is_stated || (options.functions.empty() && !options.serve) || options.rounds == 0) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    return options.serve ? serve_one(options.functions) : time_all(options);
} catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
}
