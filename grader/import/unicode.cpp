#include "import/unicode.hpp"

#include <locale.h>
#include <wctype.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace halo::grader::download {
namespace {

struct Composed {
    std::uint16_t whole, base, mark;
};
struct Marks {
    std::uint16_t first, last;
    std::uint8_t order;
};
#include "import/canonical.inc"

constexpr char32_t kHangul = 0xAC00, kLead = 0x1100, kVowel = 0x1161, kTail = 0x11A7;

const std::map<char32_t, std::pair<char32_t, char32_t>>& apart()
{
    static const auto table = [] {
        std::map<char32_t, std::pair<char32_t, char32_t>> made;
        for (const Composed& c : kComposed) made[c.whole] = {c.base, c.mark};
        for (const Composed& c : kTakenApart) made[c.whole] = {c.base, c.mark};
        return made;
    }();
    return table;
}

const std::map<std::pair<char32_t, char32_t>, char32_t>& together()
{
    static const auto table = [] {
        std::map<std::pair<char32_t, char32_t>, char32_t> made;
        for (const Composed& c : kComposed)
            if (c.mark) made[{c.base, c.mark}] = c.whole;
        return made;
    }();
    return table;
}

int order_of(char32_t c)
{
    const auto* found = std::upper_bound(std::begin(kMarks), std::end(kMarks), c, [](char32_t value, const Marks& m) { return value < m.first; });
    return found != std::begin(kMarks) && c <= found[-1].last ? found[-1].order : 0;
}

void take_apart(char32_t c, std::u32string& out)
{
    if (c >= kHangul && c < kHangul + 11172) {
        const char32_t index = c - kHangul;
        out += kLead + index / 588;
        out += kVowel + index % 588 / 28;
        if (index % 28) out += kTail + index % 28;
        return;
    }
    const auto found = apart().find(c);
    if (found == apart().end()) {
        out += c;
        return;
    }
    take_apart(found->second.first, out);
    if (found->second.second) take_apart(found->second.second, out);
}

char32_t put_together(char32_t a, char32_t b)
{
    if (a >= kLead && a < kLead + 19 && b >= kVowel && b < kVowel + 21) return kHangul + ((a - kLead) * 21 + (b - kVowel)) * 28;
    if (a >= kHangul && a < kHangul + 11172 && (a - kHangul) % 28 == 0 && b > kTail && b < kTail + 28) return a + (b - kTail);
    const auto found = together().find({a, b});
    return found == together().end() ? 0 : found->second;
}

std::u32string decoded(std::string_view bytes)
{
    std::u32string out;
    while (!bytes.empty()) out += take_character(bytes);
    return out;
}

std::u32string composed(const std::u32string& text)
{
    std::u32string flat;
    for (const char32_t c : text) take_apart(c, flat);
    for (std::size_t i = 0; i < flat.size();) {          // marks in their order, up to the next letter
        std::size_t end = i;
        while (end < flat.size() && order_of(flat[end]) != 0) ++end;
        std::stable_sort(flat.begin() + long(i), flat.begin() + long(end), [](char32_t a, char32_t b) { return order_of(a) < order_of(b); });
        i = std::max(end, i + 1);
    }
    std::u32string out;
    std::size_t base = std::u32string::npos;
    int last = -1;                                       // order of what lies between base and here; -1: nothing
    for (const char32_t c : flat) {
        const int order = order_of(c);
        if (base != std::u32string::npos && last < order)
            if (const char32_t whole = put_together(out[base], c)) {
                out[base] = whole;
                continue;
            }
        out += c;
        if (order == 0) {
            base = out.size() - 1;
            last = -1;
        } else {
            last = order;
        }
    }
    return out;
}

locale_t letters_of_all()
{
    static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return made;
}

}  // namespace

char32_t take_character(std::string_view& bytes)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xF5 ? 0 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    char32_t value = length == 1 ? first : first & (0xFFu >> (length + 1));
    bool good = length > 0 && bytes.size() >= length;
    for (std::size_t i = 1; good && i < length; ++i) {
        good = (byte(i) & 0xC0u) == 0x80u;
        value = (value << 6) | (byte(i) & 0x3Fu);
    }
    const char32_t smallest = length == 4 ? 0x10000 : length == 3 ? 0x800 : length == 2 ? 0x80 : 0;
    if (!good || value < smallest || value >= kNoCharacter || (value >= 0xD800 && value < 0xE000)) {
        bytes.remove_prefix(1);
        return kNoCharacter + first;
    }
    bytes.remove_prefix(length);
    return value;
}

void append_utf8(std::string& out, char32_t c)
{
    if (c >= kNoCharacter) {
        out += static_cast<char>(c - kNoCharacter);      // the byte that it was
    } else if (c < 0x80) {
        out += static_cast<char>(c);
    } else {
        const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        out += static_cast<char>((more == 1 ? 0xC0u : more == 2 ? 0xE0u : 0xF0u) | (c >> (6 * more)));
        for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80u | ((c >> (6 * i)) & 0x3Fu));
    }
}

bool is_utf8(std::string_view bytes)
{
    while (!bytes.empty())
        if (take_character(bytes) >= kNoCharacter) return false;
    return true;
}

std::string nfc(std::string_view utf8)
{
    std::string out;
    for (const char32_t c : composed(decoded(utf8))) append_utf8(out, c);
    return out;
}

std::string letters(std::string_view name)
{
    std::u32string small;
    for (const char32_t c : composed(decoded(name))) small += c < kNoCharacter ? static_cast<char32_t>(towlower_l(static_cast<wint_t>(c), letters_of_all())) : c;
    std::string out;
    for (const char32_t c : composed(small))
        if (c >= kNoCharacter || iswalnum_l(static_cast<wint_t>(c), letters_of_all()) || order_of(c) != 0) append_utf8(out, c);
    return out;
}

}  // namespace halo::grader::download
