#include "kinds/convolution/asked.hpp"

namespace halo {

namespace {

/// Of the outputs that were written.
template <class Predicate>
std::size_t count_states(const TapMap& map, Predicate predicate)
{
    std::size_t count = 0;
    for (std::size_t o = 0; o < map.outputs(); ++o)
        if (map.state(o).written && predicate(map.state(o))) ++count;
    return count;
}

}  // namespace

std::optional<Diagnosis> no_sum_of_products(const TapMap& map)
{
    if (count_states(map, [](const TapMap::State& s) { return !s.same_again; }) > 0) return Diagnosis{Mistake::not_repeatable};
    if (count_states(map, [](const TapMap::State& s) { return s.no_number; }) > 0) return Diagnosis{Mistake::divided_by_weights};
    if (count_states(map, [](const TapMap::State& s) { return s.bare; }) > 0) return Diagnosis{Mistake::element_without_weight};
    return {};
}

std::size_t no_sums(const TapMap& map)
{
    return count_states(map, [](const TapMap::State& s) { return !s.whole; });
}

bool has_constant(const TapMap& map)
{
    return count_states(map, [](const TapMap::State& s) { return s.constant != 0; }) > 0;
}

std::size_t most_telling(const Met& met, const std::function<bool(std::size_t)>& is_wrong)
{
    std::size_t best = met.faulty().front();
    int most = -1;
    for (const std::size_t o : met.faulty()) {
        if (!is_wrong(o)) continue;
        int due = 0;
        for (int w = 0; w < met.weights(); ++w) due += met.due(o, w) != kNothing;
        if (due > most) best = o, most = due;
    }
    return best;
}

}  // namespace halo
