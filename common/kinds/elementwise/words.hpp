#pragma once
// The words for arrays whose elements are made one by one: no filter, no halo, no sum.

#include "findings/words.hpp"

namespace halo::lab {

inline constexpr Words kArrayWords = {
    .launch = "a thread for every element, and does each thread store its own",
};

inline constexpr Words kHostArrayWords = {
    .launch = "the arrays on the device, and is its result copied to h_out",
};

}  // namespace halo::lab
