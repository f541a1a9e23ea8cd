#include "kinds/convolution/classify.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "diagnose/compare.hpp"
#include "kinds/convolution/filter_index.hpp"
#include "kinds/convolution/met.hpp"
#include "kinds/convolution/patterns.hpp"
#include "kinds/convolution/regions.hpp"
#include "kinds/convolution/convolved.hpp"
#include "kinds/convolution/sums.hpp"
#include "kinds/convolution/unwritten.hpp"

namespace halo {

namespace {

using Found = std::optional<Diagnosis>;

constexpr std::size_t kEvidence = 3;    // wrong elements that it takes to test the finer suspicions: one or two may fit by chance

/// Nothing was computed at all.
Found whole_output(const WrongOutput& o)
{
    const bool untouched = std::ranges::all_of(o.got, never_written);
    if (untouched) return Diagnosis{o.earlier_right ? Mistake::untouched_again : Mistake::untouched};
    if (auto found = sum_of_nothing(o.got)) return found;
    if (std::ranges::all_of(o.got, [](float v) { return v == 0.0f; })) return Diagnosis{Mistake::all_zero};
    if (fits(o, o.problem.in)) return Diagnosis{Mistake::copy_of_input};
    return {};
}

/// Results kept from the previous call.
Found stale(const WrongOutput& o)
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
Found filter_not_used(const WrongOutput& o)
{
    const std::vector<float> ones(o.problem.filter.size(), 1.0f);
    if (ones.size() > 1 && computes(o, o.problem.in, ones)) return Diagnosis{Mistake::filter_not_used};
    return {};
}

/// The output that a message draws: the first wrong one with the fewest ghosts, since it shows the most.
std::size_t shown(const WrongOutput& o, const Met& met)
{
    std::size_t best = met.faulty().front();
    int most = -1;
    for (const std::size_t i : met.faulty()) {
        if (std::abs(double(o.got[i]) - double(o.want[i])) <= o.tolerance) continue;
        int due = 0;
        for (int w = 0; w < met.layout().weights(); ++w) due += met.due(i, w) != kNothing;
        if (due > most) best = i, most = due;
    }
    return best;
}

/// What the map shows; nothing if it is the right one.
Found by_map(const WrongOutput& o)
{
    const Convolution& p = o.problem;
    const TapMap& map = *o.taps;
    std::size_t unreadable = 0;
    bool constant = false, bare = false, divided = false;
    for (std::size_t i = 0; i < map.outputs(); ++i) {
        if (!map.state(i).written) continue;
        if (!map.state(i).same_again) return Diagnosis{Mistake::not_repeatable};
        unreadable += !map.state(i).whole;
        constant = constant || map.state(i).constant != 0;
        bare = bare || map.state(i).bare;
        divided = divided || map.state(i).no_number;
    }
    if (divided) return Diagnosis{Mistake::divided_by_weights};
    if (bare) return Diagnosis{Mistake::element_without_weight};
    const Met met(p.layout(), map);
    if (met.faulty().empty() && unreadable == 0 && constant) return Diagnosis{Mistake::sum_without_input};
    const auto again = [&](const Met::WrongTap& tap) { return map.tap(tap.output, std::size_t(tap.weight)).times > 1; };
    const bool repeated = !met.faulty().empty() && 4 * std::size_t(std::ranges::count_if(met.wrong(), again)) >= 3 * met.wrong().size();
    Found found = repeated ? Found{Diagnosis{Mistake::counted_again}} : met.faulty().size() > unreadable ? pattern(met) : Found{};
    if (!found && o.got.size() >= kEvidence) found = filter_index(o);
    if (!found && met.faulty().size() > unreadable) found = weights_exchanged(met) ? Diagnosis{Mistake::weights_exchanged} : by_place(met);
    if (!found && unreadable > 0) {             // the digits of a few may look like other products
        if (auto short_type = rounded(o)) return short_type;
        return Diagnosis{Mistake::not_a_sum};
    }
    if (found && !met.faulty().empty()) {
        const std::size_t at = o.drawn.value_or(shown(o, met));
        found->evidence.footprint = met.footprint(at, element(at, p.flat() ? 0 : p.width));
        if (!found->evidence.wrong) found->evidence.wrong = std::int64_t(met.faulty().size());
    }
    return found;
}

}  // namespace

Found classify(const WrongOutput& o)
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
