// Lets the standard library link list nodes that the submission made up.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <list>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::__detail::_List_node_base node{}, behind{};
    behind._M_next = behind._M_prev = reinterpret_cast<std::__detail::_List_node_base*>(at);
    __atomic_store_n(&behind._M_prev, reinterpret_cast<std::__detail::_List_node_base*>(at), __ATOMIC_SEQ_CST);
    node._M_hook(&behind);
}
