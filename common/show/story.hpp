#pragma once
// What happens in a moment, in sentences.

#include <cstdint>
#include <string>

#include "show/scene.hpp"

namespace halo::show {

/// `line 57: 324 threads load an element of d_in each; 400 store to s_tile, 76 of them without a load`
/// Without `counts`: `threads load …`, for a page that asks the reader for these numbers.
std::string sentence(const Scene& scene, const Moment& moment, bool counts = true);

/// `warp 1 loads 24 elements of d_in from 5 sectors of 32 bytes, where 3 would do`; empty: nothing that costs is known.
std::string cost_sentence(const Array& array, const Part& part, const Cost& cost);

}  // namespace halo::show
