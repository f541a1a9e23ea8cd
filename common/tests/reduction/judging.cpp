#include <cmath>
#include <numeric>

#include "data/generate.hpp"
#include "diagnose/compare.hpp"
#include "findings/explain.hpp"
#include "tests/reduction/kind.hpp"

namespace halo::lab {

/// Whole numbers from 1 to 16: a float holds every partial sum exactly, so any order of additions gives the same.
Inputs Reduction::make_inputs(const Size& size, std::uint64_t seed) const
{
    std::vector<float> values(std::size_t(size.n));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(mix(seed, i) % 16 + 1);
    return {size, {std::move(values)}};
}

Expected Reduction::solve(const Inputs& inputs) const
{
    const std::vector<float>& in = inputs.arrays.at(0);
    Expected e;
    e.want = {float(std::accumulate(in.begin(), in.end(), 0.0))};
    e.loads.basic = double(in.size());
    return e;
}

std::string Reduction::describe(const Size& size) const { return counted(size.n, "element"); }
Output Reduction::output(const Size&) const { return {}; }
Geometry Reduction::geometry(const Size& size) const { return {.in = {size.n}}; }
std::optional<TapQuestion> Reduction::question(const Size&) const { return {}; }      // it has no weights to tell its elements apart

std::optional<Diagnosis> Reduction::diagnose(const WrongResult& wrong) const
{
    const float got = wrong.got[0];
    if (never_written(got)) return Diagnosis{Mistake::untouched};
    if (std::isnan(got)) return Diagnosis{Mistake::sum_of_nothing};
    if (got == 0.0f) return Diagnosis{Mistake::sums_all_zero};
    return {};
}

Words Reduction::words() const { return {}; }
Mistake Reduction::unexplained() const { return Mistake::unexplained_value; }
std::optional<Diagnosis> Reduction::advice(const Finding&, const Size&) const { return {}; }
std::optional<OnCard> Reduction::on_card(const Size&) const { return {}; }

}  // namespace halo::lab
