#pragma once
// The C++ form of NVTX, likewise without effect.

#include "../halo/profiler_marks.hpp"

namespace nvtx3 {

struct domain {
    struct global {};
};
struct color {
    explicit constexpr color(std::uint32_t) {}
};
struct rgb {
    constexpr rgb(std::uint8_t, std::uint8_t, std::uint8_t) {}
};
struct argb {
    constexpr argb(std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t) {}
};
struct category {
    explicit constexpr category(std::uint32_t) {}
};
struct payload {
    template <class T>
    explicit constexpr payload(T) {}
};
struct message {
    template <class T>
    constexpr message(const T&) {}
};
struct event_attributes {
    template <class... Attributes>
    explicit constexpr event_attributes(const Attributes&...) {}
};

template <class Domain = domain::global>
struct scoped_range_in {
    template <class... Attributes>
    explicit scoped_range_in(const Attributes&...) {}
    ~scoped_range_in() {}   // not trivial: a range that is only declared is not unused
    scoped_range_in(const scoped_range_in&) = delete;
    scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;

template <class Domain = domain::global>
struct unique_range_in {
    template <class... Attributes>
    explicit unique_range_in(const Attributes&...) {}
    ~unique_range_in() {}
    unique_range_in(unique_range_in&&) = default;
    unique_range_in& operator=(unique_range_in&&) = default;
};
using unique_range = unique_range_in<>;

template <class Domain = domain::global, class... Attributes>
void mark_in(const Attributes&...) {}
template <class... Attributes>
void mark(const Attributes&...) {}

}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IN(domain) static_cast<void>(0)
