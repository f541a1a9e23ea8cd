#pragma once
// Transposes of a matrix: into another array, and in place.

#include "kinds/kind.hpp"

namespace halo::lab {

/// d_out[x][y] = d_in[y][x] on device pointers: [height][width] becomes [width][height]. A block moves `tile` × `tile`
/// elements; 0 if unknown.
struct Transpose {
    int tile = 0;
    bool any_kernel = false;          ///< what a block and a thread do is the student's choice
    using Function = void (*)(const float* d_in, float* d_out, int width, int height);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{"width", &Size::width}, {"height", &Size::height}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<Transpose>);

/// The same in place, for a matrix [n][n]; n is the size's width.
struct TransposeInPlace {
    int tile = 0;
    using Function = void (*)(float* d_data, int n);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{.name = "n", .member = &Size::width, .squared = true}}; }
    Output output(const Size& size) const;
    Geometry geometry(const Size& size) const;
    std::optional<TapQuestion> question(const Size& size) const;
    std::optional<Diagnosis> diagnose(const WrongResult& wrong) const;
    Words words() const;
    Mistake unexplained() const;
    std::optional<Diagnosis> advice(const Finding& finding, const Size& size) const;
    std::optional<OnCard> on_card(const Size& measured) const;
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<TransposeInPlace>);

}  // namespace halo::lab
