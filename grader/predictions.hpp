#pragma once
// What students predicted before they measured: read from what they hand in beside a lab's file. The reports show it beside what the grader itself counted,
// and a course can credit it. It never changes a verdict.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.hpp"

namespace halo::grader {

/// What a lab asks: how much will `counter` be for `function`?
struct Question {
    std::string function, counter;
    std::string name() const { return function + "." + counter; }
};

/// The questions of a lab's own prediction.toml, in its order; none if there is no such file, or it can't be read.
std::vector<Question> questions_in(const std::filesystem::path& prediction_toml);

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

/// The three files in which predictions arrive. All are a student's bytes.
enum class PredictionFile {
    toml,           ///< prediction.toml, with answers in it
    profile,        ///< what `make profile JSON=1` prints
    state,          ///< progress/state.json, of all labs
};

/// Larger files are refused. A key of 16 KiB, a letter between any two dots, takes the TOML parser half of the stack.
std::size_t most_bytes(PredictionFile kind);

/// What a file says of a lab's questions; questions that it doesn't answer are absent. Throws nothing, whatever the bytes are: what can't be used ends up in `unread`.
/// `shown` is the file's name in messages. `must_be_this_lab`: a profile of another lab is a mistake, and not just another lab's.
struct Given {
    std::map<std::string, Prediction> answers;      ///< by Question::name()
    std::vector<Message> unread;
    bool unusable = false;                          ///< the whole file, whichever lab is asked about
};
Given read_predictions(PredictionFile kind, const std::string& bytes, const std::string& lab, const std::vector<Question>& questions, const std::string& shown,
                       bool must_be_this_lab);

/// For the ledger.
std::string to_text(const Predictions& predictions);
Predictions predictions_from_text(const std::string& text);

/// From course.toml: `predictions = { points = 2, made = 1.0, within = 0.1 }`.
struct PredictionCredit {
    double points = 0;      ///< for all questions of a lab
    double made = 1;        ///< the share that a prediction earns whatever it says; the rest is for one that is right
    double within = 0.1;    ///< how far from the count is still right, in parts of the count
};

/// What one of `questions` questions earns. Nothing for one that is open or declined; without a count only what `made` says.
double earned(const PredictionCredit& credit, const Prediction& prediction, const std::optional<double>& counted, std::size_t questions);

}  // namespace halo::grader
