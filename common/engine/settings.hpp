#pragma once
// Names and allowed values of the settings. They arrive as text, from the environment or the command line.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.hpp"
#include "findings/profile_section.hpp"

namespace halo::engine {

struct Setting {
    const char* variable;   ///< environment variable
    const char* option;     ///< option of `cucc run`
    const char* value;      ///< the value's name in the help text; nullptr: the option takes no value
    const char* allowed_values;     ///< allowed values, for the `try:` line
    const char* implied = nullptr;  ///< the value that the option has without one; nullptr: it needs one
    bool separate = false;          ///< the value may also be the next word, as compute-sanitizer has it
};

inline constexpr Setting kOrder{"HALO_ORDER", "--order", "ORDER", "forward, reverse, or random:SEED with a whole number"};
inline constexpr Setting kThreads{"HALO_THREADS", "--threads", "N", "a whole number from 1 to 1024"};
inline constexpr Setting kTimeLimit{"HALO_LAUNCH_LIMIT", "--time-limit", "S", "whole seconds from 1 to 86400"};
inline constexpr Setting kDeviceMemory{"HALO_DEVICE_MEMORY", "--device-memory", "BYTES", "whole bytes from 1048576 to 1099511627776"};
inline constexpr Setting kSameValue{"HALO_SAME_VALUE", "--report-same-value-writes", nullptr, "report, or nothing", "report"};
inline constexpr Setting kErrorExitCode{"HALO_ERROR_EXITCODE", "--error-exitcode", "N", "a whole number from 0 to 255; 0: the program's own exit code", nullptr, true};

inline constexpr Setting kProfile{"HALO_PROFILE", "--profile", "BY", "kernels, launches or lines", "kernels"};
inline constexpr Setting kProfileFormat{"HALO_PROFILE_FORMAT", "--profile-format", "FORMAT", "text, csv or json"};
inline constexpr Setting kProfileSection{"HALO_PROFILE_SECTION", "--section", "NAMES", "launch, global, shared, constant, warps, speed, or several with commas between"};
inline constexpr Setting kProfileOutput{"HALO_PROFILE_OUTPUT", "--profile-output", "FILE", "the name of a file"};

enum class ProfileBy { kernels, launches, lines };
enum class ProfileFormat { text, csv, json };

struct ThreadOrder {
    Order order = Order::forward;
    std::uint64_t seed = 0;
};

/// Empty if the text is not a number from `least` to `most`.
inline std::optional<std::uint64_t> number_from(std::string_view text, std::uint64_t least, std::uint64_t most)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) return {};
    return number;
}

/// Empty if the text does not name an order.
inline std::optional<ThreadOrder> order_from(std::string_view text)
{
    constexpr std::string_view random = "random:";
    if (text == "forward") return ThreadOrder{Order::forward, 0};
    if (text == "reverse") return ThreadOrder{Order::reverse, 0};
    if (!text.starts_with(random)) return {};
    const auto seed = number_from(text.substr(random.size()), 0, UINT64_MAX);
    return seed ? std::optional(ThreadOrder{Order::random, *seed}) : std::nullopt;
}

inline std::optional<std::uint64_t> threads_from(std::string_view text) { return number_from(text, 1, 1024); }
inline std::optional<std::uint64_t> seconds_from(std::string_view text) { return number_from(text, 1, 86400); }

inline std::optional<std::uint64_t> exit_code_from(std::string_view text) { return number_from(text, 0, 255); }

inline std::optional<std::uint64_t> memory_from(std::string_view text) { return number_from(text, 1ull << 20, 1ull << 40); }

inline std::optional<ProfileBy> profile_by_from(std::string_view text)
{
    if (text == "kernels") return ProfileBy::kernels;
    if (text == "launches") return ProfileBy::launches;
    return text == "lines" ? std::optional(ProfileBy::lines) : std::nullopt;
}

inline std::optional<ProfileFormat> profile_format_from(std::string_view text)
{
    if (text == "text") return ProfileFormat::text;
    if (text == "csv") return ProfileFormat::csv;
    return text == "json" ? std::optional(ProfileFormat::json) : std::nullopt;
}

/// Whether the engine accepts this value. Both the runtime and cucc ask here.
inline bool understood(const Setting& setting, std::string_view value)
{
    const std::string_view variable = setting.variable;
    if (variable == kOrder.variable) return order_from(value).has_value();
    if (variable == kThreads.variable) return threads_from(value).has_value();
    if (variable == kTimeLimit.variable) return seconds_from(value).has_value();
    if (variable == kDeviceMemory.variable) return memory_from(value).has_value();
    if (variable == kErrorExitCode.variable) return exit_code_from(value).has_value();
    if (variable == kProfile.variable) return profile_by_from(value).has_value();
    if (variable == kProfileFormat.variable) return profile_format_from(value).has_value();
    if (variable == kProfileSection.variable) return profile_sections_from(value).has_value();
    if (variable == kProfileOutput.variable) return !value.empty();
    return value == "report";
}

/// The three-line error for a rejected value. `name`: as the user wrote it; `where`: where it was set.
inline std::string not_understood(const Setting& setting, const std::string& name, std::string_view value, const std::string& where)
{
    return name + "=" + std::string(value) + " is not understood\n  where: " + where + "\n  try:   " + setting.allowed_values + "\n";
}

/// The setting's value in the environment, if it is set. An invalid value ends the program with exit code 2. Runtime only.
std::optional<std::string_view> from_environment(const Setting& setting);

}  // namespace halo::engine
