#pragma once
// Two orders in which a CPU can transpose an n × n matrix in place. Both swap the same pairs, data[y][x] with data[x][y] for
// y < x, each once; they differ in nothing but the order.

#include <algorithm>

namespace halo::cpu {

/// Row by row. While x runs along a row, data[x][y] goes down a column: each swap needs another line of the cache.
template <class Swap>
void naive_order(int n, Swap&& swap)
{
    for (int y = 0; y < n; ++y)
        for (int x = y + 1; x < n; ++x) swap(y, x);
}

/// Block by block, so that a line which was fetched for one row of a block is still there for the next.
template <class Swap>
void blocked_order(int n, int block, Swap&& swap)
{
    // The diagonal first: such a block is its own mirror image, and only what lies above its diagonal is swapped.
    for (int d = 0; d < n; d += block) {
        const int end = std::min(d + block, n);
        for (int y = d; y < end; ++y)
            for (int x = y + 1; x < end; ++x) swap(y, x);
    }
    // Then the pairs: A, in rows y0 and columns x0, lies above the diagonal; B, in rows x0 and columns y0, is its mirror image.
    for (int y0 = 0; y0 < n; y0 += block)
        for (int x0 = y0 + block; x0 < n; x0 += block)
            for (int y = y0; y < y0 + block; ++y)               // a block above the diagonal overhangs on the right, never below
                for (int x = x0; x < std::min(x0 + block, n); ++x) swap(y, x);
}

}  // namespace halo::cpu
