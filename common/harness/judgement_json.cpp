#include <nlohmann/json.hpp>

#include "findings/describe.hpp"
#include "findings/judgement.hpp"
#include "harness/judge.hpp"

namespace halo::lab {

std::string to_json(const Judgement& judgement)
{
    halo::Judgement out = bare_judgement(judgement.function, judgement.verdict, judgement.message);
    out.key = key_of(judgement);
    if (judgement.counters)
        for_each_counter([&](const char* name, auto member) { out.counters.emplace_back(name, (*judgement.counters).*member); });
    out.reuse_ratio = judgement.reuse_ratio;
    out.expected_reuse_ratio = judgement.expected_reuse_ratio;
    out.interior_reuse_ratio = judgement.interior_reuse_ratio;
    out.leaked_bytes = judgement.leaked_bytes;
    for (const CaseResult& result : judgement.cases)
        out.cases.push_back({result.sentence, std::string(name(result.verdict)), text(result.message)});
    for (const FoundCause& cause : judgement.findings)
        out.findings.push_back({std::string(name(cause.finding.kind)), cause.message, cause.finding.count});
    return halo::to_json(out).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace halo::lab
