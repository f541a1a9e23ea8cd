#include "kinds/convolution/sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "kinds/convolution/suspects.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

constexpr std::size_t kEnough = 4;              // wrong elements that a rule of one unknown number must explain
constexpr double kShortType = 0x1p-8;           // relative to the largest sum: what half precision or bfloat16 may cost

struct LeftOut {
    Trim trim;
    std::string_view flat, image;               ///< how a signal and an image call it; empty: not there
};

constexpr std::array<LeftOut, 9> kLeftOut = {{
    {{.right = 1, .bottom = 1}, "the last tap of the filter is", "the last row and column of the filter are"},
    {{.left = 1, .top = 1}, "the first tap of the filter is", "the first row and column of the filter are"},
    {{.right = 1}, "", "the last column of the filter is"},
    {{.left = 1}, "", "the first column of the filter is"},
    {{.bottom = 1}, "", "the last row of the filter is"},
    {{.top = 1}, "", "the first row of the filter is"},
    {{.left = 1, .right = 1, .top = 1, .bottom = 1}, "the first and the last tap of the filter are",
     "the outermost taps of the filter are"},
    {{.left = 1, .right = 1}, "", "the first and the last column of the filter are"},
    {{.top = 1, .bottom = 1}, "", "the first and the last row of the filter are"},
}};

Trim within(const Convolution& p, Trim trim)
{
    if (p.radius_y == 0) trim.top = trim.bottom = 0;
    return trim;
}

/// The elements whose neighbourhood lies inside; a loop that skips ghosts and one that adds 0 for them agree there.
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
            return Diagnosis{"wrong_result",
                             fmt::format("each is its own sum plus the output {} before it",
                                         row ? "one row" : fmt::format("{} element{}", back, back > 1 ? "s" : "")),
                             "set the sum to 0 for each output, not once for each thread", "the sum is not reset"};
        }
    return {};
}

Found same_error(const WrongOutput& o, const std::vector<std::size_t>& wrong)
{
    const double error = double(o.got[wrong.front()]) - double(o.want[wrong.front()]);
    if (wrong.size() != o.want.size() || !std::isfinite(error)) return {};
    for (const std::size_t i : wrong)
        if (!(std::abs(double(o.got[i]) - double(o.want[i]) - error) <= 2 * o.tolerance)) return {};
    return Diagnosis{"wrong_result",
                     fmt::format("every element is {} too {}", number(float(std::abs(error))), error > 0 ? "large" : "small"),
                     "with what does the sum begin?", "the sum does not begin with 0"};
}

/// Where every element is a whole number and not all should be.
Found whole_numbers_only(const WrongOutput& o)
{
    const auto whole = [](float v) { return v == std::trunc(v); };
    const auto fractions = std::ranges::count_if(o.want, [&](float v) { return !whole(v); });
    if (fractions < std::ptrdiff_t(kEnough) || !std::ranges::all_of(o.got, whole)) return {};
    const double most = std::max(1.0, double(o.problem.filter.size()));
    for (std::size_t i = 0; i < o.want.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(o.want[i])) <= most)) return {};
    return Diagnosis{"wrong_result", fmt::format("every element is a whole number, where {} have a fraction", fractions),
                     "is the sum, or a product, kept in an int? It is a float", "fractions are cut off"};
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
    return Diagnosis{"wrong_result", "the errors are small and of both signs, as if digits were cut off",
                     "which variable between load and store is no float: a half, an int?", "only the precision is wrong"};
}

}  // namespace

Found taps_left_out(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    const auto without = [&](const Trim& trim) { return mistaken(p, p.in, p.filter, {.trim = within(p, trim)}); };
    for (const LeftOut& l : kLeftOut) {
        const std::string_view what = p.radius_y == 0 ? l.flat : l.image;
        if (!what.empty() && p.radius_x > 0 && fits(o, without(l.trim)))
            return Diagnosis{"tap_left_out", fmt::format("it fits exactly when {} left out", what),
                             "the sum runs from -R to R, both included: 2R + 1 taps", "a tap is left out"};
    }
    for (int reach = p.radius_x - 2; reach >= 0; --reach) {
        const int cut = p.radius_x - reach;
        if (fits(o, without({cut, cut, cut, cut})))
            return Diagnosis{"tap_left_out",
                             fmt::format("it fits exactly when only the {} taps in the middle{} count", 2 * reach + 1,
                                         p.radius_y > 0 ? " of each row and column" : ""),
                             "R comes from the filter's width: is it a fixed number somewhere?", "taps are left out"};
    }
    if (p.radius_y > 0 && fits(o, without({.top = 2 * p.radius_y})))
        return Diagnosis{"wrong_result", "it fits exactly when only the last row of the filter counts",
                         "set the sum to 0 before both loops", "the sum begins anew in every row"};
    if (p.radius_x > 0 && fits_inside(o, without({.left = 2 * p.radius_x, .top = 2 * p.radius_y})))
        return Diagnosis{"wrong_result", "it fits when only the last product of each sum counts",
                         "+= adds a product, = puts it in the place of all before", "the sum keeps its last product alone"};
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
