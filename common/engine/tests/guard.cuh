#pragma once
// What the tests of the guard have in common: how a call ended, and an array that is not the submission's.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "findings/describe.hpp"

/// Of AddressSanitizer's library, in `make sanitize`.
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
}

namespace {

using namespace halo;

inline bool free_is_watched_by_sanitizer() { return __asan_init != nullptr; }

/// A call that a finding ends runs no destructors, and leaks what it has allocated.
struct MayLeak {
    MayLeak()
    {
        if (__lsan_disable != nullptr) __lsan_disable();
    }
    ~MayLeak()
    {
        if (__lsan_enable != nullptr) __lsan_enable();
    }
};

/// The finding that ended a call of `function`; its kind is a leak if none did.
template <class Function>
Finding end_of(Function function)
{
    engine::reset_watchers();
    const bool returned = engine::call_guarded(function);
    engine::forget_host_arrays();
    const std::vector<Finding> all = engine::findings();
    CHECK(returned == all.empty());
    Finding none;
    none.kind = FindingKind::leak;
    return all.empty() ? none : all.front();
}

/// Of a call that does not return.
template <class Function>
Finding ended_by(Function function)
{
    const MayLeak may_leak;
    return end_of(function);
}

template <class Function>
bool passes(Function function)
{
    return end_of(function).kind == FindingKind::leak;
}

/// An array of the test: on its part of the heap, and with room on both sides.
struct OfTest {
    std::unique_ptr<long[]> room = std::make_unique<long[]>(24);
    long* const array = room.get() + 8;
    OfTest() { std::fill(room.get(), room.get() + 24, 7); }
    bool untouched() const { return std::count(room.get(), room.get() + 24, 7) == 24; }
};

/// What would have stored to memory that is not the call's, and ended it instead: a function of a library; empty for an instruction.
template <class Function>
std::string prevents(const OfTest& of_test, Function function)
{
    const Finding f = ended_by(function);
    CHECK(f.kind == FindingKind::out_of_bounds);
    CHECK(f.outside == Outside::foreign_memory);
    CHECK(f.at.file.find("tests/guard") != f.at.file.npos);
    CHECK(of_test.untouched());
    return f.call;
}

template <class T>
[[gnu::noinline]] void store(T* to, T value)
{
    *to = value;
}
[[gnu::noinline]] long* kept(long* pointer)
{
    long* volatile same = pointer;
    return same;
}

}  // namespace
