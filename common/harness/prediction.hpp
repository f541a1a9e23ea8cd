#pragma once
// What a reader predicts for the measured cases before measuring, and how far off the predictions are.

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/judge.hpp"

namespace halo::lab {

/// A mistake in the reader's file: three lines, the first with file and line.
struct PredictionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One number of a prediction.toml: `[function]`, `name = value`.
struct Prediction {
    std::string function;
    std::string name;                 ///< a counter, or `reuse_ratio`
    double value = 0;                 ///< 0: not yet predicted
};

/// The predictions of a file, in its order. Throws PredictionError on invalid TOML, a function that is not in
/// `functions`, an unknown name, or an impossible value.
std::vector<Prediction> read_predictions(const std::filesystem::path& file, const std::vector<std::string>& functions);

/// The difference in words: `predicted 27200, measured 41664: 35 % too low`.
std::string compare_numbers(double predicted, double measured);

/// A line for each prediction about the judged function; empty if there is none.
std::string compare_predictions(const std::vector<Prediction>& predictions, const Judgement& judgement);

}  // namespace halo::lab
