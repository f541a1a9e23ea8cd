#include <algorithm>

#include <fmt/format.h>

#include "data/generate.hpp"
#include "diagnose/compare.hpp"
#include "tests/volume/kind.hpp"

namespace halo::lab {

Inputs PlaneDifference::make_inputs(const Size& size, std::uint64_t seed) const
{
    std::vector<float> values(std::size_t(size.width) * std::size_t(size.height) * std::size_t(size.depth));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(mix(seed, i) % 1024 + 1);
    return {size, {std::move(values)}};
}

Expected PlaneDifference::solve(const Inputs& inputs) const
{
    const std::vector<float>& in = inputs.arrays.at(0);
    const auto size = inputs.size.as<Size>();
    const std::size_t plane = std::size_t(size.width) * std::size_t(size.height);
    Expected e;
    for (std::size_t i = 0; i < in.size(); ++i) e.want.push_back(i < plane ? in[i] : in[i] - in[i - plane]);
    return e;
}

std::string PlaneDifference::describe(const Size& size) const { return fmt::format("{} x {} x {} volume", size.width, size.height, size.depth); }
Output PlaneDifference::output(const Size& size) const { return {.shape = {size.depth, size.height, size.width}}; }
Geometry PlaneDifference::geometry(const Size& size) const { return {.in = {size.depth, size.height, size.width}}; }
std::optional<TapQuestion> PlaneDifference::question(const Size&) const { return {}; }

std::optional<Diagnosis> PlaneDifference::diagnose(const WrongResult& wrong) const
{
    if (std::ranges::all_of(wrong.got, never_written)) return Diagnosis{Mistake::untouched};
    return {};
}

Words PlaneDifference::words() const { return {}; }
Mistake PlaneDifference::unexplained() const { return Mistake::unexplained_value; }
std::optional<Diagnosis> PlaneDifference::advice(const Finding&, const Size&) const { return {}; }
std::optional<OnCard> PlaneDifference::on_card(const Size&) const { return {}; }

}  // namespace halo::lab
