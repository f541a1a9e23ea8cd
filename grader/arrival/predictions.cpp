#include "arrival/predictions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "course/written_predictions.hpp"
#include "findings/number.hpp"
#include "findings/predicted.hpp"
#include "machine/bounds.hpp"
#include "machine/text.hpp"

namespace halo::grader::arrival {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownOfAnswer = 40;

struct AnswerFile {
    const std::string& lab;
    const std::vector<record::Question>& questions;
    const std::string& shown;
    Given given = {};

    void refuse(std::string headline, std::string attempt) { given.unread.push_back({std::move(headline), "no verdict depends on it", std::move(attempt)}); }

    void refuse_all(std::string headline, std::string attempt)
    {
        given.unusable = true;
        refuse(std::move(headline), std::move(attempt));
    }

    void answer(const record::Question& of, record::Said said, double value = 0) { given.answers[of.name()] = {of, said, value, {}}; }

    /// A number, if the counter can have it.
    void predicted(const record::Question& of, double value, const std::string& written, std::size_t line = 0)
    {
        if (possible(value, of.counter)) return answer(of, record::Said::predicted, value);
        refuse(fmt::format("grader: {}{}: {} of {} must be a {}number, 0 or more; it is {}", shown, line ? fmt::format(":{}", line) : "", of.counter, of.function,
                           of.counter == kRatio ? "" : "whole ", shortened(printable(written), kShownOfAnswer)),
               "as in 5152, or \"20 * 264\"; \"?\" declines");
    }
};

/// An answer as students write it: nothing, `?`, a number or a product. In place of the question's table, 0 means open.
void take(AnswerFile& file, const course::WrittenPrediction& written)
{
    if (written.text) {
        const std::string said = trimmed(*written.text);
        if (said.empty()) return;
        if (said == "?") return file.answer(written.of, record::Said::declined);
        return file.predicted(written.of, number_from(said).value_or(-1), '"' + *written.text + '"', written.line);
    }
    if (written.bare && written.number == 0) return;
    file.predicted(written.of, written.number.value_or(-1), written.number ? fmt::format("{}", *written.number) : "something else", written.line);
}

void read_toml(AnswerFile& file, const std::string& bytes)
{
    const course::WrittenPredictions written = course::written_predictions(bytes, file.questions);
    for (const course::WrittenPrediction& one : written.all) take(file, one);
    if (written.broken_line)
        file.refuse_all(fmt::format("grader: {}:{}: {}", file.shown, *written.broken_line, shortened(printable(written.broken), 200)),
                        "put the answers in quotes: answer = \"20 * 264\"");
}

const Json* member(const Json& object, const char* name)
{
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

std::string text_in(const Json& object, const char* name)
{
    const Json* found = member(object, name);
    return found && found->is_string() ? found->get<std::string>() : "";
}

/// A number or null, which declines.
void take_json(AnswerFile& file, const record::Question& of, const Json& value)
{
    if (value.is_null()) return file.answer(of, record::Said::declined);
    file.predicted(of, value.is_number() ? value.get<double>() : -1, value.is_number() ? fmt::format("{}", value.get<double>()) : "something else");
}

/// Predictions alone: what the student's program counted is not believed, and not even read.
void read_profile(AnswerFile& file, const Json& root, bool must_be_this_lab)
{
    const std::string lab = text_in(root, "lab");
    if (!text_in(root, "schema").starts_with("halo/profile/"))
        return file.refuse_all(fmt::format("grader: {} is not what `make profile JSON=1` prints", file.shown), "in the lab's folder: make profile JSON=1 > profile.json");
    if (lab != file.lab) {
        if (must_be_this_lab)
            file.refuse(fmt::format("grader: {} is about {}, not about {}", file.shown, lab.empty() ? "no lab" : shortened(printable(lab), kShownOfAnswer), file.lab),
                        "hand in the one that was made in this lab's folder");
        return;
    }
    const Json* functions = member(root, "functions");
    if (functions == nullptr || !functions->is_array()) return file.refuse(fmt::format("grader: {} has no list of functions", file.shown), "make it again: make profile JSON=1 > profile.json");
    for (const Json& function : *functions) {
        const Json* predictions = member(function, "predictions");
        if (predictions == nullptr || !predictions->is_array()) continue;
        for (const Json& one : *predictions)
            for (const record::Question& of : file.questions) {
                if (of.function != text_in(function, "function") || of.counter != text_in(one, "counter")) continue;
                const std::string answer = text_in(one, "answer");
                const Json* value = member(one, "predicted");
                if (answer == "declined") file.answer(of, record::Said::declined);
                else if (answer == "predicted") take_json(file, of, value && !value->is_null() ? *value : Json("missing"));
            }
    }
}

void read_state(AnswerFile& file, const Json& root)
{
    const Json* version = member(root, "version");
    if (version == nullptr || *version != 1)
        return file.refuse_all(fmt::format("grader: {} is not progress/state.json, or of another version of the workbook", file.shown), "hand in progress/state.json as it is, or profile.json");
    const Json* labs = member(root, "labs");
    const Json* lab = labs ? member(*labs, file.lab.c_str()) : nullptr;
    const Json* predictions = lab ? member(*lab, "predictions") : nullptr;
    if (predictions == nullptr) return;
    for (const record::Question& of : file.questions)
        if (const Json* value = member(*predictions, of.name().c_str())) take_json(file, of, *value);
}

void read_json(AnswerFile& file, const std::string& bytes, PredictionFile kind, bool must_be_this_lab)
{
    const Json root = excess_in(bytes, Form::json) ? Json() : Json::parse(bytes, nullptr, false);
    if (!root.is_object()) return file.refuse_all(fmt::format("grader: {} is not a JSON object", file.shown), "in the lab's folder: make profile JSON=1 > profile.json");
    if (kind == PredictionFile::profile) read_profile(file, root, must_be_this_lab);
    else read_state(file, root);
}

}  // namespace

std::size_t most_bytes(PredictionFile kind)
{
    constexpr std::size_t kKiB = 1024;
    return kind == PredictionFile::toml ? 16 * kKiB : kind == PredictionFile::profile ? 64 * kKiB : 256 * kKiB;
}

Given read_predictions(PredictionFile kind, const std::string& bytes, const std::string& lab, const std::vector<record::Question>& questions, const std::string& shown,
                       bool must_be_this_lab)
{
    AnswerFile file{lab, questions, shown};
    if (kind == PredictionFile::toml) read_toml(file, bytes);
    else read_json(file, bytes, kind, must_be_this_lab);
    return std::move(file.given);
}

}  // namespace halo::grader::arrival
