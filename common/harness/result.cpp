#include "harness/result.hpp"

#include <nlohmann/json.hpp>

namespace halo::lab {

std::string to_json(const RunResult& result)
{
    nlohmann::json out = {{"lab", result.lab}, {"function", result.function}, {"verdict", result.verdict}, {"key", result.key},
                          {"held", result.held}, {"sentences", result.sentences}, {"passed", result.passed}};
    if (!result.message.empty())
        out.update({{"message", result.message}, {"about", result.about}, {"line", result.line}, {"source", result.source}});
    return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace halo::lab
