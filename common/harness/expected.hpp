#pragma once
// The trusted half's knowledge of a problem: what is right, and how many loads it should take.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kinds/convolution/classify.hpp"
#include "harness/problem.hpp"
#include "kinds/transposition/transposition.hpp"

namespace halo::lab {

/// Loads of the input, in elements. Nothing where a ratio of loads would say nothing about the input.
struct Loads {
    std::optional<double> basic;            ///< by the basic kernel: in-image taps of all outputs
    std::optional<double> tiled;            ///< by tiles that load each element of their patch once, ghosts not
    std::optional<double> interior_ratio;   ///< of an interior tile: T·M/(T+M−1), squared in 2-D; of design 3 another one
    bool core_only = false;                 ///< `tiled` is design 3's
};

struct Expected;

/// The call before, if it had the same size.
struct Earlier {
    const Inputs& inputs;
    const Expected& expected;
};

struct Expected {
    std::vector<float> want;
    double tolerance = 0;
    std::variant<Convolution, Transposition> task;      ///< refers to the inputs
    Loads loads;
    std::size_t resting = 0;                ///< outputs that are right before the function is called
    std::size_t fewest_stores = 0;          ///< by the kernels; 0: one for each output
    /// Names what is wrong with an output; unset for a plain `convolution`, which classify() knows. Refers to the inputs.
    std::function<std::optional<Diagnosis>(std::span<const float> got, const Expected& own, const Earlier* earlier)> diagnose = {};
};

/// The reference for these inputs, which must outlive the result.
Expected solve(const Problem& problem, const Inputs& inputs);

/// Kinds with a file of their own.
Expected solve_kind(const FilterImage& problem, const Inputs& inputs);          // expected_image.cpp
Expected solve_kind(const SeparableConv2d& problem, const Inputs& inputs);
Expected solve_kind(const Channels1d& problem, const Inputs& inputs);           // expected_channels.cpp

/// `33 x 17 image, radius 2`; `1000 elements, filter 5 wide`; `matrix of 17 rows and 33 columns`
std::string describe(const Problem& problem, const Size& size);

/// `pixel`, `byte` or `element`.
std::string element_word(const Problem& problem);

/// The array that the function writes, for messages: `h_out`, `d_out`, `d_data`.
std::string output_name(const Problem& problem);

/// Elements in a row of the output, as messages count them; 0 for a signal.
int row_length(const Problem& problem, const Size& size);

/// An output as the lab's contract counts it: `out[14]`, `out[3][14]`, `out[3][14][2]`.
std::string output_element(const Problem& problem, const Size& size, std::size_t flat);

/// In-range taps of all outputs along one direction.
double taps(int size, int radius);

/// Elements that tiles along one direction load: each its outputs and `radius` more on both sides, in range.
double patch_loads(int size, int tile, int radius);

}  // namespace halo::lab
