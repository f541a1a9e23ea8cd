#include "timing/speed_json.hpp"

#include <nlohmann/json.hpp>

namespace halo::timing {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Interval& i) { return {i.low, i.median, i.high}; }
Json json_of(const std::optional<Interval>& i) { return i ? json_of(*i) : Json(nullptr); }
std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string to_json(const Speed& s)
{
    Json against = Json::array();
    for (const Against& a : s.against) against.push_back({{"name", a.name}, {"faster", json_of(a.faster)}});
    const bool timed = s.ms.median > 0;
    return line_of({{"function", s.function}, {"card", s.setting.card}, {"size", s.setting.size}, {"wanted", s.setting.wanted.empty() ? Json(nullptr) : Json(s.setting.wanted)},
                    {"bytes", s.setting.bytes}, {"rounds", s.rounds}, {"disturbed", s.disturbed}, {"wrong", s.wrong}, {"too_fast", s.too_fast},
                    {"ms", timed ? json_of(s.ms) : Json(nullptr)}, {"overhead_ms", json_of(s.overhead_ms)}, {"of_copy", json_of(s.of_copy)}, {"against", against}});
}

std::string gone_json(const std::string& function, const std::string& why) { return line_of({{"function", function}, {"gone", why}}); }

}  // namespace halo::timing
