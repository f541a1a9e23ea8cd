#include "arrival/import/source_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "arrival/import/unicode.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

struct Form {
    std::string_view bytes;
    const char* name;
};

/// What people hand in under the name of a .cu file.
constexpr std::array kForms = {Form{"PK\x03\x04", "a zip archive or a Word document"}, Form{"%PDF", "a PDF"}, Form{"\x7F" "ELF", "a compiled program"},
                               Form{"{\\rtf", "a Rich Text document"}, Form{"\xD0\xCF\x11\xE0", "an old Word document"}, Form{"\x1F\x8B", "compressed with gzip"},
                               Form{"\x89PNG", "a picture"}, Form{"<!DOCTYPE", "a web page"}, Form{"<html", "a web page"}};

SourceText refused(std::string headline, std::string where, std::string attempt) { return {std::nullopt, "", {std::move(headline), std::move(where), std::move(attempt)}}; }

/// Of UTF-16 after its mark; nullopt if an odd byte or half a pair is left over.
std::optional<std::string> from_utf16(std::string_view bytes, bool big)
{
    if (bytes.size() % 2 != 0) return std::nullopt;
    const auto unit = [&](std::size_t i) { return char32_t(static_cast<unsigned char>(bytes[i + (big ? 0 : 1)]) << 8 | static_cast<unsigned char>(bytes[i + (big ? 1 : 0)])); };
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        char32_t c = unit(i);
        if (c >= 0xD800 && c < 0xDC00 && i + 2 < bytes.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
            i += 2;
        }
        if (c >= 0xD800 && c < 0xE000) return std::nullopt;
        append_utf8(out, c);
    }
    return out;
}

/// Windows-1252, which is Latin-1 with letters in place of control characters; nullopt for the five bytes that it leaves open.
std::optional<std::string> from_latin(std::string_view bytes)
{
    static constexpr char16_t kHigh[32] = {0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
                                           0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};
    std::string out;
    for (const char c : bytes) {
        const unsigned byte = static_cast<unsigned char>(c);
        const char32_t meant = byte >= 0x80 && byte < 0xA0 ? char32_t(kHigh[byte - 0x80]) : byte;
        if (byte != 0 && meant == 0) return std::nullopt;
        append_utf8(out, meant);
    }
    return out;
}

std::size_t line_of(std::string_view bytes, std::size_t at) { return 1 + std::size_t(std::count(bytes.begin(), bytes.begin() + long(at), '\n')); }

}  // namespace

SourceText source_text(std::string_view bytes)
{
    for (const Form& form : kForms)
        if (bytes.starts_with(form.bytes)) return refused(fmt::format("is {}, and no source text", form.name), fmt::format("it begins with \"{}\"", shortened(printable(bytes.substr(0, 12)), 40)), "ask for the .cu file itself");

    SourceText out;
    std::string text(bytes);
    const auto change = [&](const char* what) { out.changed += (out.changed.empty() ? "" : "; ") + std::string(what); };
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        text.erase(0, 3);
        change("it began with a byte order mark");
    } else if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        auto converted = from_utf16(bytes.substr(2), bytes[0] == '\xFE');
        if (!converted) return refused("is UTF-16, and damaged", fmt::format("its {} bytes are not whole characters", bytes.size()), "save it as UTF-8");
        text = std::move(*converted);
        change("it was UTF-16");
    }
    if (const std::size_t at = text.find('\0'); at != std::string::npos)
        return refused("is not text", fmt::format("byte {} is zero", at), "ask for the .cu file itself, saved as UTF-8");
    if (!is_utf8(text)) {
        std::size_t bad = 0;
        for (std::string_view rest = text; take_character(rest) < kNoCharacter;) bad = text.size() - rest.size();
        auto converted = from_latin(text);
        if (!converted) return refused("is neither UTF-8 nor Latin-1", fmt::format("first in line {}", line_of(text, bad)), "save it as UTF-8");
        text = std::move(*converted);
        change(fmt::format("it was Latin-1, first in line {}", line_of(bytes, bad)).c_str());
    }
    if (text.find('\r') != std::string::npos && text.find('\n') == std::string::npos) {
        std::replace(text.begin(), text.end(), '\r', '\n');
        change("its lines ended with CR alone");
    }
    out.text = std::move(text);
    return out;
}

}  // namespace halo::grader::arrival
