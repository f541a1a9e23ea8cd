#pragma once
// What one more run of a call showed, in which memory held other numbers wherever no counted access looked.

#include <cstdint>
#include <vector>

namespace halo {

/// Elements that follow one another.
struct Stretch {
    std::uint64_t first = 0, count = 0;
    friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// Adds an element that comes after all that are there.
inline void lengthen(std::vector<Stretch>& stretches, std::uint64_t element)
{
    if (stretches.empty() || stretches.back().first + stretches.back().count != element) stretches.push_back({element, 0});
    ++stretches.back().count;
}

/// The outputs that each block stored last, where one launch stored all that is known of.
using StoredBy = std::vector<std::vector<Stretch>>;

/// One block of one launch, and the call's arrays.
struct BlockShare {
    std::vector<Stretch> loaded;            ///< elements of all inputs, numbered on from one to the next: by itself, or by way of what other blocks stored
    std::vector<Stretch> stored;            ///< elements of the output that it stored last
    bool unsure = false;                     ///< it also loaded numbers whose origin is not known
};

struct Proof {
    /// Words, counted access by access; they must be the sums of Counters.
    std::uint64_t global_loads = 0, global_stores = 0, shared_loads = 0, shared_stores = 0, constant_loads = 0;
    std::uint64_t inputs = 0;               ///< elements of all inputs
    std::vector<BlockShare> blocks;         ///< those that stored some of the output
};

/// Calls `visit(name, member)` for each sum, by its name in Counters.
template <class Visit>
void for_each_sum(Visit visit)
{
    visit("global_loads", &Proof::global_loads);
    visit("global_stores", &Proof::global_stores);
    visit("shared_loads", &Proof::shared_loads);
    visit("shared_stores", &Proof::shared_stores);
    visit("constant_loads", &Proof::constant_loads);
}

}  // namespace halo
