#include "record/predictions.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

namespace halo::grader::record {
namespace {

constexpr std::array<std::string_view, 3> kSaid = {"open", "declined", "predicted"};

}  // namespace

std::string_view name(Said said) { return kSaid[std::size_t(said)]; }

std::string to_text(const Predictions& predictions)
{
    using Json = nlohmann::json;
    Json all = Json::array(), unread = Json::array();
    for (const Prediction& p : predictions.all)
        all.push_back({{"function", p.of.function}, {"counter", p.of.counter}, {"answer", name(p.said)}, {"value", p.value}, {"file", p.file}});
    for (const Message& m : predictions.unread) unread.push_back({{"headline", m.headline}, {"where", m.where}, {"try", m.attempt}});
    return Json{{"all", all}, {"unread", unread}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Predictions predictions_from_text(const std::string& text)
{
    using Json = nlohmann::json;
    Predictions predictions;
    const Json json = Json::parse(text);
    for (const Json& p : json.at("all")) {
        const auto said = std::ranges::find(kSaid, p.at("answer").get<std::string>());
        predictions.all.push_back({{p.at("function").get<std::string>(), p.at("counter").get<std::string>()},
                                   said == kSaid.end() ? Said::open : Said(said - kSaid.begin()),
                                   p.at("value").get<double>(),
                                   p.at("file").get<std::string>()});
    }
    for (const Json& m : json.at("unread")) predictions.unread.push_back({m.at("headline").get<std::string>(), m.at("where").get<std::string>(), m.at("try").get<std::string>()});
    return predictions;
}

}  // namespace halo::grader::record
