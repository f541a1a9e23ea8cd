// timer: times the functions of a lab on this machine's card, in turns with the basic kernel, with a copy, and with the solution if it is given.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
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
#include "harness/lab/cases.hpp"
#include "timing/card_contest.hpp"
#include "timing/card_fault.hpp"
#include "timing/contestant.hpp"
#include "timing/serve.hpp"
#include "timing/speed_json.hpp"

namespace {

using namespace halo;
using namespace halo::timing;

constexpr const char* kUsage =
    "usage: timer [--rounds=N] [--most-rounds=N] [--apart] [--json] FUNCTIONS.so [SOLUTION.so]\n"
    "           --apart: each in a process of its own; more rounds than N, up to the most, while an interval is wide\n"
    "       timer --function=NAME --given=TO,FROM [--json] [--solution=SOLUTION.so]\n"
    "           one function, whose process somebody else has started: the descriptors of the pipes to it and from it\n"
    "       timer --list                        the functions that can be timed, a line each; needs no card\n"
    "       timer --serve [FUNCTIONS.so]        a process of --apart; without a library it has the basic kernel\n";

struct Options {
    ContestOptions contest;
    bool json = false, serve = false, list = false;
    std::string function;                           ///< only this one; empty: all
};

cudaDeviceProp card()
{
    int devices = 0, driver = 0;
    cudaError_t status = cudaGetDeviceCount(&devices);
    // Without any driver the runtime says that it is too old.
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) status = cudaErrorNoDevice;
    if (status != cudaSuccess || devices == 0) throw card_fault(status == cudaSuccess ? cudaErrorNoDevice : status, cudaGetErrorString(status), "cudaGetDeviceCount()");
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    if (devices > 1) fmt::print("{} cards: the first one is used; CUDA_VISIBLE_DEVICES chooses another.\n", devices);
    return properties;
}

/// The size of the function's measured case: that of its filter is kept on a card.
std::optional<lab::Size> measured_size(const std::string& function)
{
    const auto& cases = lab::the_lab().cases;
    const auto found = std::ranges::find_if(cases, [&](const lab::Case& c) { return c.measured && c.function == function; });
    return found == cases.end() ? std::nullopt : std::optional(found->sizes.back());
}

/// How the function is timed; nothing if it can't be.
std::optional<lab::OnCard> on_card(const lab::FunctionEntry& entry)
{
    const auto measured = measured_size(entry.name);
    return entry.new_task && measured ? entry.kind->on_card(*measured) : std::nullopt;
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
    print(speed_on_card(entry, on, card, options.contest), options.json);
} catch (const Gone& gone) {
    fmt::print("{}\n", options.json ? gone_json(entry.name, gone.what()) : fmt::format("{}: no time: {}", entry.name, gone.what()));
}

int time_all(const Options& options)
{
    const cudaDeviceProp properties = card();
    bool first = true;
    for (const lab::FunctionEntry& entry : lab::the_lab().functions) {
        const auto on = on_card(entry);
        if (!on || (!options.function.empty() && options.function != entry.name)) continue;
        if (std::exchange(first, false) && !options.json)
            fmt::print("on an {}, {}, {} rounds in turns:\n", properties.name, entry.kind->describe(on->size), options.contest.rounds);
        std::fflush(stdout);                        // before a process is started
        time_function(entry, *on, properties, options);
    }
    return 0;
}

int list_all()
{
    for (const lab::FunctionEntry& entry : lab::the_lab().functions)
        if (on_card(entry)) fmt::print("{}\n", entry.name);
    return 0;
}

int serve_one(const std::string& library)
{
    serve(STDIN_FILENO, answers_instead_of_stdout(), [&](const std::string& function, const lab::Size& size) {
        if (function == kCopy) return copy_caller();
        if (function == kNothing) return lab::CardCaller([](const lab::CardArrays&) {});
        if (!library.empty()) return Library(library).caller(function);
        const lab::FunctionEntry* entry = lab::the_lab().find(function);
        if (entry == nullptr || !entry->new_basic) throw NoContestant("this lab has no function " + function + " that can be timed");
        return entry->new_basic(size);
    });
    return 0;
}

/// What follows `name=` in a word; nothing if it begins differently.
std::optional<std::string> value_of(std::string_view name, const std::string& word)
{
    return word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=' ? std::optional(word.substr(name.size() + 1)) : std::nullopt;
}

Options options_from(const std::vector<std::string>& words)
{
    Options options;
    ContestOptions& contest = options.contest;
    for (const std::string& word : words) {
        if (const auto rounds = value_of("--rounds", word)) contest.rounds = unsigned(std::stoul(*rounds));
        else if (const auto most = value_of("--most-rounds", word)) contest.most_rounds = unsigned(std::stoul(*most));
        else if (const auto function = value_of("--function", word)) options.function = *function;
        else if (const auto solution = value_of("--solution", word)) contest.solution = *solution;
        else if (const auto given = value_of("--given", word)) {
            contest.given = Channel{std::stoi(*given), std::stoi(given->substr(given->find(',') + 1))};
            contest.apart = true;
        } else if (word == "--apart") contest.apart = true;
        else if (word == "--json") options.json = true;
        else if (word == "--serve") options.serve = true;
        else if (word == "--list") options.list = true;
        else (contest.functions.empty() ? contest.functions : contest.solution) = word;
    }
    return options;
}

/// A process is given for one function, a library for all.
bool make_sense(const Options& options)
{
    const ContestOptions& contest = options.contest;
    const bool named = contest.given ? !options.function.empty() : !contest.functions.empty();
    return lab::lab_is_stated && contest.rounds > 0 && (options.list || options.serve || named);
}

}  // namespace

int main(int argc, char** argv)
try {
    std::signal(SIGPIPE, SIG_IGN);                  // a contestant that is gone is an answer, too
    const Options options = options_from({argv + 1, argv + argc});
    if (!make_sense(options)) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    if (options.list) return list_all();
    return options.serve ? serve_one(options.contest.functions) : time_all(options);
} catch (const halo_cuda::CudaError& error) {
    std::fprintf(stderr, "%s\n", card_fault(error.status, cudaGetErrorString(error.status), error.call).what());
    return 1;
} catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 1;
}
