#include "findings/predicted.hpp"

#include <cmath>

#include <fmt/format.h>

namespace halo {

std::optional<double> counted(std::string_view name, const std::optional<Counters>& counters, const std::optional<double>& reuse_ratio)
{
    if (name == kRatio) return reuse_ratio;
    std::optional<double> found;
    if (counters)
        for_each_counter([&](const char* counter, auto member) {
            if (name == counter) found = double((*counters).*member);
        });
    return found;
}

bool possible(double value, std::string_view counter)
{
    constexpr double kLargest = 9007199254740992.0;
    return value >= 0 && value <= kLargest && (counter == kRatio || value == std::floor(value));
}

std::string number_shown(double value)
{
    return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

std::string how_far_off(double predicted, double measured)
{
    if (number_shown(predicted) == number_shown(measured)) return "right";
    if (measured == 0) return "there are none";
    if (predicted == 0) return "too low";

    const bool too_high = predicted > measured;
    const double factor = too_high ? predicted / measured : measured / predicted;
    if (factor >= 2) return fmt::format("{} times {}", factor < 10 ? fmt::format("{:.1f}", factor) : fmt::format("{:.0f}", factor), too_high ? "too high" : "too low");
    const double percent = 100 * std::abs(predicted - measured) / measured;
    const std::string off = percent < 0.1 ? "less than 0.1" : fmt::format("{:.{}f}", percent, percent < 10 ? 1 : 0);
    return fmt::format("{}{} % too {}", percent <= 1 ? "close, " : "", off, too_high ? "high" : "low");
}

std::string compare_numbers(double predicted, double measured)
{
    return fmt::format("predicted {}, measured {}: {}", number_shown(predicted), number_shown(measured), how_far_off(predicted, measured));
}

}  // namespace halo
