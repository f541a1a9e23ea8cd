#include <nlohmann/json.hpp>

#include "findings/describe.hpp"
#include "harness/judge.hpp"

namespace halo::lab {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

std::string to_json(const Judgement& judgement)
{
    Json counters = nullptr;
    if (judgement.counters)
        for_each_counter([&](const char* name, auto member) { counters[name] = (*judgement.counters).*member; });

    Json cases = Json::array(), findings = Json::array();
    for (const CaseResult& result : judgement.cases)
        cases.push_back({{"name", result.sentence},
                         {"verdict", name(result.verdict)},
                         {"message", text(result.message)}});
    for (const FoundCause& cause : judgement.findings)
        findings.push_back({{"kind", name(cause.finding.kind)},
                            {"headline", cause.message.headline},
                            {"where", cause.message.where},
                            {"try", cause.message.attempt},
                            {"count", cause.finding.count}});

    const Json out = {
        {"function", judgement.function},
        {"verdict", name(judgement.verdict)},
        {"headline", judgement.message.headline},
        {"where", judgement.message.where},
        {"try", judgement.message.attempt},
        {"key", key_of(judgement)},
        {"counters", counters},
        {"reuse_ratio", or_null(judgement.reuse_ratio)},
        {"expected_reuse_ratio", or_null(judgement.expected_reuse_ratio)},
        {"interior_reuse_ratio", or_null(judgement.interior_reuse_ratio)},
        {"leaked_bytes", judgement.leaked_bytes},
        {"cases", cases},
        {"findings", findings},
    };
    return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace halo::lab
