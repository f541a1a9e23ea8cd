#include "course/written_predictions.hpp"

#include <fstream>
#include <map>

#include <toml++/toml.h>

#include "machine/bounds.hpp"

namespace halo::grader::course {

std::vector<record::Question> questions_in(const std::filesystem::path& prediction_toml)
{
    std::map<toml::source_index, record::Question> in_order;
    try {
        std::ifstream in(prediction_toml, std::ios::binary);
        if (!in) return {};
        for (const auto& [function, node] : toml::parse(in))
            if (const toml::table* asked = node.as_table())
                for (const auto& [counter, value] : *asked)
                    if (counter.str() != "measured") in_order[value.source().begin.line] = {std::string(function.str()), std::string(counter.str())};
    } catch (const toml::parse_error&) {
        return {};
    }
    std::vector<record::Question> questions;
    for (auto& [line, question] : in_order) questions.push_back(std::move(question));
    return questions;
}

WrittenPredictions written_predictions(std::string_view toml, const std::vector<record::Question>& asked)
{
    WrittenPredictions written;
    if (const auto excess = excess_in(toml, Form::toml)) {
        written.broken_line = excess->line;
        written.broken = excess->what;
        return written;
    }
    try {
        const toml::table root = toml::parse(toml);
        for (const record::Question& of : asked) {
            const toml::table* function = root[of.function].as_table();
            const toml::node* node = function ? function->get(of.counter) : nullptr;
            if (node == nullptr) continue;
            const toml::table* question = node->as_table();
            if (question != nullptr) node = question->get("answer");
            if (node == nullptr) continue;
            WrittenPrediction one{of, std::size_t(node->source().begin.line), question == nullptr, std::nullopt, std::nullopt};
            if (const auto* text = node->as_string()) one.text = text->get();
            else if (node->is_number()) one.number = node->value<double>();
            written.all.push_back(std::move(one));
        }
    } catch (const toml::parse_error& error) {
        written.broken_line = error.source().begin.line;
        written.broken = error.description();
    }
    return written;
}

}  // namespace halo::grader::course
