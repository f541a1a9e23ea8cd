#include "kinds/elementwise/classify.hpp"

#include <algorithm>
#include <cmath>

#include "diagnose/compare.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

WrongPlaces wrong_places(const WrongArray& a)
{
    WrongPlaces places;
    for (std::size_t i = 0; i < a.want.size(); ++i) {
        if (a.got[i] == a.want[i]) continue;
        places.wrong.push_back(i);
        if (never_written(a.got[i])) places.missing.push_back(i);
    }
    return places;
}

Found whole_output(const WrongArray& a, const WrongPlaces& places)
{
    if (std::ranges::all_of(a.got, never_written)) return Diagnosis{a.earlier_right ? Mistake::untouched_again : Mistake::untouched};
    const auto computed_nan = [&](std::size_t i) { return std::isnan(a.got[i]) && !never_written(a.got[i]); };
    if (std::ranges::all_of(places.wrong, computed_nan))
        return Diagnosis{Mistake::made_from_output, {.affected = places.wrong.size(), .wrong = places.wrong.size()}};
    if (std::ranges::equal(a.got, a.earlier_want)) return Diagnosis{Mistake::stale_result};
    return {};
}

}  // namespace

Found classify(const WrongArray& a)
{
    if (a.got.size() != a.want.size()) return {};
    const WrongPlaces places = wrong_places(a);
    if (places.wrong.empty()) return {};
    if (auto found = whole_output(a, places)) return found;
    if (auto found = unwritten_part(a, places)) return found;
    if (auto found = another_value(a)) return found;
    return another_place(a, places);
}

}  // namespace halo::lab
