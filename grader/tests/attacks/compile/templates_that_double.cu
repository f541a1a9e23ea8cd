// Instantiates 2^30 templates.
// ends: timeout or memory_limit
// by: limits

template <int Depth, int Path>
struct Tree {
    static constexpr long value = Tree<Depth - 1, 2 * Path>::value + Tree<Depth - 1, 2 * Path + 1>::value;
};
template <int Path>
struct Tree<0, Path> {
    static constexpr long value = Path;
};
static_assert(Tree<30, 1>::value != 0);
