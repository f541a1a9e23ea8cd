#include "nearest.hpp"

#include <algorithm>
#include <vector>

namespace halo::grader {
namespace {

/// Letters to insert, delete, replace or swap with the next; upper and lower case are the same.
std::size_t edits(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i - 1]) == lower(b[j - 1]); };
    std::vector<std::vector<std::size_t>> count(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                count[i][j] = i + j;
                continue;
            }
            count[i][j] = std::min({count[i - 1][j] + 1, count[i][j - 1] + 1, count[i - 1][j - 1] + !same(i, j)});
            if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) count[i][j] = std::min(count[i][j], count[i - 2][j - 2] + 1);
        }
    return count[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> names)
{
    std::size_t fewest = std::max<std::size_t>(1, name.size() / 3) + 1;
    std::string best;
    for (const std::string& candidate : names) {
        if (name.size() > candidate.size() + fewest || candidate.size() > name.size() + fewest) continue;
        if (const std::size_t count = edits(name, candidate); count < fewest) fewest = count, best = candidate;
    }
    return best;
}

}  // namespace halo::grader
