// printf and scanf: what their formats store to.

#include <printf.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <iterator>

#include "engine/api/library.hpp"
#include "engine/api/library_checks.hpp"

using namespace halo::engine;

extern "C" {
int __real_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments);
int __real_vfprintf(std::FILE* file, const char* format, va_list arguments);
int __real___isoc99_vsscanf(const char* text, const char* format, va_list arguments);
int __real___isoc99_vfscanf(std::FILE* file, const char* format, va_list arguments);
}

/// A function with a format: `checked` is called with `arguments`, those that follow it.
#define HALO_FORMATS(name, parameters, checked) \
    int __wrap_##name parameters                \
    {                                           \
        va_list arguments;                      \
        va_start(arguments, format);            \
        const int result = checked;             \
        va_end(arguments);                      \
        return result;                          \
    }

namespace {

/// What `%n` in a format stores to. `arguments` are those of the format; the function itself reads them afterwards.
void check_counts(const char* format, va_list arguments, const Called& call)
{
    if (!watched() || std::strchr(format, 'n') == nullptr) return;
    int types[64];
    const std::size_t count = parse_printf_format(format, std::size(types), types);
    if (count > std::size(types)) refuse(call);
    if (std::none_of(types, types + count, [](int type) { return type & PA_FLAG_PTR; })) return;
    va_list copy;
    va_copy(copy, arguments);
    for (std::size_t i = 0; i < count; ++i) {
        if (types[i] & PA_FLAG_PTR) check(va_arg(copy, void*), sizeof(std::int64_t), call);
        else if ((types[i] & ~PA_FLAG_MASK) == PA_DOUBLE || (types[i] & ~PA_FLAG_MASK) == PA_FLOAT) {
            if (types[i] & PA_FLAG_LONG_DOUBLE) va_arg(copy, long double);
            else va_arg(copy, double);
        } else va_arg(copy, std::int64_t);      // integers and pointers have one register each
    }
    va_end(copy);
}

/// The most that `%s` can store of this text: its longest word.
std::size_t longest_word(const char* text)
{
    std::size_t longest = 0, now = 0;
    for (; *text != '\0'; ++text) {
        now = std::strchr(" \t\n\v\f\r", *text) != nullptr ? 0 : now + 1;
        longest = std::max(longest, now);
    }
    return longest;
}

/// What scanf is to store to. `text` is what it reads; nullptr: a stream, of which a text without a width counts with its first byte.
void check_scanned(const char* format, const char* text, va_list arguments, const Called& call)
{
    if (!watched()) return;
    va_list copy;
    va_copy(copy, arguments);
    for (const char* p = format; (p = std::strchr(p, '%')) != nullptr;) {
        if (*++p == '%') {
            ++p;
            continue;
        }
        bool skipped = false;
        for (; *p == '*' || *p == '\'' || *p == 'I'; ++p) skipped |= *p == '*';
        std::size_t width = 0;
        while (*p >= '0' && *p <= '9') width = std::min<std::size_t>(10 * width + std::size_t(*p++ - '0'), 1u << 30);
        if (*p == '$') refuse(call);                // the order of the arguments is another
        std::size_t bytes = 4;
        bool allocates = false, wide = false;
        for (; std::strchr("hlLqjztm", *p) != nullptr && *p != '\0'; ++p) {
            wide |= *p == 'l';
            if (*p == 'm') allocates = true;
            else bytes = *p == 'h' ? bytes / 2 : *p == 'L' ? 16 : 8;
        }
        const char kind = *p;
        if (kind == '\0') break;
        if (kind == '[') {
            p += p[1] == '^' ? 2 : 1;
            p = std::strchr(*p == ']' ? p + 1 : p, ']');
            if (p == nullptr) break;
        }
        ++p;
        if (skipped) continue;
        const std::size_t character = wide || kind == 'S' || kind == 'C' ? sizeof(wchar_t) : 1;
        if (allocates || kind == 'p') bytes = sizeof(void*);
        else if (kind == 's' || kind == 'S' || kind == '[') {
            const std::size_t most = text == nullptr ? 0 : kind == '[' ? std::strlen(text) : longest_word(text);
            bytes = ((width == 0 ? most : text == nullptr ? width : std::min(width, most)) + 1) * character;
        } else if (kind == 'c' || kind == 'C') bytes = std::max<std::size_t>(width, 1) * character;
        check(va_arg(copy, void*), bytes, call);
    }
    va_end(copy);
}

/// How much output it is, is known when it has been made once.
int checked_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments, const Called& call)
{
    if (watched()) {
        check_counts(format, arguments, call);
        va_list copy;
        va_copy(copy, arguments);
        const int length = __real_vsnprintf(nullptr, 0, format, copy);
        va_end(copy);
        if (length >= 0 && n > 0) check(to, std::min(n, std::size_t(length) + 1), call);
    }
    return __real_vsnprintf(to, n, format, arguments);
}

int checked_vfprintf(std::FILE* file, const char* format, va_list arguments, const Called& call)
{
    check_stream(file, call);
    check_counts(format, arguments, call);
    return __real_vfprintf(file, format, arguments);
}

int checked_vsscanf(const char* text, const char* format, va_list arguments, const Called& call)
{
    check_scanned(format, text, arguments, call);
    return __real___isoc99_vsscanf(text, format, arguments);
}

int checked_vfscanf(std::FILE* file, const char* format, va_list arguments, const Called& call)
{
    check_stream(file, call);
    check_scanned(format, nullptr, arguments, call);
    return __real___isoc99_vfscanf(file, format, arguments);
}

}  // namespace

int halo::engine::print_checked(std::FILE* file, const char* format, va_list arguments, const char* call, const void* return_address,
                                std::uintptr_t floor)
{
    return checked_vfprintf(file, format, arguments, {call, return_address, floor});
}

extern "C" {

int __wrap_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments)
{
    return checked_vsnprintf(to, n, format, arguments, HALO_CALLED("vsnprintf"));
}
int __wrap_vsprintf(char* to, const char* format, va_list arguments)
{
    return checked_vsnprintf(to, SIZE_MAX / 2, format, arguments, HALO_CALLED("vsprintf"));
}
int __wrap_vfprintf(std::FILE* file, const char* format, va_list arguments)
{
    return checked_vfprintf(file, format, arguments, HALO_CALLED("vfprintf"));
}
int __wrap___isoc99_vsscanf(const char* text, const char* format, va_list arguments)
{
    return checked_vsscanf(text, format, arguments, HALO_CALLED("vsscanf"));
}
int __wrap___isoc99_vfscanf(std::FILE* file, const char* format, va_list arguments)
{
    return checked_vfscanf(file, format, arguments, HALO_CALLED("vfscanf"));
}

HALO_FORMATS(snprintf, (char* to, std::size_t n, const char* format, ...), checked_vsnprintf(to, n, format, arguments, HALO_CALLED("snprintf")))
HALO_FORMATS(sprintf, (char* to, const char* format, ...), checked_vsnprintf(to, SIZE_MAX / 2, format, arguments, HALO_CALLED("sprintf")))
HALO_FORMATS(fprintf, (std::FILE * file, const char* format, ...), checked_vfprintf(file, format, arguments, HALO_CALLED("fprintf")))
HALO_FORMATS(__isoc99_sscanf, (const char* text, const char* format, ...), checked_vsscanf(text, format, arguments, HALO_CALLED("sscanf")))
HALO_FORMATS(__isoc99_fscanf, (std::FILE * file, const char* format, ...), checked_vfscanf(file, format, arguments, HALO_CALLED("fscanf")))
HALO_FORMATS(__isoc99_scanf, (const char* format, ...), checked_vfscanf(stdin, format, arguments, HALO_CALLED("scanf")))

// What they are called without a redirection, and by glibc 2.38 and later.
decltype(__wrap___isoc99_scanf) __wrap_scanf [[gnu::alias("__wrap___isoc99_scanf")]], __wrap___isoc23_scanf [[gnu::alias("__wrap___isoc99_scanf")]];
decltype(__wrap___isoc99_sscanf) __wrap_sscanf [[gnu::alias("__wrap___isoc99_sscanf")]], __wrap___isoc23_sscanf [[gnu::alias("__wrap___isoc99_sscanf")]];
decltype(__wrap___isoc99_fscanf) __wrap_fscanf [[gnu::alias("__wrap___isoc99_fscanf")]], __wrap___isoc23_fscanf [[gnu::alias("__wrap___isoc99_fscanf")]];

}  // extern "C"
