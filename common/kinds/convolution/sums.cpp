#include "kinds/convolution/sums.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "kinds/convolution/convolved.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

constexpr std::size_t kEnough = 4;              // wrong elements that a rule with one free parameter must explain
constexpr double kShortType = 0x1p-8;           // relative to the largest sum: what half precision or bfloat16 may cost

std::vector<std::size_t> wrong_elements(const WrongConvolution& o)
{
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < o.want.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(o.want[i])) <= o.tolerance)) wrong.push_back(i);
    return wrong;
}

Found not_reset(const WrongConvolution& o, const std::vector<std::size_t>& wrong)
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

Found same_error(const WrongConvolution& o, const std::vector<std::size_t>& wrong)
{
    const double error = double(o.got[wrong.front()]) - double(o.want[wrong.front()]);
    if (wrong.size() != o.want.size() || !std::isfinite(error)) return {};
    for (const std::size_t i : wrong)
        if (!(std::abs(double(o.got[i]) - double(o.want[i]) - error) <= 2 * o.tolerance)) return {};
    return Diagnosis{Mistake::constant_error, {.off_by = error}};
}

/// Every element is a whole number, and not all should be.
Found whole_numbers_only(const WrongConvolution& o)
{
    const auto whole = [](float v) { return v == std::trunc(v); };
    const auto fractions = std::ranges::count_if(o.want, [&](float v) { return !whole(v); });
    if (fractions < std::ptrdiff_t(kEnough) || !std::ranges::all_of(o.got, whole)) return {};
    const double most = std::max(1.0, double(o.problem.filter.size()));
    for (std::size_t i = 0; i < o.want.size(); ++i)
        if (!(std::abs(double(o.got[i]) - double(o.want[i])) <= most)) return {};
    return Diagnosis{Mistake::whole_numbers, {.fractions = fractions}};
}

/// All outputs are the right ones times the same number.
Found scaled(const WrongConvolution& o)
{
    std::optional<double> by;
    std::size_t telling = 0;
    for (std::size_t i = 0; i < o.want.size(); ++i) {
        if (std::abs(double(o.want[i])) <= 1) continue;
        const double ratio = double(o.got[i]) / double(o.want[i]);
        if (!by) by = ratio;
        if (!(std::abs(ratio - *by) <= 1e-3 * std::abs(*by)) || *by == 0) return {};
        ++telling;
    }
    const bool whole = std::abs(*by - std::round(*by)) < 1e-3 && *by > 0 && *by < 3.5;       // products counted two or three times: the map shows them
    if (telling < kEnough || std::abs(*by - 1) < 1e-2 || whole) return {};
    return Diagnosis{Mistake::scaled, {.factor = *by}};
}

/// The right sums, changed before they are stored.
Found changed(const WrongConvolution& o)
{
    const auto is = [&](auto change) {
        for (std::size_t i = 0; i < o.want.size(); ++i)
            if (!(std::abs(double(o.got[i]) - change(double(o.want[i]))) <= o.tolerance)) return false;
        return true;
    };
    if (is([](double v) { return std::max(v, 0.0); })) return Diagnosis{Mistake::negative_cut_off};
    if (is([](double v) { return std::abs(v); })) return Diagnosis{Mistake::sign_lost};
    std::vector<float> whole(o.problem.filter.begin(), o.problem.filter.end());
    for (float& weight : whole) weight = std::trunc(weight);
    if (computes(o, o.problem.in, whole)) return Diagnosis{Mistake::weights_cut_off};
    std::vector<float> elements(o.problem.in.begin(), o.problem.in.end());
    for (float& element : elements) element = std::trunc(element);
    if (computes(o, elements, o.problem.filter)) return Diagnosis{Mistake::elements_cut_off};
    return scaled(o);
}

}  // namespace

Found wrong_sum(const WrongConvolution& o)
{
    const std::vector<std::size_t> wrong = wrong_elements(o);
    if (wrong.size() < kEnough) return {};
    if (auto found = changed(o)) return found;
    if (auto found = whole_numbers_only(o)) return found;
    if (auto found = same_error(o, wrong)) return found;
    return not_reset(o, wrong);
}

Found rounded(const WrongConvolution& o)
{
    double weight = 0.0, largest = 0.0;
    for (const float f : o.problem.filter) weight += std::abs(double(f));
    for (const float f : o.problem.in) largest = std::max(largest, std::abs(double(f)));
    bool above = false, below = false;
    const std::vector<std::size_t> wrong = wrong_elements(o);
    for (const std::size_t i : wrong) {
        const double error = double(o.got[i]) - double(o.want[i]);
        if (!(std::abs(error) <= kShortType * weight * largest)) return {};
        (error > 0 ? above : below) = true;
    }
    if (!above || !below || wrong.size() < 2 * kEnough) return {};
    return Diagnosis{Mistake::short_precision};
}

}  // namespace halo
