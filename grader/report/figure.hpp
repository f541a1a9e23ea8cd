#pragma once
// Small drawings as SVG, 340 units wide: they fit a phone without getting smaller. Colours are the style sheet's.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace halo::grader::report {

/// A bar for each count, the count above it and the label below. `says` is the text of the figure for those who cannot see it.
std::string bar_chart(const std::vector<std::string>& labels, const std::vector<std::size_t>& counts, const std::string& says);

/// What a measured value is held against.
struct Reference {
    std::string label;
    const char* kind;       ///< `exact` or `interior`, for the style sheet
    double value = 0;
};

/// A dot for each value on an axis that begins at 0, equal ones on top of each other; a vertical line for each reference.
/// Where they would be too many, a dot stands for several values: `*per_dot` says for how many at most.
std::string dot_plot(const std::vector<double>& values, const std::vector<Reference>& references, const std::string& says, std::size_t* per_dot);

/// 1, 2 or 5 times a power of ten: about five of them make up `most`, which is more than 0.
double step_of(double most);

}  // namespace halo::grader::report
