#include "timing/interval.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace halo::timing {

namespace {

/// How many of n sorted values to leave out on each side, so that the median lies between the others in 95 of 100 series: the number of values
/// below it is binomial with p = 1/2.
std::size_t left_out(std::size_t n)
{
    constexpr double kOneSide = 0.025;
    double probability = std::pow(0.5, double(n)), sum = probability;       // of k values below the median, and of at most k
    std::size_t k = 0;
    while (sum <= kOneSide) {
        ++k;
        probability *= double(n - k + 1) / double(k);
        sum += probability;
    }
    return k == 0 ? 0 : k - 1;
}

}  // namespace

Interval median_of(std::span<const double> values)
{
    if (values.empty()) throw std::invalid_argument("no values: there is no median");
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) throw std::invalid_argument("a NaN has no place in an order");
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const std::size_t n = sorted.size(), out = left_out(n);
    return {sorted[out], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - 1 - out]};
}

}  // namespace halo::timing
