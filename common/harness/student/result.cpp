#include "harness/student/result.hpp"

#include "harness/wire/json_object.hpp"

namespace halo::lab {

std::string to_json(const RunResult& result)
{
    Json out = object({{"lab", result.lab}, {"function", result.function}, {"verdict", result.verdict}, {"key", result.key},
                       {"held", result.held}, {"sentences", result.sentences}, {"passed", result.passed}});
    if (!result.message.empty())
        out.update(object({{"message", result.message}, {"about", result.about}, {"line", result.line}, {"source", result.source}}));
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace halo::lab
