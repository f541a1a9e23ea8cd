// Functions of the C library that store. They are not instrumented, so what they would store to is checked before they are called:
// the linker redirects their calls to these (--wrap).

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <printf.h>
#include <sys/time.h>
#include <wchar.h>

#include <algorithm>

#include "engine/schedule/guard.hpp"
#include "engine/schedule/worker.hpp"

namespace {

using halo::engine::Guard;
using halo::engine::Worker;

void check(const void* target, std::size_t bytes, const void* return_address, const char* call)
{
    if (target == nullptr || bytes == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(target), site = reinterpret_cast<std::uintptr_t>(return_address);
    if (Worker* const worker = Worker::active()) worker->check_update(address, std::uint32_t(bytes), site);
    else Guard::check(address, bytes, site, call);
}

/// What `%n` in a format stores to. `arguments` are those of the format.
void check_counts(const char* format, va_list arguments, const void* return_address, const char* call)
{
    if (!Guard::on() || std::strchr(format, 'n') == nullptr) return;
    int types[64];
    const std::size_t count = std::min<std::size_t>(parse_printf_format(format, std::size(types), types), std::size(types));
    if (std::none_of(types, types + count, [](int type) { return type & PA_FLAG_PTR; })) return;
    for (std::size_t i = 0; i < count; ++i) {
        if (types[i] & PA_FLAG_PTR) check(va_arg(arguments, void*), sizeof(std::int64_t), return_address, call);
        else if ((types[i] & ~PA_FLAG_MASK) == PA_DOUBLE || (types[i] & ~PA_FLAG_MASK) == PA_FLOAT) {
            if (types[i] & PA_FLAG_LONG_DOUBLE) va_arg(arguments, long double);
            else va_arg(arguments, double);
        } else va_arg(arguments, std::int64_t);      // integers and pointers have one register each
    }
}

/// What scanf is to store to; of a text without a width, its first byte.
void check_scanned(const char* format, va_list arguments, const void* return_address, const char* call)
{
    if (!Guard::on()) return;
    for (const char* p = format; (p = std::strchr(p, '%')) != nullptr;) {
        if (*++p == '%') {
            ++p;
            continue;
        }
        const bool skipped = *p == '*';
        if (skipped) ++p;
        std::size_t width = 0;
        while (*p >= '0' && *p <= '9') width = 10 * width + std::size_t(*p++ - '0');
        std::size_t bytes = 4;
        bool allocates = false;
        for (; std::strchr("hlLqjztm", *p) != nullptr && *p != '\0'; ++p)
            if (*p == 'm') allocates = true;
            else bytes = *p == 'h' ? bytes / 2 : *p == 'L' ? 16 : 8;
        const char kind = *p;
        if (kind == '\0') return;
        if (kind == '[') {
            p += p[1] == '^' ? 2 : 1;
            p = std::strchr(*p == ']' ? p + 1 : p, ']');
            if (p == nullptr) return;
        }
        ++p;
        if (skipped) continue;
        if (allocates || kind == 'p') bytes = sizeof(void*);
        else if (kind == 's' || kind == '[') bytes = width + 1;
        else if (kind == 'c') bytes = std::max<std::size_t>(width, 1);
        check(va_arg(arguments, void*), bytes, return_address, call);
    }
}

}  // namespace

#define HALO_SITE __builtin_return_address(0)
/// A wrapper that checks one range. `name(…)` is declared with `parameters`, called with `arguments`.
#define HALO_STORES(result, name, parameters, arguments, target, bytes) \
    result __real_##name parameters;                                    \
    result __wrap_##name parameters                                     \
    {                                                                   \
        check(target, bytes, HALO_SITE, #name);                         \
        return __real_##name arguments;                                 \
    }
#define HALO_STORES_TWO(result, name, parameters, arguments, target, bytes, other, other_bytes) \
    result __real_##name parameters;                                                            \
    result __wrap_##name parameters                                                             \
    {                                                                                           \
        check(target, bytes, HALO_SITE, #name);                                                 \
        check(other, other_bytes, HALO_SITE, #name);                                            \
        return __real_##name arguments;                                                         \
    }

extern "C" {

HALO_STORES(char*, strcpy, (char* to, const char* from), (to, from), to, std::strlen(from) + 1)
HALO_STORES(char*, stpcpy, (char* to, const char* from), (to, from), to, std::strlen(from) + 1)
HALO_STORES(char*, strncpy, (char* to, const char* from, std::size_t n), (to, from, n), to, n)
HALO_STORES(char*, stpncpy, (char* to, const char* from, std::size_t n), (to, from, n), to, n)
HALO_STORES(char*, strcat, (char* to, const char* from), (to, from), to + std::strlen(to), std::strlen(from) + 1)
HALO_STORES(char*, strncat, (char* to, const char* from, std::size_t n), (to, from, n), to + std::strlen(to), strnlen(from, n) + 1)
HALO_STORES(void*, mempcpy, (void* to, const void* from, std::size_t n), (to, from, n), to, n)
HALO_STORES(void*, memccpy, (void* to, const void* from, int end, std::size_t n), (to, from, end, n), to, n)
HALO_STORES(void, bcopy, (const void* from, void* to, std::size_t n), (from, to, n), to, n)
HALO_STORES(void, bzero, (void* to, std::size_t n), (to, n), to, n)
HALO_STORES(char*, strtok, (char* text, const char* marks), (text, marks), text, text != nullptr ? std::strlen(text) : 0)
HALO_STORES_TWO(char*, strtok_r, (char* text, const char* marks, char** rest), (text, marks, rest), rest, sizeof *rest, text, text != nullptr ? std::strlen(text) : 0)
HALO_STORES(void, qsort, (void* array, std::size_t count, std::size_t bytes, int (*order)(const void*, const void*)), (array, count, bytes, order), array, count* bytes)

HALO_STORES(long, strtol, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(unsigned long, strtoul, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(long long, strtoll, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(unsigned long long, strtoull, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(float, strtof, (const char* text, char** end), (text, end), end, sizeof *end)
HALO_STORES(double, strtod, (const char* text, char** end), (text, end), end, sizeof *end)
HALO_STORES(long double, strtold, (const char* text, char** end), (text, end), end, sizeof *end)

HALO_STORES(double, frexp, (double x, int* e), (x, e), e, sizeof *e)
HALO_STORES(float, frexpf, (float x, int* e), (x, e), e, sizeof *e)
HALO_STORES(double, modf, (double x, double* whole), (x, whole), whole, sizeof *whole)
HALO_STORES(float, modff, (float x, float* whole), (x, whole), whole, sizeof *whole)
HALO_STORES(double, remquo, (double x, double y, int* q), (x, y, q), q, sizeof *q)
HALO_STORES(float, remquof, (float x, float y, int* q), (x, y, q), q, sizeof *q)
HALO_STORES_TWO(void, sincos, (double x, double* s, double* c), (x, s, c), s, sizeof *s, c, sizeof *c)
HALO_STORES_TWO(void, sincosf, (float x, float* s, float* c), (x, s, c), s, sizeof *s, c, sizeof *c)

HALO_STORES(std::time_t, time, (std::time_t * now), (now), now, sizeof *now)
HALO_STORES(int, clock_gettime, (clockid_t clock, timespec* now), (clock, now), now, sizeof *now)
HALO_STORES(int, gettimeofday, (timeval * now, void* zone), (now, zone), now, sizeof *now)
HALO_STORES(std::tm*, gmtime_r, (const std::time_t* t, std::tm* to), (t, to), to, sizeof *to)
HALO_STORES(std::tm*, localtime_r, (const std::time_t* t, std::tm* to), (t, to), to, sizeof *to)
HALO_STORES(std::size_t, strftime, (char* to, std::size_t n, const char* format, const std::tm* t), (to, n, format, t), to, n)

HALO_STORES(std::size_t, fread, (void* to, std::size_t bytes, std::size_t count, std::FILE* file), (to, bytes, count, file), to, bytes* count)
HALO_STORES(char*, fgets, (char* to, int n, std::FILE* file), (to, n, file), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_TWO(ssize_t, getline, (char** line, std::size_t* n, std::FILE* file), (line, n, file), line, sizeof *line, n, sizeof *n)
HALO_STORES(int, setvbuf, (std::FILE * file, char* buffer, int mode, std::size_t n), (file, buffer, mode, n), buffer, n)
HALO_STORES(void, setbuf, (std::FILE * file, char* buffer), (file, buffer), buffer, BUFSIZ)

// Formatted output: how much it is, is known when it has been made once.
int __real_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments);
int __wrap_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments)
{
    if (Guard::on()) {
        va_list again;
        va_copy(again, arguments);
        check_counts(format, again, HALO_SITE, "snprintf");
        va_end(again);
        va_copy(again, arguments);
        const int length = __real_vsnprintf(nullptr, 0, format, again);
        va_end(again);
        if (length >= 0 && n > 0) check(to, std::min(n, std::size_t(length) + 1), HALO_SITE, "snprintf");
    }
    return __real_vsnprintf(to, n, format, arguments);
}
int __wrap_vsprintf(char* to, const char* format, va_list arguments) { return __wrap_vsnprintf(to, SIZE_MAX / 2, format, arguments); }
int __wrap_snprintf(char* to, std::size_t n, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = __wrap_vsnprintf(to, n, format, arguments);
    va_end(arguments);
    return length;
}
int __wrap_sprintf(char* to, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = __wrap_vsprintf(to, format, arguments);
    va_end(arguments);
    return length;
}
int __real_vfprintf(std::FILE* file, const char* format, va_list arguments);
int __wrap_vfprintf(std::FILE* file, const char* format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    check_counts(format, again, HALO_SITE, "fprintf");
    va_end(again);
    return __real_vfprintf(file, format, arguments);
}
int __wrap_fprintf(std::FILE* file, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = __wrap_vfprintf(file, format, arguments);
    va_end(arguments);
    return length;
}

int __real___isoc99_vsscanf(const char* text, const char* format, va_list arguments);
int __wrap___isoc99_vsscanf(const char* text, const char* format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    check_scanned(format, again, HALO_SITE, "sscanf");
    va_end(again);
    return __real___isoc99_vsscanf(text, format, arguments);
}
int __real___isoc99_vfscanf(std::FILE* file, const char* format, va_list arguments);
int __wrap___isoc99_vfscanf(std::FILE* file, const char* format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    check_scanned(format, again, HALO_SITE, "scanf");
    va_end(again);
    return __real___isoc99_vfscanf(file, format, arguments);
}
int __wrap___isoc99_sscanf(const char* text, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int read = __wrap___isoc99_vsscanf(text, format, arguments);
    va_end(arguments);
    return read;
}
int __wrap___isoc99_fscanf(std::FILE* file, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int read = __wrap___isoc99_vfscanf(file, format, arguments);
    va_end(arguments);
    return read;
}
int __wrap___isoc99_scanf(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int read = __wrap___isoc99_vfscanf(stdin, format, arguments);
    va_end(arguments);
    return read;
}

}  // extern "C"
