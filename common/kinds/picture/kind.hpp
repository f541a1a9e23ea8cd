#pragma once
// Filters on colour pictures.

#include <array>

#include "data/boundary.hpp"
#include "data/extent.hpp"
#include "kinds/kind.hpp"

namespace halo::lab {

using halo::Boundary;

/// Pixels of a row, and rows.
struct PictureSize {
    int width = 1;
    int height = 1;

    static constexpr std::array<SizeNumber<PictureSize>, 2> numbers() { return {{{"width", &PictureSize::width}, {"height", &PictureSize::height}}}; }
    Extent extent() const { return {width, height}; }
    friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

/// A filter on a colour picture, bytes [height][width][3] on host pointers: sums are rounded and clamped to 0…255.
/// The boundary policy is part of the kind: a lab has a function for each policy, all with one signature.
struct FilterImage {
    int radius = 1;
    int tile = 0;
    Boundary boundary = Boundary::zero;
    using Size = PictureSize;
    using Function = void (*)(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);

    Caller caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width"}, {"height"}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
};
static_assert(Kind<FilterImage>);

}  // namespace halo::lab
