#pragma once
// How many points predictions earn, on top of the verdict's.

#include <cstddef>
#include <optional>

#include "record/predictions.hpp"

namespace halo::grader::course {

/// From course.toml: `predictions = { points = 2, made = 1.0, within = 0.1 }`.
struct PredictionCredit {
    double points = 0;      ///< for all questions of a lab
    double made = 1;        ///< the share that a prediction earns whatever it says; the rest is for one that is right
    double within = 0.1;    ///< how far from the count is still right, in parts of the count
};

/// What one of `questions` questions earns. Nothing for one that is open or declined; without a count only what `made` says.
double earned(const PredictionCredit& credit, const record::Prediction& prediction, const std::optional<double>& counted, std::size_t questions);

}  // namespace halo::grader::course
