// Arrays made element by element: their inputs, reference and diagnosis.

#include <algorithm>
#include <bit>

#include "data/generate.hpp"
#include "findings/explain.hpp"
#include "kinds/elementwise/advice.hpp"
#include "kinds/elementwise/classify.hpp"
#include "kinds/elementwise/kind.hpp"
#include "kinds/elementwise/words.hpp"

namespace halo::lab {

namespace {

using Found = std::optional<Diagnosis>;

/// Hundreds, none of them twice, and not in order: an amount that was added shows in the last two digits, and the rest shows where
/// an element came from. Single numbers from 2¹⁷ elements on, so that a float holds them all.
Inputs hundreds(const ArraySize& size, std::uint64_t seed)
{
    constexpr unsigned kFewest = 6, kMost = 17;
    const auto count = std::size_t(size.width);
    const unsigned bits = std::max(kFewest, unsigned(std::bit_width(count - 1)));
    std::vector<float> values = distinct_numbers(count, bits, mix(seed, "in"));
    if (bits <= kMost)
        for (float& value : values) value *= 100;
    return {size, {std::move(values)}, bits <= kMost ? 0.5f : 0.0f};
}

Expected solve_as(const Making& making)
{
    Expected e;
    for (std::size_t i = 0; i < making.in.size(); ++i) e.want.push_back(making.in[making.source(i)] + float(making.amount));
    return e;
}

Found diagnose_as(const Making& making, const WrongResult& w)
{
    WrongArray wrong{.making = making, .got = w.got, .want = w.expected.want, .counters = w.counters};
    if (w.earlier != nullptr) wrong.earlier_want = w.earlier->expected.want, wrong.earlier_right = w.earlier->right;
    return classify(wrong);
}

std::string elements(const ArraySize& size) { return counted(size.width, "element"); }

}  // namespace

Inputs AddToEach::make_inputs(const Size& size, std::uint64_t seed) const { return hundreds(size, seed); }
Expected AddToEach::solve(const Inputs& inputs) const { return solve_as({.in = inputs.arrays.at(0), .amount = amount}); }
std::string AddToEach::describe(const Size& size) const { return elements(size); }
Output AddToEach::output(const Size& size) const { return {.shape = {size.width}}; }
Geometry AddToEach::geometry(const Size&) const { return {}; }
std::optional<TapQuestion> AddToEach::question(const Size&) const { return {}; }     // no two numbers of the input are the same
Found AddToEach::diagnose(const WrongResult& w) const { return diagnose_as({.in = w.inputs.arrays.at(0), .amount = amount}, w); }
Words AddToEach::words() const { return kArrayWords; }
Mistake AddToEach::unexplained() const { return Mistake::unexplained_move; }
Found AddToEach::advice(const Finding& finding, const Size& size) const { return about_own_element(finding, size); }
std::optional<OnCard> AddToEach::on_card(const Size&) const { return {}; }

Inputs HostAddToEach::make_inputs(const Size& size, std::uint64_t seed) const { return hundreds(size, seed); }
Expected HostAddToEach::solve(const Inputs& inputs) const { return AddToEach{amount}.solve(inputs); }
std::string HostAddToEach::describe(const Size& size) const { return elements(size); }
Output HostAddToEach::output(const Size& size) const { return {.name = "h_out", .shape = {size.width}, .on_host = true}; }
Geometry HostAddToEach::geometry(const Size&) const { return {}; }
std::optional<TapQuestion> HostAddToEach::question(const Size&) const { return {}; }

Found HostAddToEach::diagnose(const WrongResult& w) const
{
    return diagnose_as({.in = w.inputs.arrays.at(0), .amount = amount, .on_host = true}, w);
}

Words HostAddToEach::words() const { return kHostArrayWords; }
Mistake HostAddToEach::unexplained() const { return Mistake::unexplained_move; }
Found HostAddToEach::advice(const Finding& finding, const Size& size) const { return about_device_copy(finding, size); }
std::optional<OnCard> HostAddToEach::on_card(const Size&) const { return {}; }

Inputs ReverseBlocks::make_inputs(const Size& size, std::uint64_t seed) const { return hundreds(size, seed); }
Expected ReverseBlocks::solve(const Inputs& inputs) const { return solve_as({.in = inputs.arrays.at(0), .block = block}); }
std::string ReverseBlocks::describe(const Size& size) const { return elements(size); }
Output ReverseBlocks::output(const Size& size) const { return {.shape = {size.width}}; }
Geometry ReverseBlocks::geometry(const Size&) const { return {.tile = block}; }
std::optional<TapQuestion> ReverseBlocks::question(const Size&) const { return {}; }
Found ReverseBlocks::diagnose(const WrongResult& w) const { return diagnose_as({.in = w.inputs.arrays.at(0), .block = block}, w); }
Words ReverseBlocks::words() const { return kArrayWords; }
Mistake ReverseBlocks::unexplained() const { return Mistake::unexplained_move; }
Found ReverseBlocks::advice(const Finding& finding, const Size& size) const { return about_part(finding, size); }
std::optional<OnCard> ReverseBlocks::on_card(const Size&) const { return {}; }

}  // namespace halo::lab
