#pragma once
// A measured program is a list of launches. The same source runs on the engine, which counts, and on a card, where a
// profiler counts; the counts must agree.

#include <functional>
#include <string>
#include <vector>

namespace measure {

inline constexpr int kElements = 1 << 17;   ///< of each array

/// The arrays that a kernel may use. `out` is zeroed before every launch.
struct Arrays {
    const float* in;    ///< [kElements] small integers: every sum is exact in any order
    const int* order;   ///< [kElements] a permutation of 0 … kElements − 1 without a pattern
    float* out;         ///< [kElements] zeros
};

/// Integers from 0 to 15, as in Arrays::in.
std::vector<float> small_numbers(int count);

struct Launch {
    std::string name;                           ///< in the tables; distinguishes the launches of a program
    std::function<void(const Arrays&)> run;     ///< launches one kernel, once
};

/// main of a measured program. Prints a line for each launch: its name, a hash of `out` afterwards, and the engine's
/// counts. With a name as its only argument, runs only that launch.
int run(int argc, char** argv, const std::vector<Launch>& launches);

}  // namespace measure
