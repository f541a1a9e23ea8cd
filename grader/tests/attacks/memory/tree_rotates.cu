// Rotates a tree by a function of the library that no map calls; one of the nodes lies on the harness's stack.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <map>

#include "solved.cuh"

#include "foreign.cuh"

extern "C" void _ZSt20_Rb_tree_rotate_leftPSt18_Rb_tree_node_baseRS0_(std::_Rb_tree_node_base*, std::_Rb_tree_node_base*&);

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    static std::_Rb_tree_node_base node, parent, *root = nullptr;
    node._M_parent = &parent;
    node._M_right = reinterpret_cast<std::_Rb_tree_node_base*>(foreign());
    _ZSt20_Rb_tree_rotate_leftPSt18_Rb_tree_node_baseRS0_(&node, root);
}
