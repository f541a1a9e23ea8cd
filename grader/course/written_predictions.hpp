#pragma once
// A lab's prediction.toml: what it asks, and what a student wrote into it.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/predictions.hpp"

namespace halo::grader::course {

/// In the order of the file. None if it is absent or is not TOML: the lab's own tests report that, and questions must not prevent grading.
std::vector<record::Question> questions_in(const std::filesystem::path& prediction_toml);

/// What is written where an answer belongs: a text, a number, or neither.
struct WrittenPrediction {
    record::Question of;
    std::size_t line = 0;
    bool bare = false;                  ///< in place of the question's table
    std::optional<std::string> text;
    std::optional<double> number;
};

struct WrittenPredictions {
    std::vector<WrittenPrediction> all;         ///< of the questions asked, those with something written
    std::optional<std::size_t> broken_line;     ///< the file is not TOML, from this line on
    std::string broken;                         ///< and why
};

WrittenPredictions written_predictions(std::string_view toml, const std::vector<record::Question>& asked);

}  // namespace halo::grader::course
