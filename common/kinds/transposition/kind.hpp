#pragma once
// Transposes of a matrix: into another array, and in place.

#include <array>

#include "data/extent.hpp"
#include "kinds/kind.hpp"

namespace halo::lab {

/// Columns and rows of the input.
struct MatrixSize {
    int width = 1;
    int height = 1;
    int offset = 0;                   ///< floats by which d_in and d_out lie after a multiple of 16 bytes

    int apart = 0;                    ///< so many more for d_out

    static constexpr std::array<SizeNumber<MatrixSize>, 4> numbers() { return {{{"width", &MatrixSize::width}, {"height", &MatrixSize::height}, {"offset", &MatrixSize::offset, 0}, {"apart", &MatrixSize::apart, 0}}}; }
    Extent extent() const { return {width, height}; }
    friend bool operator==(const MatrixSize&, const MatrixSize&) = default;
};

/// Of a square matrix.
struct SquareSize {
    int width = 1;

    static constexpr std::array<SizeNumber<SquareSize>, 1> numbers() { return {{{"width", &SquareSize::width}}}; }
    Extent extent() const { return {width, width}; }
    friend bool operator==(const SquareSize&, const SquareSize&) = default;
};

/// d_out[x][y] = d_in[y][x] on device pointers: [height][width] becomes [width][height]. A block moves `tile` × `tile`
/// elements; 0 if unknown.
struct Transpose {
    int tile = 0;
    bool any_kernel = false;          ///< what a block and a thread do is the student's choice
    using Size = MatrixSize;
    using Function = void (*)(const float* d_in, float* d_out, int width, int height);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

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
    std::unique_ptr<CardTask> card_task(const Size& size) const;
    CardCaller card_basic(const Size& size) const;
};
static_assert(Kind<Transpose>);

/// The same in place, for a matrix [n][n]; n is the size's width.
struct TransposeInPlace {
    int tile = 0;
    using Size = SquareSize;
    using Function = void (*)(float* d_data, int n);

    Caller caller(Function function) const;
    CardCaller card_caller(Function function) const;

    Inputs make_inputs(const Size& size, std::uint64_t seed) const;
    Expected solve(const Inputs& inputs) const;
    std::string describe(const Size& size) const;
    std::vector<SizeField> size_fields() const { return {{.name = "n", .number = "width", .squared = true}}; }
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
