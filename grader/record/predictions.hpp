#pragma once
// What a student predicted before measuring. The reports show it beside what the grader itself counted, and a course can credit it. It never changes a verdict.

#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.hpp"

namespace halo::grader::record {

/// What a lab asks: how much will `counter` be for `function`?
struct Question {
    std::string function, counter;
    std::string name() const { return function + "." + counter; }
};

enum class Said { open, declined, predicted };

std::string_view name(Said said);

struct Prediction {
    Question of;
    Said said = Said::open;
    double value = 0;                       ///< if predicted
    std::string file = {};                  ///< where it was found: `04_tiled_design1/profile.json`
};

/// What one student handed in about one lab.
struct Predictions {
    std::vector<Prediction> all;            ///< one for each question, if any of its files was found
    std::vector<Message> unread;            ///< files, or answers in them, that are not predictions, and why

    bool empty() const { return all.empty() && unread.empty(); }
};

/// For the ledger.
std::string to_text(const Predictions& predictions);
Predictions predictions_from_text(const std::string& text);

}  // namespace halo::grader::record
