#pragma once
// Names the mistake behind a wrong array whose elements are made one by one. The numbers of the input are all different, so each
// output shows which element it was made from.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "findings/counters.hpp"
#include "findings/evidence.hpp"

namespace halo::lab {

/// out[i] = in[source(i)] + amount.
struct Making {
    std::span<const float> in;
    int amount = 0;
    int block = 0;                    ///< each `block` elements are reversed; 0: element i is made from element i
    bool on_host = false;             ///< the function copies the output back itself

    std::size_t source(std::size_t i) const
    {
        const auto size = std::size_t(block);
        return block == 0 ? i : i / size * size + size - 1 - i % size;
    }
};

/// One wrong output and its context.
struct WrongArray {
    const Making& making;
    std::span<const float> got, want;
    std::span<const float> earlier_want = {};       ///< of the previous call, with the same size; may be empty
    bool earlier_right = false;                     ///< that call had no fault
    std::optional<Counters> counters = {};          ///< of this call; none on a GPU
};

/// Indices of the outputs that are wrong, and of those that were never written.
struct WrongPlaces {
    std::vector<std::size_t> wrong, missing;
};

/// The first of these that holds; nothing when none does.
///
///   the whole    nothing was written; made from the output itself; the result of the previous call
///   unwritten    most wrong elements were never written: unwritten.cpp
///   wrong_value  each element has the right place, but another value: values.cpp
///   misplaced    made from another element: places.cpp
std::optional<Diagnosis> classify(const WrongArray& array);

std::optional<Diagnosis> unwritten_part(const WrongArray& array, const WrongPlaces& places);
std::optional<Diagnosis> another_value(const WrongArray& array);
std::optional<Diagnosis> another_place(const WrongArray& array, const WrongPlaces& places);

}  // namespace halo::lab
