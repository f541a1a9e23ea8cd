#include "harness/endings.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace halo::lab {

namespace {

struct Signal {
    std::string_view number, name, meaning, attempt;
};

constexpr std::array<Signal, 7> kSignals = {{
    {"11", "SIGSEGV", "an address that it may not use",
     "which host code follows a device pointer, or runs past a host array?"},
    {"7", "SIGBUS", "an address that does not exist", "was a pointer overwritten?"},
    {"6", "SIGABRT", "it gave up by itself", "look for an assert, an exception nobody catches, or memory freed twice"},
    {"8", "SIGFPE", "a division by zero", "which divisor can be 0: a size, a number of blocks?"},
    {"4", "SIGILL", "an instruction that cannot be run", "does a function that returns a value end without `return`?"},
    {"9", "SIGKILL", "it was stopped from outside", "does it ask for far more memory or time than it needs?"},
    {"31", "SIGSYS", "it asked the system for something that is forbidden here",
     "a lab needs no files, no network and no other programs"},
}};

}  // namespace

Ending ending(const std::string& function, const std::string& ended, const std::string& during)
{
    if (ended == "timeout")
        return {Verdict::timeout,
                {function + ": did not end in time", during,
                 "look for a loop in host code that never ends; a kernel's would have been named"},
                "endless"};
    if (ended == "memory")
        return {Verdict::memory_limit,
                {function + ": asked for more memory than it may have", during,
                 "look for an allocation in a loop, or a size that went wrong: count bytes and elements"},
                "memory_limit"};
    if (ended == "output")
        return {Verdict::crash,
                {function + ": wrote more output than it may", during, "look for a printf in a loop or in a kernel"},
                "crash"};
    if (ended.starts_with("signal:")) {
        const std::string number = ended.substr(7);
        for (const Signal& signal : kSignals)
            if (signal.number == number)
                return {Verdict::crash,
                        {fmt::format("{}: the program died of {}: {}", function, signal.name, signal.meaning), during,
                         std::string(signal.attempt)},
                        "crash"};
        return {Verdict::crash,
                {fmt::format("{}: the program died of signal {}", function, number), during,
                 "run `make` again after the next change; it shows the call that dies"},
                "crash"};
    }
    const std::string code = ended.starts_with("exit:") ? ended.substr(5) : ended;
    return {Verdict::crash,
            {fmt::format("{}: the program ended before its results were complete", function),
             fmt::format("exit code {}{}{}", code, during.empty() ? "" : ", ", during),
             "remove calls of exit(): a function must return to its caller"},
            "crash"};
}

Ending unreadable(const std::string& function, const std::string& damage)
{
    return {Verdict::crash,
            {function + ": the results arrived damaged",
             "the program wrote into a channel that is not its own" + (damage.empty() ? "" : "; " + damage),
             "print with printf only; leave other file descriptors alone"},
            "crash"};
}

}  // namespace halo::lab
