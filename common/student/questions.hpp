#pragma once
// What a lab's prediction.toml asks, and the answers that a student may have written there.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::student {

/// An answer to a question: a number, or none, if the student does not want to predict this one.
using Prediction = std::optional<double>;

struct Question {
    std::string function;                       ///< `conv1d_basic`
    std::string counter;                        ///< `global_loads`, or `reuse_ratio`
    std::string measured;                       ///< the case that is measured: `5000 elements, a filter of 5`
    std::string text;                           ///< a full sentence; empty in a file of an earlier version
    std::optional<Prediction> written = {};     ///< in the file itself; nothing: open

    std::string name() const { return function + "." + counter; }
};

/// The functions of a lab, from its lab.toml.
std::vector<std::string> functions_of(const std::filesystem::path& lab_toml);

/// The questions of a file, in its order; none if there is no such file. Throws Refusal on invalid TOML, a function that is not
/// in `functions`, an unknown counter or an impossible answer, with file and line.
std::vector<Question> read_questions(const std::filesystem::path& file, const std::vector<std::string>& functions);

/// What a student types: a number that the counter can have, `?` or nothing at all.
struct Typed {
    bool understood = false;
    Prediction answer = {};
};
Typed typed(std::string_view text, std::string_view counter);

/// What can be typed, as in `6000, 6,000 or 20 * 300`.
std::string accepted(std::string_view counter);

/// Whole numbers with their thousands apart, others with two decimals.
std::string written_out(double value);

}  // namespace halo::student
