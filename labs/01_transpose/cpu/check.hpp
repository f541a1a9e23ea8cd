#pragma once
// Is an order of swaps a transposition? All elements are different, so each one in a wrong place shows.

#include <numeric>
#include <utility>
#include <vector>

namespace halo::cpu {

/// Elements of an n × n matrix that are not transposed once `order` has swapped them.
template <class Order>
long wrong_elements(int n, Order&& order)
{
    std::vector<int> data(std::size_t(n) * n);
    std::iota(data.begin(), data.end(), 0);
    order([&](int y, int x) { std::swap(data[std::size_t(y) * n + x], data[std::size_t(x) * n + y]); });
    long wrong = 0;
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) wrong += data[std::size_t(y) * n + x] != x * n + y;
    return wrong;
}

/// Sizes at which blocks of this size fit, overhang, or are larger than the matrix.
inline std::vector<int> awkward_sizes(int block) { return {1, block - 1, block, block + 1, 2 * block, 3 * block - 2, 5 * block + 3}; }

}  // namespace halo::cpu
