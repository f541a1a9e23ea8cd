// printf of a kernel, as a card formats it: it knows no size but h, l and ll, and no `*` as a precision. Any other conversion is printed
// as it stands. It returns how many arguments there are.

#include "engine/api/card_print.hpp"

#include <printf.h>

#include <bit>
#include <cstdint>
#include <cstring>

extern "C" int __real_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments);

namespace halo::engine {
namespace {

constexpr char kDigits[] = "0123456789";

/// The conversion that begins with `%`; without a type, it is none to a card.
struct Conversion {
    explicit Conversion(const char* at)
    {
        const char* p = at + 1 + std::strspn(at + 1, "-+ #0");
        if (*p == '*') {
            width = true;
            ++p;
        } else p += std::strspn(p, kDigits);
        if (*p == '.') p += 1 + std::strspn(p + 1, kDigits);
        if (*p == 'h') ++p;
        else for (; *p == 'l' && longs < 2; ++p) ++longs;
        if (*p != '\0' && std::strchr("%cdiouxXpeEfgGaAs", *p) != nullptr) type = *p;
        for (; *p != '\0' && type == '\0' && std::strchr(".*hljztqL0123456789", *p) != nullptr; ++p) precision |= *p == '*';
        of_library = *p;
        bytes = std::size_t(p + (*p != '\0') - at);
    }

    bool width = false;     ///< an argument
    bool precision = false; ///< likewise, which no card takes
    int longs = 0;
    char of_library = '\0'; ///< the type, as the C library has it
    char type = '\0';
    std::size_t bytes = 0;
};

int put(char* to, std::size_t room, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = __real_vsnprintf(to, room, format, arguments);
    va_end(arguments);
    return length;
}

template <class T>
int put_one(char* to, std::size_t room, const char* format, const Conversion& one, int width, T value)
{
    return one.width ? put(to, room, format, width, value) : put(to, room, format, value);
}

/// What would have been converted, so that the others stay what they are.
void skip(va_list& arguments, const Conversion& one)
{
    if (one.width) va_arg(arguments, int);
    if (one.precision) va_arg(arguments, int);
    if (one.of_library == '\0') return;
    if (std::strchr("eEfFgGaA", one.of_library) != nullptr) va_arg(arguments, double);
    else if (std::strchr("diouxXcspn", one.of_library) != nullptr) va_arg(arguments, long);
}

/// A card's own NaN has no sign, that of an x86 has one.
double unsigned_nan(double x) { return std::bit_cast<std::uint64_t>(x) == 0xfff8000000000000 ? -x : x; }

}  // namespace

CardPrinted print_as_card(char* to, std::size_t room, const char* format, va_list given)
{
    CardPrinted out;
    out.arguments = int(parse_printf_format(format, 0, nullptr));
    va_list arguments;
    va_copy(arguments, given);
    std::size_t length = 0;
    const auto add = [&](int bytes) { length = std::min(length + std::size_t(std::max(bytes, 0)), room - 1); };
    while (*format != '\0') {
        const Conversion one(format);     // in plain text, unused
        char text[32];
        const bool literal = *format != '%' || one.type == '\0' || one.bytes >= sizeof text;
        const std::size_t bytes = *format != '%' ? std::strcspn(format, "%") : one.bytes;
        if (literal) {
            if (*format == '%' && out.literal == nullptr) {
                out.literal = format;
                out.literal_bytes = one.bytes;
            }
            if (*format == '%') skip(arguments, one);
            const std::size_t copied = std::min(bytes, room - 1 - length);
            std::memcpy(to + length, format, copied);
            add(int(copied));
        } else {
            std::memcpy(text, format, bytes);
            text[bytes] = '\0';
            char* const at = to + length;
            const std::size_t left = room - length;
            const int width = one.width ? va_arg(arguments, int) : 0;
            if (one.type == '%') add(put(at, left, "%%"));
            else if (std::strchr("eEfgGaA", one.type) != nullptr) add(put_one(at, left, text, one, width, unsigned_nan(va_arg(arguments, double))));
            else if (one.type == 's' || one.type == 'p') add(put_one(at, left, text, one, width, va_arg(arguments, const char*)));
            else if (one.longs == 2) add(put_one(at, left, text, one, width, va_arg(arguments, long long)));
            else if (one.longs == 1) add(put_one(at, left, text, one, width, va_arg(arguments, long)));
            else add(put_one(at, left, text, one, width, va_arg(arguments, int)));
        }
        format += bytes;
    }
    va_end(arguments);
    to[length] = '\0';
    return out;
}

}  // namespace halo::engine
