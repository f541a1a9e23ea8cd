#include "machine/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace halo::grader {
namespace {

struct Code {
    char32_t value = 0;
    std::size_t length = 0;  ///< 0: not valid UTF-8
};

/// The code point at the front of `s`. Rejects overlong forms, surrogates and values above U+10FFFF.
Code decode(std::string_view s)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (length == 0 || first > 0xF4 || s.size() < length) return {};
    char32_t value = first & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0u) != 0x80u) return {};
        value = (value << 6) | (byte(i) & 0x3Fu);
    }
    const char32_t smallest = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    if (value < smallest || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
    return {value, length};
}

/// Characters that move or reorder the text around them.
bool is_control(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F || c == 0x2028 ||
           c == 0x2029 || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

bool is_mark(char32_t c)
{
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x20D0 && c <= 0x20FF) ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0x200B || c == 0x200C || c == 0x200D;
}

bool is_wide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

std::size_t width_of(char32_t c) { return is_mark(c) ? 0 : is_wide(c) ? 2 : 1; }

/// `-7.5`, `--`: no spreadsheet works anything out.
bool is_number(std::string_view text)
{
    if (text.find_first_not_of('-') == std::string_view::npos) return true;
    if (text.starts_with('-')) text.remove_prefix(1);
    const std::size_t dot = text.find('.');
    const auto digits = [](std::string_view part) { return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos; };
    return digits(text.substr(0, dot)) && (dot == std::string_view::npos || digits(text.substr(dot + 1)));
}

/// = + - @, also as wide as East Asian letters, which some spreadsheets take for the same.
bool begins_formula(std::string_view text)
{
    static constexpr std::array<std::string_view, 8> kSigns = {"=", "+", "-", "@", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
    return std::any_of(kSigns.begin(), kSigns.end(), [&](std::string_view sign) { return text.starts_with(sign); });
}

}  // namespace

std::string printable(std::string_view bytes, bool keep_lines)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const Code code = decode(bytes);
        const std::size_t length = code.length == 0 ? 1 : code.length;
        if (code.length == 0)
            out += fmt::format("\\x{:02X}", static_cast<unsigned char>(bytes[0]));
        else if (code.value == '\n' || code.value == '\t')
            out += keep_lines ? static_cast<char>(code.value) : ' ';
        else if (code.value == '\r' && bytes.substr(1, 1) == "\n")
            ;  // a Windows line end
        else if (is_control(code.value))
            out += fmt::format("\\x{:02X}", static_cast<unsigned>(code.value));
        else
            out += bytes.substr(0, length);
        bytes.remove_prefix(length);
    }
    return out;
}

std::string csv_text(std::string_view text)
{
    const std::string whole = printable(text, true);
    if (is_number(whole)) return whole;
    std::string cell;
    bool begins = true;                    // a cell, for one spreadsheet or another
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const std::string_view rest = std::string_view(whole).substr(i);
        if (begins && (begins_formula(rest) || (i == 0 && whole[i] == '\t'))) cell += '\'';
        begins = std::string_view(";\t\n\r").find(whole[i]) != std::string_view::npos || (begins && std::string_view(" \"").find(whole[i]) != std::string_view::npos);
        cell += whole[i];
    }
    if (cell.find_first_of(",;\t\"\n\r") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells)
{
    std::string out;
    for (const std::string& cell : cells) out += (&cell == cells.data() ? "" : ",") + csv_text(cell);
    return out + '\n';
}

std::string number(double value, int digits)
{
    if (!std::isfinite(value)) return "";
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::size_t columns(std::string_view utf8)
{
    std::size_t sum = 0;
    while (!utf8.empty()) {
        const Code code = decode(utf8);
        sum += code.length == 0 ? 1 : width_of(code.value);
        utf8.remove_prefix(code.length == 0 ? 1 : code.length);
    }
    return sum;
}

std::string fit(std::string_view text, std::size_t width)
{
    const std::size_t have = columns(text);
    if (have <= width) return std::string(text) + std::string(width - have, ' ');
    std::string out;
    std::size_t used = 0;
    while (!text.empty()) {
        const Code code = decode(text);
        const std::size_t length = code.length == 0 ? 1 : code.length;
        const std::size_t wide = code.length == 0 ? 1 : width_of(code.value);
        if (used + wide + 1 > width) break;
        out += text.substr(0, length);
        used += wide;
        text.remove_prefix(length);
    }
    return out + "…" + std::string(width - used - 1, ' ');
}

std::string trimmed(std::string_view text)
{
    constexpr std::string_view kWhite = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(kWhite);
    return first == std::string_view::npos ? "" : std::string(text.substr(first, text.find_last_not_of(kWhite) - first + 1));
}

std::string shortened(std::string_view utf8, std::size_t bytes)
{
    if (utf8.size() <= bytes) return std::string(utf8);
    while (bytes > 0 && (static_cast<unsigned char>(utf8[bytes]) & 0xC0u) == 0x80u) --bytes;
    return std::string(utf8.substr(0, bytes)) + " …";
}

}  // namespace halo::grader
