#include "nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace halo::grader {
namespace {

/// Letters to insert, delete or replace; upper and lower case are the same.
std::size_t edits(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
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
