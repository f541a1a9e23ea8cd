#pragma once
// Calls the function under test, the way its problem's signature wants it.

#include <functional>
#include <memory>
#include <vector>

#include "harness/facts.hpp"
#include "harness/problem.hpp"

namespace halo::lab {

/// The buffers of the call before: a call of the same size gets the same pointers.
struct Workspace {
    struct Buffers;
    Workspace();
    ~Workspace();
    std::unique_ptr<Buffers> buffers;
};

struct Called {
    std::vector<float> values;        ///< the output with its guard bands; empty when it could not be fetched
    std::size_t guard = 0;
    Facts facts;
};

/// Gives `function` its inputs and an output full of unwritten() between guard bands, and fetches what it wrote.
/// Never throws: what a function throws is in the facts.
Called call(const Problem& problem, Function function, const Inputs& inputs, Workspace& workspace);

}  // namespace halo::lab
