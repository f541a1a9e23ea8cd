#include "harness/judge/endings.hpp"

#include <array>
#include <charconv>
#include <string_view>

#include "findings/explain.hpp"

namespace halo::lab {

namespace {

struct Signal {
    int number;
    Mistake mistake;
};

constexpr std::array<Signal, 7> kSignals = {{
    {11, Mistake::died_of_segv},
    {7, Mistake::died_of_bus},
    {6, Mistake::died_of_abort},
    {8, Mistake::died_of_division},
    {4, Mistake::died_of_instruction},
    {9, Mistake::killed},
    {31, Mistake::forbidden_call},
}};

Number number_after(std::string_view text, std::string_view mark)
{
    int value = 0;
    if (!text.starts_with(mark)) return {};
    text.remove_prefix(mark.size());
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) return {};
    return value;
}

Failure failure(const std::string& function, Verdict verdict, const Diagnosis& d, const std::string& during)
{
    const Explanation e = explain(d, {});
    const std::string joint = e.seen.empty() || during.empty() ? "" : ", ";
    return {verdict, d.mistake, {function + ": " + e.name, e.seen + joint + during, e.attempt}};
}

}  // namespace

Failure ending(const std::string& function, const std::string& ended, const std::string& during)
{
    if (ended == "timeout") return failure(function, Verdict::timeout, {Mistake::host_code_endless}, during);
    if (ended == "memory") return failure(function, Verdict::memory_limit, {Mistake::memory_limit}, during);
    if (ended == "output") return failure(function, Verdict::crash, {Mistake::too_much_output}, during);
    if (const Number signal = number_after(ended, "signal:")) {
        for (const Signal& known : kSignals)
            if (known.number == *signal) return failure(function, Verdict::crash, {known.mistake}, during);
        return failure(function, Verdict::crash, {Mistake::died_of_signal, {.signal = signal}}, during);
    }
    return failure(function, Verdict::crash, {Mistake::ended_early, {.exit_code = number_after(ended, "exit:")}}, during);
}

Failure unreadable(const std::string& function, const std::string& damage)
{
    Failure found = failure(function, Verdict::crash, {Mistake::results_damaged}, {});
    if (!damage.empty()) found.message.where += "; " + damage;
    return found;
}

}  // namespace halo::lab
