// Functions of the C library that store, write to a stream or end the program.

#include <cstdlib>
#include <cstring>
#include <ctime>

#include <sys/time.h>

#include "engine/api/library_checks.hpp"
#include "engine/api/places.hpp"
#include "engine/session/ending_signals.hpp"

using namespace halo::engine;
using halo::Outside;

namespace {

std::size_t product(std::size_t count, std::size_t bytes)
{
    std::size_t all = 0;
    return __builtin_mul_overflow(count, bytes, &all) ? SIZE_MAX : all;
}

/// The results of a call that ends the program are not complete, whatever the exit code says.
void check_end(const Called& call)
{
    only_on_host(call.name, call.return_address);
    if (Guard::in_call() && Guard::on()) Guard::stop(Outside::left_program, call.site(), call.name);
}

}  // namespace

extern "C" {

HALO_STORES(char*, strcpy, (char* to, const char* from), (to, from), to, std::strlen(from) + 1)
HALO_STORES(char*, stpcpy, (char* to, const char* from), (to, from), to, std::strlen(from) + 1)
HALO_STORES(char*, strncpy, (char* to, const char* from, std::size_t n), (to, from, n), to, n)
HALO_STORES(char*, stpncpy, (char* to, const char* from, std::size_t n), (to, from, n), to, n)
HALO_STORES(char*, strcat, (char* to, const char* from), (to, from), to + std::strlen(to), std::strlen(from) + 1)
HALO_STORES(char*, strncat, (char* to, const char* from, std::size_t n), (to, from, n), to + std::strlen(to), strnlen(from, n) + 1)
HALO_COPIES(void*, mempcpy, (void* to, const void* from, std::size_t n), (to, from, n), from, to, n)
HALO_COPIES(void*, memccpy, (void* to, const void* from, int end, std::size_t n), (to, from, end, n), from, to, n)
HALO_COPIES(void, bcopy, (const void* from, void* to, std::size_t n), (from, to, n), from, to, n)
HALO_READS_TWO(int, memcmp, (const void* a, const void* b, std::size_t n), (a, b, n), a, b, n)
HALO_READS_TWO(int, bcmp, (const void* a, const void* b, std::size_t n), (a, b, n), a, b, n)
HALO_READS(void*, memchr, (const void* from, int c, std::size_t n), (from, c, n), from, n)
HALO_READS(void*, memrchr, (const void* from, int c, std::size_t n), (from, c, n), from, n)
HALO_STORES(void, bzero, (void* to, std::size_t n), (to, n), to, n)
HALO_STORES(char*, strtok, (char* text, const char* marks), (text, marks), text, text != nullptr ? std::strlen(text) : 0)
HALO_STORES_TWO(char*, strtok_r, (char* text, const char* marks, char** rest), (text, marks, rest), rest, sizeof *rest, text, text != nullptr ? std::strlen(text) : 0)
HALO_STORES(void, qsort, (void* array, std::size_t count, std::size_t bytes, int (*order)(const void*, const void*)), (array, count, bytes, order), array, product(count, bytes))

HALO_STORES(long, strtol, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(unsigned long, strtoul, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(long long, strtoll, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(unsigned long long, strtoull, (const char* text, char** end, int base), (text, end, base), end, sizeof *end)
HALO_STORES(float, strtof, (const char* text, char** end), (text, end), end, sizeof *end)
HALO_STORES(double, strtod, (const char* text, char** end), (text, end), end, sizeof *end)
HALO_STORES(long double, strtold, (const char* text, char** end), (text, end), end, sizeof *end)

// What glibc 2.38 and later call them where text is read as C23 wants.
decltype(__wrap_strtol) __wrap___isoc23_strtol [[gnu::alias("__wrap_strtol")]];
decltype(__wrap_strtoul) __wrap___isoc23_strtoul [[gnu::alias("__wrap_strtoul")]];
decltype(__wrap_strtoll) __wrap___isoc23_strtoll [[gnu::alias("__wrap_strtoll")]];
decltype(__wrap_strtoull) __wrap___isoc23_strtoull [[gnu::alias("__wrap_strtoull")]];

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

HALO_STREAM_STORES(std::size_t, fread, (void* to, std::size_t bytes, std::size_t count, std::FILE* file), (to, bytes, count, file), file, to, product(bytes, count))
HALO_STREAM_STORES(char*, fgets, (char* to, int n, std::FILE* file), (to, n, file), file, to, n > 0 ? std::size_t(n) : 0)
HALO_STREAM_STORES(int, setvbuf, (std::FILE * file, char* buffer, int mode, std::size_t n), (file, buffer, mode, n), file, buffer, n)
HALO_STREAM_STORES(void, setbuf, (std::FILE * file, char* buffer), (file, buffer), file, buffer, BUFSIZ)

/// The line is moved when it gets longer: it must be a block of the program's.
ssize_t __real_getline(char** line, std::size_t* n, std::FILE* file);
ssize_t __wrap_getline(char** line, std::size_t* n, std::FILE* file)
{
    const Called call = HALO_CALLED("getline");
    check_stream(file, call);
    check(line, sizeof *line, call);
    check(n, sizeof *n, call);
    if (watched() && line != nullptr && n != nullptr) check(*line, *n, call);
    return __real_getline(line, n, file);
}

HALO_STREAM(std::size_t, fwrite, (const void* from, std::size_t bytes, std::size_t count, std::FILE* file), (from, bytes, count, file), file)
HALO_STREAM(int, fputs, (const char* text, std::FILE* file), (text, file), file)
HALO_STREAM(int, fputc, (int c, std::FILE* file), (c, file), file)
HALO_STREAM(int, putc, (int c, std::FILE* file), (c, file), file)
HALO_STREAM(int, _IO_putc, (int c, std::FILE* file), (c, file), file)
HALO_STREAM(int, fgetc, (std::FILE * file), (file), file)
HALO_STREAM(int, getc, (std::FILE * file), (file), file)
HALO_STREAM(int, ungetc, (int c, std::FILE* file), (c, file), file)
HALO_STREAM(int, fclose, (std::FILE * file), (file), file)
HALO_STREAM(void, perror, (const char* text), (text), stderr)
int __real_fflush(std::FILE* file);
int __wrap_fflush(std::FILE* file)
{
    if (file != nullptr) check_stream(file, HALO_CALLED("fflush"));
    return __real_fflush(file);
}

[[noreturn]] void __real_exit(int code);
[[noreturn]] void __wrap_exit(int code)
{
    check_end(HALO_CALLED("exit"));
    __real_exit(code);
}
[[noreturn]] void __real_quick_exit(int code);
[[noreturn]] void __wrap_quick_exit(int code)
{
    check_end(HALO_CALLED("quick_exit"));
    __real_quick_exit(code);
}
[[noreturn]] void __real__exit(int code);
[[noreturn]] void __wrap__exit(int code)
{
    check_end(HALO_CALLED("_exit"));
    __real__exit(report_before_end(code));
}
[[noreturn]] void __real__Exit(int code);
[[noreturn]] void __wrap__Exit(int code)
{
    check_end(HALO_CALLED("_Exit"));
    __real__Exit(report_before_end(code));
}

HALO_STORES(std::size_t, strxfrm, (char* to, const char* from, std::size_t n), (to, from, n), to, n)
HALO_STORES(std::time_t, mktime, (std::tm * t), (t), t, sizeof *t)
HALO_STORES(int, clock_getres, (clockid_t clock, timespec* to), (clock, to), to, sizeof *to)
HALO_STORES(int, rand_r, (unsigned* seed), (seed), seed, sizeof *seed)
HALO_STORES(double, lgamma_r, (double x, int* sign), (x, sign), sign, sizeof *sign)
HALO_STORES(float, lgammaf_r, (float x, int* sign), (x, sign), sign, sizeof *sign)
HALO_STORES(long double, lgammal_r, (long double x, int* sign), (x, sign), sign, sizeof *sign)
HALO_STORES(long double, frexpl, (long double x, int* e), (x, e), e, sizeof *e)
HALO_STORES(long double, modfl, (long double x, long double* whole), (x, whole), whole, sizeof *whole)
HALO_STORES(long double, remquol, (long double x, long double y, int* q), (x, y, q), q, sizeof *q)
HALO_STORES_TWO(void, sincosl, (long double x, long double* s, long double* c), (x, s, c), s, sizeof *s, c, sizeof *c)

}  // extern "C"
