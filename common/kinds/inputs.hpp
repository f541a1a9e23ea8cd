#pragma once
// The inputs of one call.

#include <string>
#include <vector>

#include "kinds/size.hpp"

namespace halo::lab {

/// A number of a size that a course may state for tests of its own, and what the function's contract asks of it.
struct SizeField {
    const char* name;                 ///< as the course writes it: `n`
    const char* number = name;        ///< as the kind's own size calls it
    bool squared = false;             ///< the side of a square
    bool odd = false;
    bool filter = false;              ///< a filter's: no wider than in the lab's own tests, and no elements of an array
    int multiple_of = 1;
};

/// In which step the grader draws a number of a size.
struct DrawStep {
    std::string number;
    int step = 0;
};

/// The arrays in the order of the arguments.
struct Inputs {
    Size size;
    std::vector<std::vector<float>> arrays;
    float fraction = 0;               ///< exact when added to any element of the first array; 0: its elements are whole by nature, as bytes are

    /// So that an element that was an int between load and store shows.
    void add_fraction()
    {
        for (float& value : arrays.at(0)) value += fraction;
    }
};

}  // namespace halo::lab
