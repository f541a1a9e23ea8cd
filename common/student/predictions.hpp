#pragma once
// The questions of a lab and their answers. Answers are kept in progress/state.json; one written into prediction.toml is taken
// over from there.

#include <map>
#include <string>
#include <vector>

#include "student/place.hpp"
#include "student/questions.hpp"

namespace halo::student {

struct Asked {
    std::vector<Question> questions;
    std::map<std::string, Prediction> answers;      ///< by Question::name()

    bool open(const Question& question) const { return !answers.contains(question.name()); }
    std::vector<const Question*> open_ones() const;
};

/// Throws Refusal if prediction.toml cannot be used.
Asked asked_about(const Place& place);

/// Keeps the answers. Throws Fault if they cannot be saved.
void keep_answers(const Place& place, const Asked& asked);

/// Tells the lab's programs, which are started from now on, what is predicted and what is still open: they show no count that
/// waits for a prediction.
void share_predictions(const Place& place);

/// What share_predictions() puts into the environment: `conv1d_basic.global_loads=25000 conv1d_basic.idle_threads=open`.
std::string as_words(const Asked& asked);

}  // namespace halo::student
