#pragma once
// What a function works on when it is timed on a card: arrays of a size that keeps the card busy, filled and checked there.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "kinds/inputs.hpp"

namespace halo::lab {

/// The arrays of one call. In a function's order: those on the device, the output last, and filters on the host.
struct CardArrays {
    Size size;
    std::vector<float*> device;
    std::vector<std::size_t> elements;              ///< of each of them
    std::vector<std::vector<float>> host;
};

/// Calls one function with such arrays; returns when it does, and that may be before the device has finished.
using CardCaller = std::function<void(const CardArrays&)>;

/// The course's side, in a process or a library that no student's code is linked with: a kind's card.cu.
class CardTask {
public:
    virtual ~CardTask() = default;

    virtual const CardArrays& arrays() const = 0;
    /// New inputs and filters, different for each seed, and an output full of NaN. The device may still be at work when it returns.
    virtual void fill(std::uint64_t seed) = 0;
    /// Elements of the output that differ from plain sums in double by more than rounding explains. Waits for the device.
    virtual std::uint64_t wrong() = 0;
    /// What the basic kernel is called with, and what is wrong then: one that cannot work in place has an output of its own.
    virtual const CardArrays& basic_arrays() const { return arrays(); }
    virtual std::uint64_t basic_wrong() { return wrong(); }
};

}  // namespace halo::lab
