#include "kinds/convolution/classify.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "diagnose/compare.hpp"
#include "kinds/convolution/asked.hpp"
#include "kinds/convolution/convolved.hpp"
#include "kinds/convolution/edge_patterns.hpp"
#include "kinds/convolution/filter_index.hpp"
#include "kinds/convolution/met.hpp"
#include "kinds/convolution/patterns.hpp"
#include "kinds/convolution/sums.hpp"
#include "kinds/convolution/unwritten.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

constexpr std::size_t kEvidence = 3;    // wrong elements that it takes to test the finer suspicions: one or two may fit by chance

/// Nothing was computed at all.
Found whole_output(const WrongConvolution& o)
{
    const bool untouched = std::ranges::all_of(o.got, never_written);
    if (untouched) return Diagnosis{o.earlier_right ? Mistake::untouched_again : Mistake::untouched};
    if (auto found = sum_of_nothing(o.got)) return found;
    if (std::ranges::all_of(o.got, [](float v) { return v == 0.0f; })) return Diagnosis{Mistake::all_zero};
    if (fits(o, o.problem.in)) return Diagnosis{Mistake::copy_of_input};
    return {};
}

/// Results kept from the previous call.
Found stale(const WrongConvolution& o)
{
    const auto by = [&](std::span<const float> in, std::span<const float> filter) {
        return in.size() == o.problem.in.size() && filter.size() == o.problem.filter.size() && !in.empty()
               && computes(o, in, filter);
    };
    if (fits(o, o.earlier_want)) return Diagnosis{Mistake::stale_result};
    if (by(o.problem.in, o.earlier_filter)) return Diagnosis{Mistake::stale_filter};
    if (by(o.earlier_in, o.problem.filter)) return Diagnosis{Mistake::stale_input};
    return {};
}

/// Every weight counts as 1. No map shows this: its digits are weights.
Found filter_not_used(const WrongConvolution& o)
{
    const std::vector<float> ones(o.problem.filter.size(), 1.0f);
    if (ones.size() > 1 && computes(o, o.problem.in, ones)) return Diagnosis{Mistake::filter_not_used};
    return {};
}

/// What the map shows; nothing if it is the right one.
/// Each four neighbours of a row are right, but in another order, the same in all.
Found order_in_fours(const WrongConvolution& o)
{
    constexpr int kFour = 4;
    const int width = o.problem.width;
    const auto same = [&](int at, int from) { return std::abs(double(o.got[std::size_t(at)]) - double(o.want[std::size_t(from)])) <= o.tolerance; };
    std::array<int, kFour> order = {0, 1, 2, 3};
    while (std::ranges::next_permutation(order).found) {
        int turned = 0, others = 0;
        for (int row = 0; row + width <= int(o.got.size()); row += width)
            for (int x = row; x + kFour <= row + width; x += kFour) {
                bool right = true, ordered = true;
                for (int k = 0; k < kFour; ++k) right &= same(x + k, x + k), ordered &= same(x + k, x + order[std::size_t(k)]);
                turned += !right && ordered;
                others += !right && !ordered;
            }
        if (turned >= kFour && others == 0) return Diagnosis{Mistake::fours_permuted};
    }
    return {};
}

Found by_map(const WrongConvolution& o)
{
    const TapMap& map = *o.taps;
    if (auto found = no_sum_of_products(map)) return found;
    const Met met(o.problem.layout(), map);
    const std::size_t unreadable = no_sums(map);
    if (met.faulty().empty() && unreadable == 0 && has_constant(map)) return Diagnosis{Mistake::sum_without_input};
    const bool telling = met.faulty().size() > unreadable;      // the digits of a few may look like other products
    Found found = telling || met.mostly_repeated() ? pattern(met, edge_patterns(met)) : Found{};
    if (!found && o.got.size() >= kEvidence) found = filter_index(o);
    if (!found && telling) found = without_pattern(met);
    if (!found && unreadable > 0) {
        if (auto short_type = rounded(o)) return short_type;
        return Diagnosis{Mistake::not_a_sum};
    }
    if (!found || met.faulty().empty()) return found;
    const auto is_wrong = [&](std::size_t i) { return std::abs(double(o.got[i]) - double(o.want[i])) > o.tolerance; };
    const std::size_t drawn = o.drawn.value_or(most_telling(met, is_wrong));
    found->evidence.footprint = met.footprint(map, drawn, o.problem.output(drawn));
    const auto faulty = std::int64_t(met.faulty().size());
    if (!found->evidence.wrong) found->evidence.wrong = faulty;
    if (found->evidence.wrong == faulty && found->evidence.affected == faulty) {
        // All of them: the number that differ, as the headline says. A few wrong sums may have the right value.
        std::int64_t differ = 0;
        for (std::size_t i = 0; i < o.got.size(); ++i) differ += is_wrong(i);
        found->evidence.affected = found->evidence.wrong = differ;
    }
    return found;
}

}  // namespace

Found classify(const WrongConvolution& o)
{
    if (o.got.size() != o.want.size()) return {};
    if (auto found = whole_output(o)) return found;
    if (auto found = stale(o)) return found;
    if (auto found = filter_not_used(o)) return found;

    std::vector<Spot> wrong, missing;
    for (std::size_t i = 0; i < o.want.size(); ++i) {
        if (std::abs(double(o.got[i]) - double(o.want[i])) <= o.tolerance) continue;
        const Spot spot{int(i % std::size_t(o.problem.width)), int(i / std::size_t(o.problem.width))};
        wrong.push_back(spot);
        if (never_written(o.got[i])) missing.push_back(spot);
    }
    if (wrong.empty()) return {};
    if (auto found = wrong_sum(o)) return found;
    if (auto found = unwritten(o, missing, wrong.size())) return found;
    if (auto found = order_in_fours(o)) return found;
    if (o.taps == nullptr) return {};
    if (auto found = by_map(o)) return found;
    if (auto found = rounded(o)) return found;
    return o.got.size() >= kEvidence ? Found{Diagnosis{Mistake::right_products}} : Found{};
}

Found sum_of_nothing(std::span<const float> got)
{
    // Arithmetic makes every NaN quiet; one that still signals is a partial copy.
    constexpr std::uint32_t kQuiet = 0x0040'0000u;
    const auto computed = [](float v) { return std::isnan(v) && !never_written(v) && (std::bit_cast<std::uint32_t>(v) & kQuiet) != 0; };
    if (!std::ranges::all_of(got, computed)) return {};
    return Diagnosis{Mistake::sum_of_nothing};
}

}  // namespace halo
