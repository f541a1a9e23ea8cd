#pragma once
// A kind with three dimensions that no lab of the course uses: sizes and outputs of any number of dimensions need no change outside its folder.

#include <array>

#include "kinds/kind.hpp"

namespace halo::lab {

/// Elements of a row, rows of a plane, planes.
struct VolumeSize {
    int width = 1;
    int height = 1;
    int depth = 1;

    static constexpr std::array<SizeNumber<VolumeSize>, 3> numbers()
    {
        return {{{"width", &VolumeSize::width}, {"height", &VolumeSize::height}, {"depth", &VolumeSize::depth, 4}}};
    }
    friend bool operator==(const VolumeSize&, const VolumeSize&) = default;
};

/// d_out[z][y][x] = d_in[z][y][x] - d_in[z-1][y][x] on device pointers; the first plane stays as it is.
struct PlaneDifference {
    using Size = VolumeSize;
    using Function = void (*)(const float* d_in, float* d_out, int width, int height, int depth);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}, {"height"}, {"depth"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<PlaneDifference>);

}  // namespace halo::lab
