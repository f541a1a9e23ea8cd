#pragma once
// JSON, written and not read. The library that reads it costs a student's first `make` two seconds in each file that includes it.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halo::lab {

/// A value as JSON. Text that is not UTF-8 is written with U+FFFD in place of each wrong byte; no number is null.
std::string to_json(std::string_view text);
std::string to_json(double number);
inline std::string to_json(const std::string& text) { return to_json(std::string_view(text)); }
inline std::string to_json(const char* text) { return to_json(std::string_view(text)); }
inline std::string to_json(std::same_as<bool> auto truth) { return truth ? "true" : "false"; }
template <std::integral T>
    requires(!std::same_as<T, bool>)
std::string to_json(T number)
{
    return std::to_string(number);
}

/// Values that are JSON already.
std::string json_array(const std::vector<std::string>& values);

class JsonObject {
public:
    template <class T>
    JsonObject& add(std::string_view name, const T& value)
    {
        return add_json(name, to_json(value));
    }

    /// The value is JSON already.
    JsonObject& add_json(std::string_view name, std::string_view value);

    std::string text() const { return "{" + members_ + "}"; }

private:
    std::string members_;
};

}  // namespace halo::lab
