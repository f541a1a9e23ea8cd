#pragma once
// How a lab states its cases, once. Three programs are built from the same tests.cpp:
//
//   test   the student's program: calls the functions and compares
//   judge  course code only: makes inputs, holds the reference; refers to no function of a student (HALO_JUDGE)
//   run    calls the functions and passes on what they wrote; knows no expected value (HALO_RUN)
//
// and with nvcc a fourth, the timer: it knows what a card is to be given, and loads the functions from libraries (HALO_TIME)
//
//   #include "harness/lab.hpp"
//   #include "kinds/convolution/kind.hpp"        // the kind that the lab names; the harness knows none
//
//   LAB("07_conv2d_tiled", "conv2d_tiled.cu")
//   LAB_FUNCTION(conv2d_tiled, Conv2d{.radius = kRadius, .tile = kTile})
//   LAB_CASE(conv2d_tiled, "a tile that overhangs the edge writes every pixel, and only pixels", {17, 15}, {33, 5})
//   LAB_MEASURE(conv2d_tiled, "a block makes hardly more loads than its patch has pixels", {200, 136})
//   LAB_LIMIT(conv2d_tiled, shared_bank_conflicts, 0.1, "let a warp read along a row of the tile")
//
// A case calls the function twice for each size: same pointers, same sizes, new data and a new filter. The output starts as NaN,
// between guard bands. A measured case also counts what the function did; a student's tests on the engine call it once. A limit applies
// to the case above it and bounds a counter per element of the output, so that it suits blocks and tiles of any shape.

#include "harness/lab/cases.hpp"

#define HALO_JOIN_(a, b) a##b
#define HALO_JOIN(a, b) HALO_JOIN_(a, b)

#define LAB(name, file) const bool ::halo::lab::lab_is_stated = ::halo::lab::name_lab(name, file);

#if defined(HALO_JUDGE)
#define HALO_ENTRY_(name, ...) judged_entry(#name, __VA_ARGS__)
#elif defined(HALO_RUN)
#define HALO_ENTRY_(name, ...) called_entry(#name, &::name, __VA_ARGS__)
#elif defined(HALO_TIME)
#define HALO_ENTRY_(name, ...) timed_entry(#name, __VA_ARGS__)
#else
#define HALO_ENTRY_(name, ...) whole_entry(#name, &::name, __VA_ARGS__)
#endif
#define LAB_FUNCTION(name, ...) \
    using HALO_JOIN(halo_size_, name) = decltype(__VA_ARGS__)::Size; \
    [[maybe_unused]] static const bool HALO_JOIN(halo_function_, name) = \
        ::halo::lab::add_function(::halo::lab::HALO_ENTRY_(name, __VA_ARGS__));

#define LAB_CASE(function, sentence, ...) HALO_CASE_(__COUNTER__, function, sentence, false, __VA_ARGS__)
#define LAB_MEASURE(function, sentence, ...) HALO_CASE_(__COUNTER__, function, sentence, true, __VA_ARGS__)
#ifdef HALO_SWEEP               // another kTile than the lab's: limits are meant for that one
#define LAB_LIMIT(function, counter, most, attempt)
#define LAB_REMARK(function, counter, most, attempt)
#else
#define LAB_LIMIT(function, counter, most, attempt) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_limit_, __COUNTER__) = \
        ::halo::lab::add_limit(#function, #counter, &::halo::Counters::counter, most, attempt);

/// The same for what a right solution may do, though it misses the point.
#define LAB_REMARK(function, counter, most, attempt) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_limit_, __COUNTER__) = \
        ::halo::lab::add_limit(#function, #counter, &::halo::Counters::counter, most, attempt, true);
#endif

/// What the function shall cost too much of, so that its reader sees it in the profile.
#define LAB_LESSON(function, counter) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_lesson_, __COUNTER__) = \
        ::halo::lab::add_lesson(#function, &::halo::Counters::counter);

/// In which steps the grader draws the measured size: LAB_DRAW(transpose_fast, {"width", 64}, {"height", 64})
#define LAB_DRAW(function, ...) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_steps_, function) = ::halo::lab::add_steps<halo_size_##function>(#function, {__VA_ARGS__});

/// The function may read its input through a texture.
#define LAB_TEXTURE(function) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_texture_, function) = ::halo::lab::add_texture(#function);

#define HALO_CASE_(n, function, sentence, measured, ...) HALO_CASE_STATED_(n, function, sentence, measured, __VA_ARGS__)
#define HALO_CASE_STATED_(n, function, sentence, measured, ...) \
    [[maybe_unused]] static const std::size_t halo_case_##n = \
        ::halo::lab::add_case<halo_size_##function>(#function, sentence, measured, {__VA_ARGS__});
