#pragma once
// The words for transpositions: no filter, no halo, no sum.

#include "findings/words.hpp"

namespace halo::lab {

inline constexpr Words kMatrixWords = {
    .flat = false,
    .launch = "blocks for every element, and does each thread store one",
};

inline constexpr Words kMatrixInPlaceWords = {
    .flat = false,
    .launch = "blocks for every pair of tiles, and does each thread store",
};

}  // namespace halo::lab
