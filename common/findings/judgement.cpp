#include "findings/judgement.hpp"

#include <nlohmann/json.hpp>

namespace halo {

namespace {

using Json = nlohmann::ordered_json;

std::string text_at(const Json& object, const char* key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? std::string() : it->get<std::string>();
}

std::optional<double> number_at(const Json& object, const char* key)
{
    const auto it = object.find(key);
    if (it == object.end() || it->is_null()) return std::nullopt;
    return it->get<double>();
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Message message_of(const Json& object)
{
    return {text_at(object, "headline"), text_at(object, "where"), text_at(object, "try")};
}

}  // namespace

Judgement bare_judgement(std::string function, Verdict verdict, Message message)
{
    Judgement judgement;
    judgement.function = std::move(function);
    judgement.verdict = verdict;
    judgement.message = std::move(message);
    return judgement;
}

nlohmann::ordered_json to_json(const Judgement& j)
{
    Json counters = j.counters.empty() ? Json(nullptr) : Json::object();
    for (const auto& [key, value] : j.counters) counters[key] = value;
    Json cases = Json::array();
    for (const JudgedCase& c : j.cases) cases.push_back({{"name", c.name}, {"verdict", c.verdict}, {"message", c.message}});
    Json findings = Json::array();
    for (const JudgedCause& f : j.findings)
        findings.push_back({{"kind", f.kind},
                            {"headline", f.message.headline},
                            {"where", f.message.where},
                            {"try", f.message.attempt},
                            {"count", f.count}});
    return {
        {"function", j.function},
        {"verdict", name(j.verdict)},
        {"headline", j.message.headline},
        {"where", j.message.where},
        {"try", j.message.attempt},
        {"key", j.key},
        {"counters", counters},
        {"reuse_ratio", number_or_null(j.reuse_ratio)},
        {"expected_reuse_ratio", number_or_null(j.expected_reuse_ratio)},
        {"interior_reuse_ratio", number_or_null(j.interior_reuse_ratio)},
        {"speedup", number_or_null(j.speedup)},
        {"leaked_bytes", j.leaked_bytes},
        {"cases", cases},
        {"findings", findings},
        {"printed", j.printed},
    };
}

Judgement judgement_from_json(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        const auto verdict = verdict_named(json.at("verdict").get<std::string>());
        if (!verdict) throw UnreadableJudgement("no verdict is called " + json.at("verdict").dump());

        Judgement j = bare_judgement(json.at("function").get<std::string>(), *verdict, message_of(json));
        j.key = text_at(json, "key");
        if (const auto it = json.find("counters"); it != json.end() && it->is_object())
            for (const auto& [key, value] : it->items()) j.counters.emplace_back(key, value.get<std::uint64_t>());
        j.reuse_ratio = number_at(json, "reuse_ratio");
        j.expected_reuse_ratio = number_at(json, "expected_reuse_ratio");
        j.interior_reuse_ratio = number_at(json, "interior_reuse_ratio");
        j.speedup = number_at(json, "speedup");
        j.leaked_bytes = json.value("leaked_bytes", std::uint64_t{0});
        for (const Json& c : json.value("cases", Json::array()))
            j.cases.push_back({text_at(c, "name"), text_at(c, "verdict"), text_at(c, "message")});
        for (const Json& f : json.value("findings", Json::array()))
            j.findings.push_back({text_at(f, "kind"), message_of(f), f.value("count", std::uint64_t{1})});
        j.printed = text_at(json, "printed");
        return j;
    } catch (const nlohmann::json::exception& error) {
        throw UnreadableJudgement(error.what());
    }
}

}  // namespace halo
