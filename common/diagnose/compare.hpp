#pragma once
// Compares an output with its reference, without asking why they differ.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halo {

/// What an output holds before the function is called: a NaN that no arithmetic produces, even from itself.
float unwritten();
bool is_unwritten(float value);

/// True for is_unwritten(), and for a copy of fresh device memory, every bit of which the engine sets to 1.
/// Guard bands are checked with is_unwritten() alone: a copy of fresh memory into one is a write.
bool never_written(float value);

/// How one output differs from its reference.
struct Comparison {
    bool same = false;
    std::size_t total = 0;
    std::size_t wrong = 0;            ///< includes the unwritten ones
    std::size_t unwritten = 0;        ///< never_written()
    std::size_t first = 0;            ///< flat index of the first wrong one
    float got = 0, want = 0;          ///< that element
};

/// `first out[0][14] = 12, expected 15`, if the first wrong element is called `out[0][14]`.
std::string first_difference(const Comparison& comparison, std::string_view element);

/// An element is right when its error is at most `tolerance`; NaN never is. Outputs of different sizes never match.
Comparison compare(std::span<const float> got, std::span<const float> want, double tolerance);

/// Largest absolute error that float rounding alone can explain in a convolution.
/// γₙ · Σ|filter| · max|in|, n = number of taps, u = 2⁻²⁴; Higham, Accuracy and Stability, §3.1.
/// Throws std::invalid_argument on NaN or infinity.
double rounding_bound(std::span<const float> filter, std::span<const float> in);

/// The indices of an element, slowest first, in an array of these extents: {height, width}. One index where there are none.
std::vector<std::size_t> indices(std::size_t flat, const std::vector<std::int64_t>& shape);

/// `out[14]`, `out[3][14]`, `out[2][3][14]`
std::string element(std::size_t flat, const std::vector<std::int64_t>& shape, std::string_view array = "out");

/// A float as people write it: 12, 0.125, NaN.
std::string number(float value);

}  // namespace halo
