// What C++'s own library stores: guard variables, links of lists and trees, what streams read, numbers and their texts.

#include <charconv>
#include <istream>
#include <list>
#include <map>

#include "engine/api/library_checks.hpp"
#include "engine/memory/program_memory.hpp"
#include "engine/session/session.hpp"

using namespace halo::engine;

namespace {

/// The links of a list or a tree that the library is about to change.
template <class Node>
void check_node(const Node* node, const Called& call)
{
    check(node, sizeof *node, call);
}

using TreeNode = std::_Rb_tree_node_base;
constexpr int kDeepest = 256;       // a tree of 2^64 nodes has 128 levels

/// A node that may be rotated: its children's children get new parents.
void check_around(const TreeNode* node, const Called& call)
{
    check_node(node, call);
    for (const TreeNode* const child : {node->_M_left, node->_M_right}) {
        if (child == nullptr) continue;
        check_node(child, call);
        for (const TreeNode* const grandchild : {child->_M_left, child->_M_right})
            if (grandchild != nullptr) check_node(grandchild, call);
    }
}

void check_up(const TreeNode* node, const TreeNode* header, const Called& call)
{
    check_node(header, call);
    for (int i = 0; node != nullptr && node != header; node = node->_M_parent) {
        if (++i > kDeepest) refuse(call);
        check_around(node, call);
    }
}

/// From `node` to its right, then always to the left: the next one in order, which takes its place.
const TreeNode* check_down(const TreeNode* node, const Called& call)
{
    check_around(node, call);
    if (node->_M_left == nullptr || node->_M_right == nullptr) return node;
    node = node->_M_right;
    for (int i = 0; node->_M_left != nullptr; node = node->_M_left) {
        if (++i > kDeepest) refuse(call);
        check_around(node, call);
    }
    check_around(node, call);
    return node;
}

using ListNode = std::__detail::_List_node_base;

}  // namespace

extern "C" {

// Guard variables of statics. During a call no other memory may be named. The engine's own come here, too: nothing that has statics
// of its own may be called before it is clear that the program is running.
#define HALO_GUARD(result, mangled)                                                                                     \
    result __real_##mangled(void* guard);                                                                               \
    result __wrap_##mangled(void* guard)                                                                                \
    {                                                                                                                   \
        if (Guard::in_own_call()) {                                                                                     \
            bool known = false;                                                                                         \
            {                                                                                                           \
                const EngineScope scope;                                                                                \
                known = halo::engine::ProgramMemory::instance().is_guard(reinterpret_cast<std::uintptr_t>(guard));      \
            }                                                                                                           \
            if (!known) check(guard, sizeof(std::int64_t), HALO_CALLED(#mangled));                                      \
        }                                                                                                               \
        return __real_##mangled(guard);                                                                                 \
    }
HALO_GUARD(int, __cxa_guard_acquire)
HALO_GUARD(void, __cxa_guard_release)
HALO_GUARD(void, __cxa_guard_abort)

// Streams that read into an array.
HALO_STORES_CXX(std::istream&, _ZNSi4readEPcl, "read", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::streamsize, _ZNSi8readsomeEPcl, "readsome", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi7getlineEPcl, "getline", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi7getlineEPclc, "getline", (std::istream & in, char* to, std::streamsize n, char end), (in, to, n, end), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi3getEPcl, "get", (std::istream & in, char* to, std::streamsize n), (in, to, n), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi3getEPclc, "get", (std::istream & in, char* to, std::streamsize n, char end), (in, to, n, end), to, n > 0 ? std::size_t(n) : 0)
HALO_STORES_CXX(std::istream&, _ZNSi3getERc, "get", (std::istream & in, char* to), (in, to), to, 1)

// Counts of std::shared_ptr's owners, and what anybody may hash.
HALO_STORES_CXX(void, _ZN9__gnu_cxx12__atomic_addEPVii, "__atomic_add", (volatile int* to, int n), (to, n), const_cast<int*>(to), sizeof *to)
HALO_STORES_CXX(int, _ZN9__gnu_cxx18__exchange_and_addEPVii, "__exchange_and_add", (volatile int* to, int n), (to, n), const_cast<int*>(to), sizeof *to)
HALO_READS(std::size_t, _ZSt11_Hash_bytesPKvmm, (const void* from, std::size_t n, std::size_t seed), (from, n, seed), from, n)

// Numbers as text, and back.
#define HALO_TO_CHARS(T, letter)                                                                                                                     \
    HALO_STORES_CXX(std::to_chars_result, _ZSt8to_charsPcS_##letter, "to_chars", (char* to, char* end, T x), (to, end, x), to, std::size_t(end - to)) \
    HALO_STORES_CXX(std::to_chars_result, _ZSt8to_charsPcS_##letter##St12chars_format, "to_chars", (char* to, char* end, T x, std::chars_format f),   \
                    (to, end, x, f), to, std::size_t(end - to))                                                                                      \
    HALO_STORES_CXX(std::to_chars_result, _ZSt8to_charsPcS_##letter##St12chars_formati, "to_chars",                                                   \
                    (char* to, char* end, T x, std::chars_format f, int digits), (to, end, x, f, digits), to, std::size_t(end - to))                 \
    HALO_STORES_CXX(std::from_chars_result, _ZSt10from_charsPKcS0_R##letter##St12chars_format, "from_chars",                                          \
                    (const char* from, const char* end, T* x, std::chars_format f), (from, end, x, f), x, sizeof *x)
HALO_TO_CHARS(float, f)
HALO_TO_CHARS(double, d)
HALO_TO_CHARS(long double, e)

// Links of lists and trees, whose nodes the program may have made up.
void __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* before);
void __wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* before)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched()) check_node(node, call), check_node(before, call), check_node(before->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(node, before);
}
void __real__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node);
void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched()) check_node(node->_M_next, call), check_node(node->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base9_M_unhookEv(node);
}
void __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first, ListNode* last);
void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first, ListNode* last)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched())
        for (ListNode* const each : {node, first, last}) check_node(each, call), check_node(each->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(node, first, last);
}
void __real__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* node);
void __wrap__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* node)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched()) {
        check_node(node, call);
        for (const ListNode* each = node->_M_next; each != node; each = each->_M_next) check_node(each, call);
    }
    __real__ZNSt8__detail15_List_node_base10_M_reverseEv(node);
}
void __real__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode& a, ListNode& b);
void __wrap__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode& a, ListNode& b)
{
    const Called call = HALO_CALLED("std::list");
    if (links_watched())
        for (const ListNode* const each : {&a, &b}) check_node(each, call), check_node(each->_M_next, call), check_node(each->_M_prev, call);
    __real__ZNSt8__detail15_List_node_base4swapERS0_S1_(a, b);
}
void __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, TreeNode* node, TreeNode* parent, TreeNode& header);
void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left, TreeNode* node, TreeNode* parent, TreeNode& header)
{
    const Called call = HALO_CALLED("std::map");
    if (links_watched()) check_node(node, call), check_up(parent, &header, call);
    __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(left, node, parent, header);
}
TreeNode* __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node, TreeNode& header);
TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node, TreeNode& header)
{
    const Called call = HALO_CALLED("std::map");
    if (links_watched()) check_up(node, &header, call), check_up(check_down(node, call), &header, call);
    return __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(node, header);
}

}  // extern "C"
