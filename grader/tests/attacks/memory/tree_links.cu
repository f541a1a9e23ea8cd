// Lets the standard library link tree nodes that the submission made up.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <set>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::_Rb_tree_node_base node{};
    auto* const header = reinterpret_cast<std::_Rb_tree_node_base*>(at);
    std::_Rb_tree_insert_and_rebalance(true, &node, header, *header);
}
