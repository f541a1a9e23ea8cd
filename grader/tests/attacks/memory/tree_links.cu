// Lets the standard library link tree nodes that the submission made up.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <set>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::_Rb_tree_node_base node{};
    auto* const header = reinterpret_cast<std::_Rb_tree_node_base*>(at);
    std::_Rb_tree_insert_and_rebalance(true, &node, header, *header);
}
