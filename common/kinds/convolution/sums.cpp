#include "kinds/convolution/sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kinds/convolution/suspects.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

constexpr std::size_t kEnough = 4;              // wrong elements that a rule with one free parameter must explain
constexpr double kShortType = 0x1p-8;           // relative to the largest sum: what half precision or bfloat16 may cost

constexpr std::array<Trim, 9> kLeftOut = {{
    {.right = 1, .bottom = 1},
    {.left = 1, .top = 1},
    {.right = 1},
    {.left = 1},
    {.bottom = 1},
    {.top = 1},
    {.left = 1, .right = 1, .top = 1, .bottom = 1},
    {.left = 1, .right = 1},
    {.top = 1, .bottom = 1},
}};

Trim within(const Convolution& p, Trim trim)
{
    if (p.radius_y == 0) trim.top = trim.bottom = 0;
    return trim;
}

/// Compares only elements whose neighbourhood lies inside: there a loop that skips ghosts and one that adds 0 for them agree.
bool fits_inside(const WrongOutput& o, std::span<const float> suspected)
{
    const Convolution& p = o.problem;
    std::size_t seen = 0;
    for (int y = p.radius_y; y < p.height - p.radius_y; ++y)
        for (int x = p.radius_x; x < p.width - p.radius_x; ++x, ++seen) {
            const std::size_t i = std::size_t(y) * std::size_t(p.width) + std::size_t(x);
            if (!(std::abs(double(o.got[i]) - double(suspected[i])) <= o.tolerance)) return false;
        }
    return seen >= kEnough;
}

Found not_reset(const WrongOutput& o, const std::vector<std::size_t>& wrong)
{
    for (std::size_t back = 1; back <= wrong.front(); ++back)
        if (std::ranges::all_of(wrong, [&](std::size_t i) {
                return std::abs(double(o.got[i]) - double(o.want[i]) - double(o.got[i - back])) <= 2 * o.tolerance;
            })) {
            const bool row = !o.problem.flat() && back == std::size_t(o.problem.width);
            if (row) return Diagnosis{Mistake::sum_not_reset_row};
            return Diagnosis{Mistake::sum_not_reset, {.shift = Shift{-int(back), 0}}};
        }
    return {};
}

Found same_error(const WrongOutput& o, const std::vector<std::size_t>& wrong)
{
    const double error = double(o.got[wrong.front()]) - double(o.want[wrong.front()]);
    if (wrong.size() != o.want.size() || !std::isfinite(error)) return {};
    for (const std::size_t i : wrong)
        if (!(std::abs(double(o.got[i]) - double(o.want[i]) - error) <= 2 * o.tolerance)) return {};
    return Diagnosis{Mistake::constant_error, {.amount = error}};
}

/// Every element is a whole number, and not all should be.
Found whole_numbers_only(const WrongOutput& o)
{
    const auto whole = [](float v) { return v == std::trunc(v); };
    const auto fractions = std::ranges::count_if(o.want, [&](float v) { return !whole(v); });
    if (fractions < std::ptrdiff_t(kEnough) || !std::ranges::all_of(o.got, whole)) return {};
    const double most = std::max(1.0, double(o.problem.filter.size()));
    for (std::size_t i = 0; i < o.want.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(o.want[i])) <= most)) return {};
    return Diagnosis{Mistake::whole_numbers, {.count = fractions}};
}

Found rounded(const WrongOutput& o, const std::vector<std::size_t>& wrong)
{
    double weight = 0.0, largest = 0.0;
    for (const float f : o.problem.filter) weight += std::abs(double(f));
    for (const float f : o.problem.in) largest = std::max(largest, std::abs(double(f)));
    bool above = false, below = false;
    for (const std::size_t i : wrong) {
        const double error = double(o.got[i]) - double(o.want[i]);
        if (!(std::abs(error) <= kShortType * weight * largest)) return {};
        (error > 0 ? above : below) = true;
    }
    if (!above || !below || wrong.size() < 2 * kEnough) return {};
    return Diagnosis{Mistake::short_precision};
}

}  // namespace

Found taps_left_out(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    const auto fits_without = [&](const Trim& trim) { return fits(o, p, p.in, p.filter, {.trim = within(p, trim)}); };
    // For a signal only entries with both columns and rows are tried; the others would repeat them.
    for (const Trim& trim : kLeftOut) {
        const bool new_of_signal = (trim.left > 0 || trim.right > 0) && (trim.top > 0 || trim.bottom > 0);
        if ((p.radius_y > 0 || new_of_signal) && p.radius_x > 0 && fits_without(trim))
            return Diagnosis{Mistake::taps_left_out, {.trim = trim}};
    }
    for (int reach = p.radius_x - 2; reach >= 0; --reach) {
        const int cut = p.radius_x - reach;
        if (fits_without({cut, cut, cut, cut})) return Diagnosis{Mistake::only_middle_taps, {.n = 2 * reach + 1}};
    }
    if (p.radius_y > 0 && fits_without({.top = 2 * p.radius_y})) return Diagnosis{Mistake::sum_reset_in_row};
    if (p.radius_x > 0 && fits_inside(o, mistaken(p, p.in, p.filter, {.trim = within(p, {.left = 2 * p.radius_x, .top = 2 * p.radius_y})})))
        return Diagnosis{Mistake::last_product_only};
    return {};
}

Found wrong_sum(const WrongOutput& o)
{
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < o.want.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(o.want[i])) <= o.tolerance)) wrong.push_back(i);
    if (wrong.size() < kEnough) return {};
    if (auto found = whole_numbers_only(o)) return found;
    if (auto found = same_error(o, wrong)) return found;
    if (auto found = not_reset(o, wrong)) return found;
    return rounded(o, wrong);
}

}  // namespace halo
