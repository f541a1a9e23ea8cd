#include "harness/json_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace halo::lab {

namespace {

/// Bytes of the character that begins here; 0: it is none. Unicode, table 3-7: the second byte has bounds of its own.
std::size_t utf8_length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto within = [&](std::size_t i, unsigned least, unsigned most) { return byte(i) >= least && byte(i) <= most; };
    const auto more = [&](std::size_t i) { return within(i, 0x80, 0xBF); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (within(0, 0xC2, 0xDF)) return more(1) ? 2 : 0;
    if (within(0, 0xE0, 0xEF)) return within(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && more(2) ? 3 : 0;
    if (within(0, 0xF0, 0xF4))
        return within(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && more(2) && more(3) ? 4 : 0;
    return 0;
}

}  // namespace

std::string to_json(std::string_view text)
{
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (length == 0) out += "\xEF\xBF\xBD";
        else if (c == '"' || c == '\\') out += {'\\', c};
        else if (static_cast<unsigned char>(c) < 0x20) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out + '"';
}

std::string to_json(double number) { return std::isfinite(number) ? fmt::format("{}", number) : "null"; }

std::string json_array(const std::vector<std::string>& values)
{
    std::string out;
    for (const std::string& value : values) out += (out.empty() ? "" : ",") + value;
    return "[" + out + "]";
}

JsonObject& JsonObject::add_json(std::string_view name, std::string_view value)
{
    if (!members_.empty()) members_ += ',';
    members_ += to_json(name);
    members_ += ':';
    members_ += value;
    return *this;
}

}  // namespace halo::lab
