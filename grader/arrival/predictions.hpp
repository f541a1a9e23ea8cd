#pragma once
// Predictions are read from what students hand in beside a lab's file.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "record/predictions.hpp"

namespace halo::grader::arrival {

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
    std::map<std::string, record::Prediction> answers;      ///< by Question::name()
    std::vector<Message> unread;
    bool unusable = false;                          ///< the whole file, whichever lab is asked about
};
Given read_predictions(PredictionFile kind, const std::string& bytes, const std::string& lab, const std::vector<record::Question>& questions, const std::string& shown,
                       bool must_be_this_lab);

}  // namespace halo::grader::arrival
