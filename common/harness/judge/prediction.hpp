#pragma once
// What a reader predicts for the measured cases before measuring, how far off the predictions are, and which counts wait for one.
// `halo` asks, and says here what was answered: see common/student/predictions.hpp.

#include <string>
#include <string_view>
#include <vector>

#include "findings/counters.hpp"

namespace halo {
struct Judgement;
}

namespace halo::lab {

enum class Answered { open, declined, predicted };

struct Prediction {
    std::string function;
    std::string name;                 ///< a counter, or `reuse_ratio`
    Answered answered = Answered::open;
    double value = 0;
};

/// All predictions that the reader was asked for.
class Predictions {
public:
    Predictions() = default;
    explicit Predictions(std::vector<Prediction> all) : all_(std::move(all)) {}

    /// From `conv1d_basic.global_loads=25000 conv1d_basic.idle_threads=open`; what is not of this form is left out.
    static Predictions from_words(std::string_view words);

    std::vector<Prediction> of(std::string_view function) const;

    /// Waits this count for a prediction? Whichever function was asked about: in a lab of three designs, each shows what the others load.
    /// So do the ratio of counts and the counts that it tells.
    bool hide(std::string_view counter) const;

    /// The names of those that wait, those of `function` alone: `global_loads, idle_threads of conv1d_basic`.
    std::string open_ones(std::string_view function) const;

private:
    std::vector<Prediction> all_;
};

/// What the environment says, by HALO_PREDICTIONS.
const Predictions& the_predictions();

/// A line for each prediction about the judged function that is not open; empty if there is none.
std::string compare_predictions(const Predictions& predictions, const Judgement& judgement);

}  // namespace halo::lab
