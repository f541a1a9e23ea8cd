#pragma once
// What the card's vendor offers for the same problems. The libraries are looked for when the program runs: where one is missing, the row says so.

#include <functional>
#include <string>

#include "task.hpp"

namespace halo::ladder {

struct Library {
    std::string name;                   ///< of the function
    std::function<void()> call;         ///< empty: it is not here
    std::string why_not;
    bool replicate = false;             ///< as Want has it
};

/// Of NPP and cuBLAS the function that does what `ladder` does; `problem` is one call. Width and height are those of `problem`.
/// A name that is empty: no library has such a function.
Library library_for(const Ladder& ladder, const Problem& problem);

}  // namespace halo::ladder
