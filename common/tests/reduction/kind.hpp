#pragma once
// The sum of an array: a kind that no lab of the course uses. It shows what a kind needs, and that nothing else refers to it.

#include <array>

#include "kinds/kind.hpp"

namespace halo::lab {

/// Elements of the array.
struct ReductionSize {
    int n = 1;

    static constexpr std::array<SizeNumber<ReductionSize>, 1> numbers() { return {{{"n", &ReductionSize::n}}}; }
    friend bool operator==(const ReductionSize&, const ReductionSize&) = default;
};

/// d_out[0] = Σ d_in[i] on device pointers.
struct Reduction {
    using Size = ReductionSize;
    using Function = void (*)(const float* d_in, float* d_out, int n);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"n"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<Reduction>);

}  // namespace halo::lab
