// Functions of the C library that store. They are not instrumented, so what they would store to is checked before they are called:
// the linker redirects their calls to these (--wrap).

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <printf.h>
#include <sys/time.h>
#include <wchar.h>

#include <algorithm>
#include <charconv>
#include <istream>
#include <list>
#include <map>

#include "engine/api/library.hpp"
#include "engine/memory/program_memory.hpp"
#include "engine/schedule/guard.hpp"
#include "engine/schedule/worker.hpp"
#include "engine/session/session.hpp"

namespace {

using halo::Outside;
using halo::engine::EngineScope;
using halo::engine::Guard;
using halo::engine::only_on_host;
using halo::engine::Worker;

/// Where a function of the library is called, and the end of its caller's frame: below are its own variables.
struct Called {
    const char* name;
    const void* return_address;
    std::uintptr_t floor;
    std::uintptr_t site() const { return reinterpret_cast<std::uintptr_t>(return_address); }
};

/// Whether the program's code is running, on the host or in a kernel.
bool watched()
{
    const Worker* const worker = Worker::active();
    return worker != nullptr ? worker->runs_student_code() : Guard::on();
}

void check(const void* target, std::size_t bytes, const Called& call)
{
    if (target == nullptr || bytes == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(target);
    if (Worker* const worker = Worker::active()) worker->check_update(address, bytes, call.site());
    else Guard::check(address, bytes, call.site(), call.name, call.floor);
}

std::size_t product(std::size_t count, std::size_t bytes)
{
    std::size_t all = 0;
    return __builtin_mul_overflow(count, bytes, &all) ? SIZE_MAX : all;
}

/// Nobody can tell what this call would store.
[[noreturn]] void refuse(const Called& call)
{
    only_on_host(call.name, call.return_address);
    Guard::stop(Outside::foreign_memory, call.site(), call.name);
}

/// What `%n` in a format stores to. `arguments` are those of the format.
void check_counts(const char* format, va_list arguments, const Called& call)
{
    if (!watched() || std::strchr(format, 'n') == nullptr) return;
    int types[64];
    const std::size_t count = parse_printf_format(format, std::size(types), types);
    if (count > std::size(types)) refuse(call);
    if (std::none_of(types, types + count, [](int type) { return type & PA_FLAG_PTR; })) return;
    for (std::size_t i = 0; i < count; ++i) {
        if (types[i] & PA_FLAG_PTR) check(va_arg(arguments, void*), sizeof(std::int64_t), call);
        else if ((types[i] & ~PA_FLAG_MASK) == PA_DOUBLE || (types[i] & ~PA_FLAG_MASK) == PA_FLOAT) {
            if (types[i] & PA_FLAG_LONG_DOUBLE) va_arg(arguments, long double);
            else va_arg(arguments, double);
        } else va_arg(arguments, std::int64_t);      // integers and pointers have one register each
    }
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
        if (kind == '\0') return;
        if (kind == '[') {
            p += p[1] == '^' ? 2 : 1;
            p = std::strchr(*p == ']' ? p + 1 : p, ']');
            if (p == nullptr) return;
        }
        ++p;
        if (skipped) continue;
        const std::size_t character = wide || kind == 'S' || kind == 'C' ? sizeof(wchar_t) : 1;
        if (allocates || kind == 'p') bytes = sizeof(void*);
        else if (kind == 's' || kind == 'S' || kind == '[') {
            const std::size_t most = text == nullptr ? 0 : kind == '[' ? std::strlen(text) : longest_word(text);
            bytes = ((width == 0 ? most : text == nullptr ? width : std::min(width, most)) + 1) * character;
        } else if (kind == 'c' || kind == 'C') bytes = std::max<std::size_t>(width, 1) * character;
        check(va_arg(arguments, void*), bytes, call);
    }
}

/// The standard streams as they are before the program begins.
std::FILE* standard[3] = {};
[[gnu::constructor(101)]] void note_streams()
{
    standard[0] = stdin, standard[1] = stdout, standard[2] = stderr;
}

/// During a test's call the program uses no stream but these, and each for its own descriptor: any other is one that it has made up.
void check_stream(std::FILE* file, const Called& call)
{
    if (!Guard::in_call() || !watched()) return;
    for (int i = 0; i < 3; ++i)
        if (file == standard[i] && fileno(file) == i) return;
    only_on_host(call.name, call.return_address);
    Guard::stop(Outside::foreign_stream, call.site(), call.name);
}

/// The links of a list or a tree that the library is about to change.
template <class Node>
void check_node(const Node* node, const Called& call)
{
    check(node, sizeof *node, call);
}

/// Before a test's call, lists and trees of tests are linked by constructors in a program's files.
bool links_watched() { return Worker::active() != nullptr ? watched() : Guard::in_own_call(); }

using TreeNode = std::_Rb_tree_node_base;
constexpr int kDeepest = 256;       // a tree of 2^64 nodes has 128 levels

/// A node that may be rotated: its children's children get new parents.
void check_around(const TreeNode* node, const Called& call)
{
    check_node(node, call);
    for (const TreeNode* const child : {node->_M_left, node->_M_right}) {
        if (child == nullptr) continue;
        check_node(child, call);
        for (const TreeNode* const grandchild : {child->_M_left, child->_M_right})
            if (grandchild != nullptr) check_node(grandchild, call);
    }
}

void check_up(const TreeNode* node, const TreeNode* header, const Called& call)
{
    check_node(header, call);
    for (int i = 0; node != nullptr && node != header; node = node->_M_parent) {
        if (++i > kDeepest) refuse(call);
        check_around(node, call);
    }
}

/// From `node` to its right, then always to the left: the next one in order, which takes its place.
const TreeNode* check_down(const TreeNode* node, const Called& call)
{
    check_around(node, call);
    if (node->_M_left == nullptr || node->_M_right == nullptr) return node;
    node = node->_M_right;
    for (int i = 0; node->_M_left != nullptr; node = node->_M_left) {
        if (++i > kDeepest) refuse(call);
        check_around(node, call);
    }
    check_around(node, call);
    return node;
}

using ListNode = std::__detail::_List_node_base;

}  // namespace

#define HALO_CALLED(name) \
    Called { name, __builtin_return_address(0), HALO_FLOOR }
/// A wrapper that checks one range. `name(…)` is declared with `parameters`, called with `arguments`.
#define HALO_STORES(result, name, parameters, arguments, target, bytes) \
    result __real_##name parameters;                                    \
    result __wrap_##name parameters                                     \
    {                                                                   \
        check(target, bytes, HALO_CALLED(#name));                       \
        return __real_##name arguments;                                 \
    }
#define HALO_STORES_TWO(result, name, parameters, arguments, target, bytes, other, other_bytes) \
    result __real_##name parameters;                                                            \
    result __wrap_##name parameters                                                             \
    {                                                                                           \
        check(target, bytes, HALO_CALLED(#name));                                               \
        check(other, other_bytes, HALO_CALLED(#name));                                          \
        return __real_##name arguments;                                                         \
    }
/// A wrapper that checks a stream, and one that also checks a range.
#define HALO_STREAM(result, name, parameters, arguments, file) \
    result __real_##name parameters;                           \
    result __wrap_##name parameters                            \
    {                                                          \
        check_stream(file, HALO_CALLED(#name));                \
        return __real_##name arguments;                        \
    }
#define HALO_STREAM_STORES(result, name, parameters, arguments, file, target, bytes) \
    result __real_##name parameters;                                                 \
    result __wrap_##name parameters                                                  \
    {                                                                                \
        check_stream(file, HALO_CALLED(#name));                                      \
        check(target, bytes, HALO_CALLED(#name));                                    \
        return __real_##name arguments;                                              \
    }
/// A wrapper of a function of C++, which must not be named: `mangled` is its name for the linker, `name` that for messages.
#define HALO_STORES_CXX(result, mangled, name, parameters, arguments, target, bytes) \
    result __real_##mangled parameters;                                              \
    result __wrap_##mangled parameters                                               \
    {                                                                                \
        check(target, bytes, HALO_CALLED(name));                                     \
        return __real_##mangled arguments;                                           \
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
HALO_STORES(void, qsort, (void* array, std::size_t count, std::size_t bytes, int (*order)(const void*, const void*)), (array, count, bytes, order), array, product(count, bytes))

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

/// The results of a call that ends the program are not complete, whatever the exit code says.
[[noreturn]] void __real_exit(int code);
[[noreturn]] void __wrap_exit(int code)
{
    const Called call = HALO_CALLED("exit");
    only_on_host(call.name, call.return_address);
    if (Guard::in_call() && Guard::on()) Guard::stop(Outside::left_program, call.site(), call.name);
    __real_exit(code);
}
[[noreturn]] void __real_quick_exit(int code);
[[noreturn]] void __wrap_quick_exit(int code)
{
    const Called call = HALO_CALLED("quick_exit");
    only_on_host(call.name, call.return_address);
    if (Guard::in_call() && Guard::on()) Guard::stop(Outside::left_program, call.site(), call.name);
    __real_quick_exit(code);
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

// Guard variables of statics. During a call no other memory may be named. The engine's own come here, too: nothing that has statics
// of its own may be called before it is clear that the program is running.
#define HALO_GUARD(result, mangled)                                                                                     \
    result __real_##mangled(void* guard);                                                                               \
    result __wrap_##mangled(void* guard)                                                                                \
    {                                                                                                                   \
        if (Guard::in_own_call()) {                                                                                     \
            bool known = false;                                                                                         \
            {                                                                                                           \
                const EngineScope scope;                                                                                \
                known = halo::engine::ProgramMemory::instance().is_guard(reinterpret_cast<std::uintptr_t>(guard));      \
            }                                                                                                           \
            if (!known) check(guard, sizeof(std::int64_t), HALO_CALLED(#mangled));                                      \
        }                                                                                                               \
        return __real_##mangled(guard);                                                                                 \
    }
HALO_GUARD(int, __cxa_guard_acquire)
HALO_GUARD(void, __cxa_guard_release)
HALO_GUARD(void, __cxa_guard_abort)

// Streams that read into an array.
HALO_STORES_CXX(std::istream&, _ZNSi4readEPcl, "read", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::streamsize, _ZNSi8readsomeEPcl, "readsome", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi7getlineEPcl, "getline", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi7getlineEPclc, "getline", (std::istream & in, char* to, std::streamsize n, char end), (in, to, n, end), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi3getEPcl, "get", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi3getEPclc, "get", (std::istream & in, char* to, std::streamsize n, char end), (in, to, n, end), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi3getERc, "get", (std::istream & in, char* to), (in, to), to, 1)

// Numbers as text, and back.
#define HALO_TO_CHARS(T, letter)                                                                                                                     \
    HALO_STORES_CXX(std::to_chars_result, _ZSt8to_charsPcS_##letter, "to_chars", (char* to, char* end, T x), (to, end, x), to, std::size_t(end - to)) \
    HALO_STORES_CXX(std::to_chars_result, _ZSt8to_charsPcS_##letter##St12chars_format, "to_chars", (char* to, char* end, T x, std::chars_format f),   \
                    (to, end, x, f), to, std::size_t(end - to))                                                                                      \
    HALO_STORES_CXX(std::to_chars_result, _ZSt8to_charsPcS_##letter##St12chars_formati, "to_chars",                                                   \
                    (char* to, char* end, T x, std::chars_format f, int digits), (to, end, x, f, digits), to, std::size_t(end - to))                 \
    HALO_STORES_CXX(std::from_chars_result, _ZSt10from_charsPKcS0_R##letter##St12chars_format, "from_chars",                                          \
                    (const char* from, const char* end, T* x, std::chars_format f), (from, end, x, f), x, sizeof *x)
HALO_TO_CHARS(float, f)
HALO_TO_CHARS(double, d)
HALO_TO_CHARS(long double, e)

// Links of lists and trees, whose nodes the program may have made up.
void __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* before);
void __wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* before)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched()) check_node(node, call), check_node(before, call), check_node(before->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(node, before);
}
void __real__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node);
void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched()) check_node(node->_M_next, call), check_node(node->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base9_M_unhookEv(node);
}
void __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first, ListNode* last);
void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first, ListNode* last)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched())
        for (ListNode* const each : {node, first, last}) check_node(each, call), check_node(each->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(node, first, last);
}
void __real__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* node);
void __wrap__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* node)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched()) {
        check_node(node, call);
        for (const ListNode* each = node->_M_next; each != node; each = each->_M_next) check_node(each, call);
    }
    __real__ZNSt8__detail15_List_node_base10_M_reverseEv(node);
}
void __real__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode& a, ListNode& b);
void __wrap__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode& a, ListNode& b)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched())
        for (const ListNode* const each : {&a, &b}) check_node(each, call), check_node(each->_M_next, call), check_node(each->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base4swapERS0_S1_(a, b);
}
void __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, TreeNode* node, TreeNode* parent, TreeNode& header);
void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, TreeNode* node, TreeNode* parent, TreeNode& header)
{
    const Called call = HALO_CALLED("std::map");
    if (links_watched()) check_node(node, call), check_up(parent, &header, call);
    __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(left, node, parent, header);
}
TreeNode* __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node, TreeNode& header);
TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node, TreeNode& header)
{
    const Called call = HALO_CALLED("std::map");
    if (links_watched()) check_up(node, &header, call), check_up(check_down(node, call), &header, call);
    return __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(node, header);
}

// Formatted output: how much it is, is known when it has been made once.
int __real_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments);
static int checked_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments, const Called& call)
{
    if (links_watched()) {
        va_list again;
        va_copy(again, arguments);
        check_counts(format, again, call);
        va_end(again);
        va_copy(again, arguments);
        const int length = __real_vsnprintf(nullptr, 0, format, again);
        va_end(again);
        if (length >= 0 && n > 0) check(to, std::min(n, std::size_t(length) + 1), call);
    }
    return __real_vsnprintf(to, n, format, arguments);
}
int __wrap_vsnprintf(char* to, std::size_t n, const char* format, va_list arguments)
{
    return checked_vsnprintf(to, n, format, arguments, HALO_CALLED("vsnprintf"));
}
int __wrap_vsprintf(char* to, const char* format, va_list arguments)
{
    return checked_vsnprintf(to, SIZE_MAX / 2, format, arguments, HALO_CALLED("vsprintf"));
}
int __wrap_snprintf(char* to, std::size_t n, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = checked_vsnprintf(to, n, format, arguments, HALO_CALLED("snprintf"));
    va_end(arguments);
    return length;
}
int __wrap_sprintf(char* to, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = checked_vsnprintf(to, SIZE_MAX / 2, format, arguments, HALO_CALLED("sprintf"));
    va_end(arguments);
    return length;
}
int __real_vfprintf(std::FILE* file, const char* format, va_list arguments);
static int checked_vfprintf(std::FILE* file, const char* format, va_list arguments, const Called& call)
{
    check_stream(file, call);
    va_list again;
    va_copy(again, arguments);
    check_counts(format, again, call);
    va_end(again);
    return __real_vfprintf(file, format, arguments);
}
}  // extern "C"

int halo::engine::print_checked(char* to, std::size_t bytes, const char* format, va_list arguments, const char* call, const void* return_address,
                                std::uintptr_t floor)
{
    return checked_vsnprintf(to, bytes, format, arguments, {call, return_address, floor});
}

int halo::engine::print_checked(std::FILE* file, const char* format, va_list arguments, const char* call, const void* return_address,
                                std::uintptr_t floor)
{
    return checked_vfprintf(file, format, arguments, {call, return_address, floor});
}

extern "C" {

int __wrap_vfprintf(std::FILE* file, const char* format, va_list arguments)
{
    return checked_vfprintf(file, format, arguments, HALO_CALLED("vfprintf"));
}
int __wrap_fprintf(std::FILE* file, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = checked_vfprintf(file, format, arguments, HALO_CALLED("fprintf"));
    va_end(arguments);
    return length;
}

int __real___isoc99_vsscanf(const char* text, const char* format, va_list arguments);
static int checked_vsscanf(const char* text, const char* format, va_list arguments, const Called& call)
{
    va_list again;
    va_copy(again, arguments);
    check_scanned(format, text, again, call);
    va_end(again);
    return __real___isoc99_vsscanf(text, format, arguments);
}
int __wrap___isoc99_vsscanf(const char* text, const char* format, va_list arguments)
{
    return checked_vsscanf(text, format, arguments, HALO_CALLED("vsscanf"));
}
int __real___isoc99_vfscanf(std::FILE* file, const char* format, va_list arguments);
static int checked_vfscanf(std::FILE* file, const char* format, va_list arguments, const Called& call)
{
    check_stream(file, call);
    va_list again;
    va_copy(again, arguments);
    check_scanned(format, nullptr, again, call);
    va_end(again);
    return __real___isoc99_vfscanf(file, format, arguments);
}
int __wrap___isoc99_vfscanf(std::FILE* file, const char* format, va_list arguments)
{
    return checked_vfscanf(file, format, arguments, HALO_CALLED("vfscanf"));
}
int __wrap___isoc99_sscanf(const char* text, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int read = checked_vsscanf(text, format, arguments, HALO_CALLED("sscanf"));
    va_end(arguments);
    return read;
}
int __wrap___isoc99_fscanf(std::FILE* file, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int read = checked_vfscanf(file, format, arguments, HALO_CALLED("fscanf"));
    va_end(arguments);
    return read;
}
int __wrap___isoc99_scanf(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int read = checked_vfscanf(stdin, format, arguments, HALO_CALLED("scanf"));
    va_end(arguments);
    return read;
}

}  // extern "C"
