#include "student/predictions.hpp"

#include <cstdlib>

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/state.hpp"

namespace halo::student {

std::vector<const Question*> Asked::open_ones() const
{
    std::vector<const Question*> ones;
    for (const Question& question : questions)
        if (open(question)) ones.push_back(&question);
    return ones;
}

Asked asked_about(const Place& place)
{
    Asked asked{read_questions(place.folder() / "prediction.toml", functions_of(place.folder() / "lab.toml")), {}};
    const std::map<std::string, Prediction> kept = read_state(place.kept()).of(place.lab).predictions;
    for (const Question& question : asked.questions) {
        if (const auto answer = kept.find(question.name()); answer != kept.end()) asked.answers[question.name()] = answer->second;
        // What is in the file was written later, or it would have been taken over before; and it is what the student sees.
        if (question.written) asked.answers[question.name()] = *question.written;
    }
    return asked;
}

void keep_answers(const Place& place, const Asked& asked)
{
    if (read_state(place.kept()).of(place.lab).predictions == asked.answers) return;
    StateEdit edit(place.kept());
    edit.state.labs[place.lab].predictions = asked.answers;
    edit.save();
}

std::string as_words(const Asked& asked)
{
    std::string words;
    for (const Question& question : asked.questions) {
        const auto answer = asked.answers.find(question.name());
        const std::string value = answer == asked.answers.end() ? "open" : answer->second ? fmt::format("{:.17g}", *answer->second) : "declined";
        words += fmt::format("{}{}={}", words.empty() ? "" : " ", question.name(), value);
    }
    return words;
}

void share_predictions(const Place& place)
{
    std::string words;
    try {
        words = as_words(asked_about(place));
    } catch (const Refusal&) {
        // A mistake in prediction.toml keeps nobody from testing; `make predict` and `make profile` report it.
    }
    setenv("HALO_PREDICTIONS", words.c_str(), 1);
}

}  // namespace halo::student
