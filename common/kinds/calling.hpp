#pragma once
// The calling half of a kind, which is linked with a student's code: how a function is given its inputs, and where its output is
// fetched. It knows no expected value.

#include <concepts>
#include <cstddef>
#include <functional>
#include <vector>

#include "kinds/inputs.hpp"

namespace halo::lab {

/// What runs the kernels of a call: the CPU engine or a card.
class Backend {
public:
    virtual ~Backend() = default;

    /// Elements to put around device arrays: the engine sees each access outside by itself, a card sees none.
    virtual std::size_t device_guard() const = 0;

    /// Runs the function under test. False when nothing can be fetched from the device afterwards.
    virtual bool run(const std::function<void()>& call) = 0;
};

/// An output as it came back.
struct RawOutput {
    std::vector<float> values = {};   ///< with its guard bands; empty when it could not be fetched
    std::size_t guard = 0;            ///< elements in each band
};

/// Calls one function: gives it its inputs and an output full of unwritten() between guard bands, and fetches what it wrote.
/// It owns the arrays: a call of the same size as the one before gets the same pointers.
using Caller = std::function<RawOutput(const Inputs& inputs, Backend& backend)>;

// Version 14 takes the braces of a concept for those of a function.
// clang-format off
/// What `run` asks a kind.
template <class K>
concept CalledKind = std::copyable<K> && requires(const K& kind, typename K::Function function) {
    /// A caller of a function of this signature, with arrays of its own.
    { kind.caller(function) } -> std::same_as<Caller>;
};
// clang-format on

}  // namespace halo::lab
