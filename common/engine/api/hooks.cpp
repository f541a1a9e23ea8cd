// The functions that instrumented code calls. -fsanitize=thread inserts a call before each load and store of the
// student's code; the sanitizer's library would look for host races, ours passes the access to the watchers.

#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "engine/api/card_print.hpp"
#include "engine/api/library.hpp"
#include "engine/api/library_checks.hpp"
#include "engine/headers/halo/builtins.hpp"
#include "engine/headers/halo/device_functions.hpp"
#include "engine/headers/halo/loops.hpp"
#include "engine/headers/halo/parameters.hpp"
#include "engine/headers/halo/warp_runtime.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/host_arrays.hpp"
#include "engine/memory/host_memory.hpp"
#include "engine/memory/layout.hpp"
#include "engine/session/report.hpp"
#include "engine/session/session.hpp"
#include "engine/schedule/guard.hpp"
#include "engine/schedule/worker.hpp"

namespace halo::engine {
namespace {

/// Host code dereferences a device pointer: on a machine with a card the program would crash here.
[[gnu::noinline, gnu::cold]] void host_touches_device(std::uintptr_t address, std::uint32_t bytes, Access kind,
                                                      std::uintptr_t site)
{
    const EngineScope scope;
    if (host_may_touch(address, bytes, kind)) return;
    Arena& arena = Arena::instance();
    RawFinding s;
    s.kind = FindingKind::crash;
    s.kernel = RawFinding::kHost;
    s.outside = Outside::device_pointer;
    s.allocation = arena.find(address);
    if (const Allocation* nearest = arena.nearest(address); nearest != nullptr && nearest->host_access()) {
        s.allocation = nearest;
        s.outside = nearest->freed ? Outside::freed : address < nearest->base ? Outside::before_start : Outside::past_end;
    }
    s.site = site;
    s.access = kind;
    s.where = address;
    s.bytes = bytes;
    Session::instance().add(s);
}

inline bool on_host(std::uintptr_t address)
{
    if (EngineScope::inside()) return false;
    const EngineScope scope;                  // the first use reads settings, and must not come back here
    return Arena::instance().contains(address);
}

inline bool is_device_variable(std::uintptr_t address)
{
    if (EngineScope::inside() || Layout::being_made()) return false;
    const EngineScope scope;
    return Layout::instance().is_device_only(address);
}

/// On a machine with a card, the name refers in host code to a separate host variable, which the device does not see.
[[gnu::noinline, gnu::cold]] void host_touches_variable(std::uintptr_t address, std::uint32_t bytes, Access kind, std::uintptr_t site)
{
    const EngineScope scope;
    RawFinding s;
    s.kind = FindingKind::out_of_bounds;
    s.kernel = RawFinding::kHost;
    s.outside = Outside::device_pointer;
    if (Layout::instance().is_constant(address)) s.space = Space::constant;
    else s.device_copy = address;
    s.site = site;
    s.access = kind;
    s.where = address;
    s.bytes = bytes;
    Session::instance().add(s);
}

/// Host code leaves an array that the caller named. On a card's machine it would read or change what is next in memory.
[[gnu::noinline, gnu::cold]] void host_leaves_array(NamedArray& named, std::uintptr_t address, std::uint32_t bytes, Access kind,
                                                    std::uintptr_t site)
{
    const EngineScope scope;
    named.left = true;
    RawFinding s;
    s.kind = FindingKind::out_of_bounds;
    s.kernel = RawFinding::kHost;
    s.outside = address < named.begin ? Outside::before_start : Outside::past_end;
    s.space = Space::host;
    s.host_array = named.array;
    s.site = site;
    s.access = kind;
    s.where = address;
    s.bytes = bytes;
    Session::instance().add(s);
}

void touched_host_array(std::uintptr_t address, std::uint64_t bytes, Access kind, std::uintptr_t site)
{
    NamedArray* named = HostArrays::instance().near(address);
    if (named == nullptr) return;
    if (!named->holds(address, bytes))
        host_leaves_array(*named, std::max(address, address < named->begin ? address : named->end), std::uint32_t(bytes), kind, site);
    if (kind == Access::read) Session::instance().host_work.reads += (bytes + named->array.element_bytes - 1) / named->array.element_bytes;
    named->reached = std::max(named->reached, std::size_t(address + bytes - named->begin));
}

}  // namespace

bool host_may_pass(std::uintptr_t address, std::uint64_t bytes, Access kind, std::uintptr_t site)
{
    const bool device = on_host(address), variable = !device && is_device_variable(address);
    if (device) host_touches_device(address, std::uint32_t(bytes), kind, site);
    else if (variable) host_touches_variable(address, std::uint32_t(bytes), kind, site);
    else touched_host_array(address, bytes, kind, site);
    return !device && !variable;
}

namespace {

[[gnu::noinline]] void touched_by_host(std::uintptr_t address, std::uint64_t bytes, Access kind, std::uintptr_t site)
{
    if (!host_may_pass(address, bytes, kind, site)) return;
    if (kind != Access::read) Guard::check(address, bytes, site);
}

template <std::uint32_t Bytes, Access Kind, bool Aligned = true>
[[gnu::always_inline]] inline void touched(const void* pointer, const void* return_address)
{
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto site = reinterpret_cast<std::uintptr_t>(return_address);
    if (Worker* worker = Worker::active()) [[likely]]
        return worker->touch<Bytes, Kind, Aligned>(address, site);
    touched_by_host(address, Bytes, Kind, site);
}

/// The compiler reports a range for a struct whose size is not a power of two or not its alignment: a card moves it
/// member by member, usually in words.
std::uint32_t step_of(std::size_t bytes)
{
    const std::size_t even = bytes & -bytes;
    return static_cast<std::uint32_t>(even < bytes ? std::min<std::size_t>(even, 4) : std::clamp<std::size_t>(bytes / 2, 1, 4));
}

void touched_range(const void* pointer, std::size_t bytes, std::uint32_t step, Access kind, const void* return_address)
{
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto site = reinterpret_cast<std::uintptr_t>(return_address);
    if (Worker* worker = Worker::active())
        worker->touch_range(address, bytes, step, kind, site);
    else
        touched_by_host(address, bytes, kind, site);
}

/// An access that other threads may make at the same time: an atomic one, or one to a volatile word.
void touched_strongly(const void* pointer, unsigned bytes, Access kind, const void* return_address)
{
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto site = reinterpret_cast<std::uintptr_t>(return_address);
    if (Worker* worker = Worker::active())
        worker->touch_strongly(address, bytes, kind, site);
    else
        touched_by_host(address, bytes, kind, site);
}

/// An update that is not an access of a warp: only whether the memory may be used matters.
void updated(const void* pointer, std::size_t bytes, const void* return_address)
{
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto site = reinterpret_cast<std::uintptr_t>(return_address);
    if (Worker* worker = Worker::active()) worker->check_update(address, std::uint32_t(bytes), site);
    else touched_by_host(address, bytes, Access::write, site);
}

/// Calls of memcpy, memmove and memset are not instrumented. Only their accesses to device and shared memory matter.
void touched_by_library(const void* pointer, std::size_t bytes, Access kind, const void* return_address)
{
    Worker* worker = Worker::active();
    if (bytes != 0 && (worker == nullptr ? !EngineScope::inside() : worker->runs_student_code()))
        touched_range(pointer, bytes, step_of(bytes), kind, return_address);
}

}  // namespace

void check_read(const void* source, std::size_t bytes, const Called& call)
{
    if (source != nullptr && watched()) touched_by_library(source, bytes, Access::read, call.return_address);
}
void check_host_read(const void* source, std::size_t bytes, const Called& call)
{
    if (Worker::active() == nullptr) check_read(source, bytes, call);
}

}  // namespace halo::engine

namespace halo_engine {

using halo::Access;
using halo::engine::touched_strongly;
using halo::engine::Worker;

bool in_kernel() noexcept { return Worker::active() != nullptr; }

#if !defined(__x86_64__)
uint3 thread_index() noexcept
{
    return halo_now.thread;
}
uint3 block_index() noexcept { return halo_now.block; }
uint3 block_extent_index() noexcept { return halo_now.block_extent; }
uint3 grid_extent_index() noexcept { return halo_now.grid_extent; }
std::uint64_t loop_path() noexcept { return halo_now.loop_path; }
void set_loop_path(std::uint64_t path) noexcept { halo_now.loop_path = path; }
void add_turn() noexcept { halo_now.loop_path += kTurn; }
#endif

void* dynamic_shared_memory(const char* name, unsigned element_bytes) noexcept
{
    return Worker::active()->dynamic_shared({name, element_bytes});
}

#define HALO_SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

const std::uint64_t* meet(const Call& call, unsigned mask, std::uint64_t value)
{
    Worker::active()->meet(call, HALO_SITE, false, mask, value);
    return Worker::active()->values();
}
unsigned gather(const Call& call)
{
    Worker::active()->meet(call, HALO_SITE, true, 0, 0);
    return Worker::active()->met();
}
void grid_sync(int number, int line) { Worker::active()->grid_sync({HALO_SITE, number, line}); }
unsigned met() { return Worker::active()->met(); }
void absent_lane(const Call& call, unsigned source) { Worker::active()->absent_lane(call, source); }
void note_exchange(const Call& call, unsigned source) { Worker::active()->exchange(call, source); }
unsigned lane() noexcept { return Worker::active()->lane(); }
void note_fence(bool only_block) noexcept
{
    if (Worker* worker = Worker::active()) worker->fence(only_block ? halo::engine::FenceScope::block : halo::engine::FenceScope::device);
}

#if !defined(__x86_64__)
void local_array_begins(LocalRecord* record, const volatile void* array, const LocalShape* shape) noexcept
{
    record->outer = halo_now.locals;
    record->shape = shape;
    record->begin = reinterpret_cast<std::uintptr_t>(array);
    record->used = 0;
    halo_now.locals = record;
}
void local_array_ends(const LocalRecord* record) noexcept { halo_now.locals = record->outer; }
#endif
void outside_local_array(const LocalShape& shape, std::uint32_t dimension, std::ptrdiff_t row, std::ptrdiff_t index)
{
    if (Worker* const worker = Worker::active()) worker->outside_local_array(shape, dimension, row, index, HALO_SITE);
    halo::engine::Guard::stop(halo::Outside::foreign_memory, HALO_SITE, "");
}

void return_from_kernel() { Worker::active()->return_from_kernel(); }
void trap() { Worker::active()->trap(HALO_SITE); }
void left_at(int line) noexcept { Worker::active()->left_at(line); }

void note_atomic(void* address, unsigned bytes, const void* site) noexcept
{
    touched_strongly(address, bytes, Access::atomic, site);
}

}  // namespace halo_engine

using halo::Access;
using halo::engine::touched;
using halo::engine::touched_by_library;
using halo::engine::step_of;
using halo::engine::touched_range;
using halo::engine::touched_strongly;
using halo::engine::updated;
using halo::engine::Worker;

extern "C" {

void __tsan_init() { halo::engine::stores_are_seen = true; }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void** p, void*) { updated(p, sizeof *p, __builtin_return_address(0)); }
void __tsan_vptr_read(void**) {}

#define HALO_HOOKS(bytes)                                                                                       \
    void __tsan_read##bytes(void* p) { touched<bytes, Access::read>(p, __builtin_return_address(0)); }           \
    void __tsan_write##bytes(void* p) { touched<bytes, Access::write>(p, __builtin_return_address(0)); }         \
    void __tsan_unaligned_read##bytes(void* p) { touched<bytes, Access::read, false>(p, __builtin_return_address(0)); } \
    void __tsan_unaligned_write##bytes(void* p) { touched<bytes, Access::write, false>(p, __builtin_return_address(0)); } \
    void __tsan_volatile_read##bytes(void* p) { touched_strongly(p, bytes, Access::read, __builtin_return_address(0)); } \
    void __tsan_volatile_write##bytes(void* p) { touched_strongly(p, bytes, Access::write, __builtin_return_address(0)); }
HALO_HOOKS(1)
HALO_HOOKS(2)
HALO_HOOKS(4)
HALO_HOOKS(8)
HALO_HOOKS(16)

void __tsan_read_range(void* p, std::size_t bytes)
{
    touched_range(p, bytes, step_of(bytes), Access::read, __builtin_return_address(0));
}
void __tsan_write_range(void* p, std::size_t bytes)
{
    touched_range(p, bytes, step_of(bytes), Access::write, __builtin_return_address(0));
}

// Code may use std::atomic and the compiler's own atomic functions. The strongest memory order is always correct. A load is a load
// to the watchers, whatever it is called, as is one of a volatile word, and an update is an atomic access.
#define HALO_PLAIN(p) const_cast<const void*>(reinterpret_cast<const volatile void*>(p))
#define HALO_UPDATED(p) touched_strongly(HALO_PLAIN(p), sizeof *(p), Access::atomic, __builtin_return_address(0))
void __tsan_atomic_thread_fence(int)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}
#define HALO_ATOMIC(bits, T, name, builtin)                      \
    T __tsan_atomic##bits##_##name(volatile T* p, T v, int)       \
    {                                                             \
        HALO_UPDATED(p);                                          \
        return builtin(p, v, __ATOMIC_SEQ_CST);                   \
    }
#define HALO_COMPARE(bits, T, name)                                                             \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile T* p, T* e, T v, int, int)       \
    {                                                                                           \
        HALO_UPDATED(p);                                                                        \
        updated(e, sizeof *e, __builtin_return_address(0));                                     \
        halo_engine::note_swap(__atomic_load_n(p, __ATOMIC_SEQ_CST) != *e);                     \
        return __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
#define HALO_ATOMICS(bits, T)                                                                              \
    T __tsan_atomic##bits##_load(const volatile T* p, int)                                                 \
    {                                                                                                      \
        touched_strongly(HALO_PLAIN(p), sizeof(T), Access::read, __builtin_return_address(0));             \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                       \
    }                                                                                                      \
    void __tsan_atomic##bits##_store(volatile T* p, T v, int)                                              \
    {                                                                                                      \
        touched_strongly(HALO_PLAIN(p), sizeof(T), Access::write, __builtin_return_address(0));            \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                          \
    }                                                                                                      \
    HALO_ATOMIC(bits, T, exchange, __atomic_exchange_n)                                                    \
    HALO_ATOMIC(bits, T, fetch_add, __atomic_fetch_add)                                                    \
    HALO_ATOMIC(bits, T, fetch_sub, __atomic_fetch_sub)                                                    \
    HALO_ATOMIC(bits, T, fetch_and, __atomic_fetch_and)                                                    \
    HALO_ATOMIC(bits, T, fetch_or, __atomic_fetch_or)                                                      \
    HALO_ATOMIC(bits, T, fetch_xor, __atomic_fetch_xor)                                                    \
    HALO_ATOMIC(bits, T, fetch_nand, __atomic_fetch_nand)                                                  \
    HALO_COMPARE(bits, T, strong)                                                                          \
    HALO_COMPARE(bits, T, weak)
HALO_ATOMICS(8, std::uint8_t)
HALO_ATOMICS(16, std::uint16_t)
HALO_ATOMICS(32, std::uint32_t)
HALO_ATOMICS(64, std::uint64_t)

// The linker redirects these calls to us (--wrap).
void* __real_memcpy(void*, const void*, std::size_t);
void* __real_memmove(void*, const void*, std::size_t);
void* __real_memset(void*, int, std::size_t);

void* __wrap_memcpy(void* target, const void* source, std::size_t bytes)
{
    touched_by_library(source, bytes, Access::read, __builtin_return_address(0));
    touched_by_library(target, bytes, Access::write, __builtin_return_address(0));
    return __real_memcpy(target, source, bytes);
}
void* __wrap_memmove(void* target, const void* source, std::size_t bytes)
{
    touched_by_library(source, bytes, Access::read, __builtin_return_address(0));
    touched_by_library(target, bytes, Access::write, __builtin_return_address(0));
    return __real_memmove(target, source, bytes);
}
void* __wrap_memset(void* target, int value, std::size_t bytes)
{
    touched_by_library(target, bytes, Access::write, __builtin_return_address(0));
    return __real_memset(target, value, bytes);
}

[[noreturn]] void __real___assert_fail(const char* expression, const char* file, unsigned line, const char* function);

[[noreturn]] void __wrap___assert_fail(const char* expression, const char* file, unsigned line, const char* function)
{
    Worker* worker = Worker::active();
    if (worker != nullptr && worker->runs_student_code()) worker->fail_assertion(expression, file, int(line), function);
    halo::engine::report_findings();       // abort() runs no function given to atexit
    __real___assert_fail(expression, file, line, function);
}

[[noreturn]] void __real_abort();
[[noreturn]] void __wrap_abort()
{
    if (Worker::active() == nullptr) halo::engine::report_findings();
    __real_abort();
}

// Output of printf in a kernel is kept until the launch ends, then printed block by block.
static int print(const char* format, va_list arguments, const char* call, const void* return_address, std::uintptr_t floor)
{
    Worker* worker = Worker::active();
    if (worker == nullptr) return halo::engine::print_checked(stdout, format, arguments, call, return_address, floor);
    char text[1024];
    const halo::engine::CardPrinted printed = halo::engine::print_as_card(text, sizeof text, format, arguments);
    worker->print(text, reinterpret_cast<std::uintptr_t>(return_address));
    if (printed.literal != nullptr) worker->note_literal({printed.literal, printed.literal_bytes}, reinterpret_cast<std::uintptr_t>(return_address));
    return printed.arguments;
}
int __wrap_vprintf(const char* format, va_list arguments)
{
    return print(format, arguments, "vprintf", __builtin_return_address(0), HALO_FLOOR);
}
int __wrap_printf(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = print(format, arguments, "printf", __builtin_return_address(0), HALO_FLOOR);
    va_end(arguments);
    return length;
}
int __wrap_puts(const char* text)
{
    if (Worker* worker = Worker::active()) {
        worker->print(text, HALO_SITE);
        worker->print("\n", HALO_SITE);
        return 0;
    }
    return std::fputs(text, stdout) < 0 || std::fputc('\n', stdout) < 0 ? EOF : 0;
}
int __wrap_putchar(int character)
{
    if (Worker* worker = Worker::active()) {
        const char text = static_cast<char>(character);
        worker->print({&text, 1}, HALO_SITE);
        return character;
    }
    return std::fputc(character, stdout);
}

}  // extern "C"
