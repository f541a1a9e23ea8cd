#pragma once
// What a tests.cpp states through the macros of harness/lab.hpp: functions, cases, limits, lessons.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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
    bool hidden = false;              ///< students see no more than whether it passed: judge/apart.hpp
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
    bool remark = false;              ///< exceeding it is not a failure: a pass says so
};

/// A price that a function pays on purpose, because the lab teaches it: a pass says nothing of it.
struct Lesson {
    std::string function;
    std::uint64_t Counters::*member = nullptr;
};

/// In which steps the grader draws the size of a function's measured case, near the stated one: a kernel for that size alone does not pass. What is not
/// named here has the step of its kind. 0: as stated.
struct DrawSteps {
    std::string of;                   ///< the function's name
    std::vector<DrawStep> steps;
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

std::size_t add_case(const char* function, const char* sentence, bool measured, std::vector<Size> sizes);

/// The same from sizes of the function's kind.
template <KindSize S>
std::size_t add_case(const char* function, const char* sentence, bool measured, std::initializer_list<S> sizes)
{
    return add_case(function, sentence, measured, std::vector<Size>(sizes.begin(), sizes.end()));
}

/// Applies to the case that was added last.
bool add_limit(const char* function, const char* counter, std::uint64_t Counters::*member, double most,
               const char* attempt, bool remark = false);

bool add_lesson(const char* function, std::uint64_t Counters::*member);

bool add_steps(const char* function, std::vector<DrawStep> steps);

template <KindSize S>
constexpr bool has_number(std::string_view name)
{
    return std::ranges::any_of(S::numbers(), [name](const SizeNumber<S>& one) { return name == one.name; });
}

/// A step for one number of a function's sizes, `{"width", 64}`; another name does not compile.
template <KindSize S>
struct StepOf {
    consteval StepOf(const char* number, int step) : number(number), step(step)
    {
        if (!has_number<S>(number)) throw "the function's sizes have no number of this name";
    }

    const char* number;
    int step;
};

template <KindSize S>
bool add_steps(const char* function, std::initializer_list<StepOf<S>> steps)
{
    std::vector<DrawStep> all;
    for (const StepOf<S>& one : steps) all.push_back({one.number, one.step});
    return add_steps(function, std::move(all));
}
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
        entry.new_task = [kind](const Size& size) { return kind.card_task(size.as<typename K::Size>()); };
#if defined(HALO_BASIC_KERNELS)
        entry.new_basic = [kind](const Size& size) { return kind.card_basic(size.as<typename K::Size>()); };
#endif
    }
    return entry;
}

template <Kind K>
FunctionEntry whole_entry(const char* name, typename K::Function function, const K& kind)
{
    return {.name = name, .kind = kind, .new_caller = [function, kind] { return kind.caller(function); }};
}

}  // namespace halo::lab
