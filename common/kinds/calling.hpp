#pragma once
// The calling half of a kind, which is linked with a student's code: how a function gets its inputs, and where its output is
// fetched. It knows no expected value.

#include <concepts>
#include <cstddef>
#include <functional>
#include <vector>

#include "findings/input_use.hpp"
#include "kinds/card_task.hpp"
#include "kinds/inputs.hpp"

namespace halo::lab {

/// An array on the host that a function gets, for messages.
struct HostArray {
    const void* start = nullptr;
    std::size_t bytes = 0, element_bytes = sizeof(float);
    const char* name = "";                          ///< the parameter's: `h_in`
    std::size_t before = 0, after = 0;              ///< bytes around it that are nobody's
    bool constant = false;                          ///< the function may not store to it; set by the harness, see GivenArray
};

/// What runs the kernels of a call: the CPU engine or a GPU.
class Backend {
public:
    virtual ~Backend() = default;

    /// Elements to put around device arrays: the engine detects every access outside an array, a GPU detects none.
    virtual std::size_t device_guard() const = 0;

    /// Names an array of the next run: the engine reports what leaves it, a GPU's machine cannot.
    virtual void name_host_array(const HostArray& array) = 0;

    /// An array of the next run: the engine follows its numbers, a GPU cannot.
    virtual void give(const GivenArray& array) = 0;

    /// Runs the function under test. False when nothing can be fetched from the device afterwards.
    virtual bool run(const std::function<void()>& call) = 0;
};

/// An output as it was fetched.
struct RawOutput {
    std::vector<float> values = {};   ///< with its guard bands; empty when it could not be fetched
    std::size_t guard = 0;            ///< elements in each band
    const void* first = nullptr;      ///< element 0, on the device or on the host, until the next call
    std::size_t bytes = sizeof(float);      ///< of an element there
};

/// Calls one function: gives it its inputs and an output full of unwritten() between guard bands, and fetches what it wrote.
/// It owns the arrays: a call of the same size as the previous one gets the same pointers.
using Caller = std::function<RawOutput(const Inputs& inputs, Backend& backend)>;

// clang-format 14 mistakes the braces of a concept for those of a function.
// clang-format off
/// What `run` asks a kind.
template <class K>
concept CalledKind = std::copyable<K> && requires(const K& kind, typename K::Function function) {
    /// Calls a function of this signature, with its own arrays.
    { kind.caller(function) } -> std::same_as<Caller>;
};

/// What a kind also answers if its functions can be timed on a card: those that get device pointers.
template <class K>
concept CardCalledKind = CalledKind<K> && requires(const K& kind, typename K::Function function) {
    { kind.card_caller(function) } -> std::same_as<CardCaller>;
};
// clang-format on

}  // namespace halo::lab
