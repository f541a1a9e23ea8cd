#include "arrival/import/unicode.hpp"

#include <locale.h>
#include <wctype.h>

#include <cstdlib>
#include <new>

#include <utf8proc.h>

namespace halo::grader::arrival {
namespace {

const utf8proc_uint8_t* bytes_of(std::string_view text) { return reinterpret_cast<const utf8proc_uint8_t*>(text.data()); }

/// `text` is UTF-8.
std::string in_form(std::string_view text, utf8proc_option_t form)
{
    utf8proc_uint8_t* made = nullptr;
    const utf8proc_ssize_t length = utf8proc_map(bytes_of(text), utf8proc_ssize_t(text.size()), &made, utf8proc_option_t(UTF8PROC_STABLE | form));
    if (length < 0) throw std::bad_alloc();
    std::string out(reinterpret_cast<const char*>(made), std::size_t(length));
    std::free(made);
    return out;
}

locale_t letters_of_all()
{
    static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return made;
}

bool is_mark(char32_t c) { return utf8proc_get_property(utf8proc_int32_t(c))->combining_class != 0; }

}  // namespace

char32_t take_character(std::string_view& bytes)
{
    utf8proc_int32_t value = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(bytes_of(bytes), utf8proc_ssize_t(bytes.size()), &value);
    const char32_t c = length > 0 ? char32_t(value) : kNoCharacter + static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(length > 0 ? std::size_t(length) : 1);
    return c;
}

void append_utf8(std::string& out, char32_t c)
{
    utf8proc_uint8_t bytes[4];
    if (c >= kNoCharacter) out += static_cast<char>(c - kNoCharacter);      // the byte that it was
    else out.append(reinterpret_cast<const char*>(bytes), std::size_t(utf8proc_encode_char(utf8proc_int32_t(c), bytes)));
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
    while (!utf8.empty()) {                  // a stretch of characters, and the byte that ends it
        std::string_view rest = utf8;
        std::size_t good = 0;
        char32_t c = 0;
        while (!rest.empty() && (c = take_character(rest)) < kNoCharacter) good = utf8.size() - rest.size();
        out += in_form(utf8.substr(0, good), UTF8PROC_COMPOSE);
        if (c >= kNoCharacter) append_utf8(out, c);
        utf8 = rest;
    }
    return out;
}

bool has_two_forms(std::string_view utf8) { return is_utf8(utf8) && in_form(utf8, UTF8PROC_COMPOSE) != in_form(utf8, UTF8PROC_DECOMPOSE); }

std::string letters(std::string_view name)
{
    const std::string whole = nfc(name);
    std::string small, out;
    for (std::string_view rest = whole; !rest.empty();) {
        const char32_t c = take_character(rest);
        append_utf8(small, c < kNoCharacter ? static_cast<char32_t>(towlower_l(static_cast<wint_t>(c), letters_of_all())) : c);
    }
    const std::string again = nfc(small);
    for (std::string_view rest = again; !rest.empty();) {
        const char32_t c = take_character(rest);
        if (c >= kNoCharacter || iswalnum_l(static_cast<wint_t>(c), letters_of_all()) || is_mark(c)) append_utf8(out, c);
    }
    return out;
}

}  // namespace halo::grader::arrival
