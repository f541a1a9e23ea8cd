#pragma once
// How a lab states its cases, once. Three programs are built from the same tests.cpp:
//
//   test   the student's program: calls the functions and compares (HALO_TEST)
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

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "findings/counters.hpp"
#include "kinds/judged.hpp"

namespace halo::lab {

/// A sentence, and the sizes that must make it true.
struct Case {
    std::string function;
    std::string sentence;
    std::vector<Size> sizes;
    bool measured = false;            ///< counted, and compared with the closed form if the problem is tiled
};

/// Each program has the half that it may know.
struct FunctionEntry {
    std::string name;
    Judged kind = {};                             ///< empty in `run`
    std::function<Caller()> new_caller = {};      ///< empty in `judge`
    CardCaller card_caller = {};                  ///< only in `run`, of functions that can be timed
    std::function<std::unique_ptr<CardTask>(const Size&)> new_task = {};      ///< only in the timer, of such functions
    std::function<CardCaller(const Size&)> new_basic = {};                    ///< and the kernel that they are compared with; empty in a handout
};

/// What the function may do at most in one case.
struct Limit {
    std::string function;
    std::string counter;              ///< its name in reports
    std::uint64_t Counters::*member = nullptr;
    double most = 0;                  ///< for each element of the output
    std::string attempt;              ///< what to try when it is exceeded
    std::size_t case_index = 0;       ///< into `Lab::cases`
    bool remark = false;              ///< exceeding it is no failure: a pass says so
};

/// A price that a function pays on purpose, because the lab teaches it: a pass says nothing of it.
struct Lesson {
    std::string function;
    std::uint64_t Counters::*member = nullptr;
};

/// In which steps the grader draws the size of a function's measured case, near the stated one: a kernel for that size alone does not pass. A sector is
/// 8 elements. 0: as stated.
struct DrawSteps {
    std::string of = {};              ///< the function's name
    int width = 8, height = 8, in_channels = 8, out_channels = 4;
};

/// What a tests.cpp states.
struct Lab {
    std::string name;                 ///< `07_conv2d_tiled`
    std::string file;                 ///< `conv2d_tiled.cu`
    std::vector<FunctionEntry> functions;
    std::vector<Case> cases;
    std::vector<Limit> limits;
    std::vector<Lesson> lessons = {};
    std::vector<DrawSteps> steps = {};                  ///< of functions that need others than the usual ones
    std::vector<std::string> textures = {};         ///< functions whose input may come through a texture

    const FunctionEntry* find(const std::string& function) const;
};

/// The lab that this program was built from.
Lab& the_lab();

bool name_lab(const char* name, const char* file);

/// Defined by LAB. The programs' main() refers to it, since the linker takes from an archive only what is referred to.
extern const bool lab_is_stated;

std::size_t add_case(const char* function, const char* sentence, bool measured, std::initializer_list<Size> sizes);

/// Applies to the case that was added last.
bool add_limit(const char* function, const char* counter, std::uint64_t Counters::*member, double most,
               const char* attempt, bool remark = false);

bool add_lesson(const char* function, std::uint64_t Counters::*member);

bool add_steps(const char* function, DrawSteps steps);
bool add_texture(const char* function);

bool add_function(FunctionEntry entry);

/// The halves of an entry: a program links what these refer to.
template <Kind K>
FunctionEntry judged_entry(const char* name, const K& kind)
{
    return {.name = name, .kind = kind};
}

template <Kind K>
FunctionEntry called_entry(const char* name, typename K::Function function, const K& kind)
{
    FunctionEntry entry{.name = name, .new_caller = [function, kind] { return kind.caller(function); }};
    if constexpr (CardCalledKind<K>) entry.card_caller = kind.card_caller(function);
    return entry;
}

template <Kind K>
FunctionEntry timed_entry(const char* name, const K& kind)
{
    FunctionEntry entry{.name = name, .kind = kind};
    if constexpr (TimedKind<K>) {
        entry.new_task = [kind](const Size& size) { return kind.card_task(size); };
#if defined(HALO_BASIC_KERNELS)
        entry.new_basic = [kind](const Size& size) { return kind.card_basic(size); };
#endif
    }
    return entry;
}

template <Kind K>
FunctionEntry whole_entry(const char* name, typename K::Function function, const K& kind)
{
    return {.name = name, .kind = kind, .new_caller = [function, kind] { return kind.caller(function); }};
}

/// Runs the case in its own process and reports it to doctest. Only in the student's program.
void test_case(std::size_t index);

}  // namespace halo::lab

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

/// In which steps the grader draws the measured size: LAB_DRAW(reverse_blocks, .width = 256)
#define LAB_DRAW(function, ...) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_steps_, function) = ::halo::lab::add_steps(#function, {.of = {}, __VA_ARGS__});

/// The function may read its input through a texture.
#define LAB_TEXTURE(function) \
    [[maybe_unused]] static const bool HALO_JOIN(halo_texture_, function) = ::halo::lab::add_texture(#function);

#if defined(HALO_TEST)
#include <doctest/doctest.h>
#define HALO_CASE_(n, function, sentence, measured, ...) HALO_CASE_TESTED_(n, function, sentence, measured, __VA_ARGS__)
#define HALO_CASE_TESTED_(n, function, sentence, measured, ...) \
    static const std::size_t halo_case_##n = ::halo::lab::add_case(#function, sentence, measured, {__VA_ARGS__}); \
    TEST_CASE(doctest::test_suite(#function) * sentence) { ::halo::lab::test_case(halo_case_##n); }
#else
#define HALO_CASE_(n, function, sentence, measured, ...) HALO_CASE_STATED_(n, function, sentence, measured, __VA_ARGS__)
#define HALO_CASE_STATED_(n, function, sentence, measured, ...) \
    [[maybe_unused]] static const std::size_t halo_case_##n = \
        ::halo::lab::add_case(#function, sentence, measured, {__VA_ARGS__});
#endif
