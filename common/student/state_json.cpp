// The only file here that uses JSON. It is compiled with the harness's, see common/meson.build.
#include "student/state.hpp"

#include <nlohmann/json.hpp>

namespace halo::student {
namespace {

using Json = nlohmann::json;

Json parsed(std::string_view text)
{
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) throw Unusable("it is not a JSON object");
    return json;
}

std::string string_in(const Json& json, const char* name)
{
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) throw Unusable(std::string(name) + " is missing, or not text");
    return found->get<std::string>();
}

int number_in(const Json& json, const char* name, int least, int most)
{
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number_integer()) throw Unusable(std::string(name) + " is missing, or not a number");
    const auto number = found->get<long long>();
    if (number < least || number > most) throw Unusable(std::string(name) + " is out of range");
    return int(number);
}

const Json& object_in(const Json& json, const char* name)
{
    const auto found = json.find(name);
    if (found == json.end() || !found->is_object()) throw Unusable(std::string(name) + " is missing, or not an object");
    return *found;
}

/// Empty if it is missing: older versions wrote none.
std::vector<std::string> strings_in(const Json& json, const char* name)
{
    std::vector<std::string> out;
    const auto found = json.find(name);
    if (found == json.end()) return out;
    if (!found->is_array()) throw Unusable(std::string(name) + " is not a list");
    for (const Json& one : *found)
        if (one.is_string()) out.push_back(one.get<std::string>());
    return out;
}

constexpr int kMany = 1 << 30;

Json json_of(const About& about) { return {{"about", about.what}, {"line", about.line}, {"source", about.source}}; }

About about_from(const Json& json) { return {string_in(json, "about"), number_in(json, "line", 0, kMany), string_in(json, "source")}; }

Json json_of(const Result& result)
{
    Json json = json_of(result.about);
    json["lab"] = result.lab;
    json["function"] = result.function;
    json["verdict"] = result.verdict;
    json["key"] = result.key;
    json["held"] = result.passing;
    json["sentences"] = result.tests;
    json["message"] = result.message;
    json["passed"] = result.passed_functions;
    if (!result.source.empty()) json["fingerprint"] = result.source;
    return json;
}

Result result_from(const Json& json)
{
    Result result;
    result.lab = string_in(json, "lab");
    result.function = string_in(json, "function");
    result.verdict = string_in(json, "verdict");
    result.key = string_in(json, "key");
    if (result.key.empty()) result.key = result.verdict;
    result.passing = number_in(json, "held", 0, kMany);
    result.tests = number_in(json, "sentences", 0, kMany);
    result.passed_functions = strings_in(json, "passed");
    if (json.contains("fingerprint")) result.source = string_in(json, "fingerprint");
    if (result.passed() && result.key == "passed") return result;       // no finding
    result.about = about_from(json);
    result.message = string_in(json, "message");
    return result;
}

Json json_of(const Levels& levels)
{
    Json json = Json::object();
    for (const auto& [name, key] : levels.keys) {
        Json& kept = json[name];
        kept["highest"] = key.highest;
        kept["mistakes"] = Json::array();
        for (const Levels::Mistake& one : key.mistakes) {
            Json mistake = json_of(one.about);
            mistake["level"] = one.level;
            kept["mistakes"].push_back(std::move(mistake));
        }
    }
    return json;
}

Levels levels_from(const Json& json)
{
    Levels levels;
    for (auto kept = json.begin(); kept != json.end(); ++kept) {
        if (!kept->is_object()) throw Unusable(kept.key() + " is not an object");
        const auto mistakes = kept->find("mistakes");
        if (mistakes == kept->end() || !mistakes->is_array()) throw Unusable("mistakes are missing, or not a list");
        Levels::Key& key = levels.keys[kept.key()];
        key.highest = number_in(*kept, "highest", 1, kLevels);
        for (const Json& one : *mistakes) key.mistakes.push_back({about_from(one), number_in(one, "level", 1, kLevels)});
    }
    return levels;
}

/// null: the student did not want to predict it.
Json json_of(const std::map<std::string, Prediction>& predictions)
{
    Json json = Json::object();
    for (const auto& [name, prediction] : predictions) json[name] = prediction ? Json(*prediction) : Json();
    return json;
}

std::map<std::string, Prediction> predictions_from(const Json& json)
{
    std::map<std::string, Prediction> predictions;
    for (auto kept = json.begin(); kept != json.end(); ++kept) {
        if (!kept->is_null() && !(kept->is_number() && kept->get<double>() >= 0)) throw Unusable(kept.key() + " is not a prediction");
        predictions[kept.key()] = kept->is_null() ? Prediction() : Prediction(kept->get<double>());
    }
    return predictions;
}

Json json_of(const Repair& repair)
{
    return {{"case", repair.number}, {"own", repair.own}, {"symptom", repair.symptom}, {"was", repair.was}, {"why", repair.why}, {"smallest", repair.smallest}};
}

Repair repair_from(const Json& json)
{
    return {number_in(json, "case", 1, kMany), string_in(json, "own"), string_in(json, "symptom"), string_in(json, "was"), string_in(json, "why"),
            number_in(json, "smallest", 0, kMany)};
}

}  // namespace

std::string to_json(const State& state)
{
    Json json;
    json["version"] = kStateVersion;
    json["labs"] = Json::object();
    for (const auto& [name, lab] : state.labs) {
        Json& kept = json["labs"][name];
        kept["hints"] = json_of(lab.hints);
        if (!lab.predictions.empty()) kept["predictions"] = json_of(lab.predictions);
        if (!lab.passed_on.empty()) kept["passed"] = lab.passed_on;
        if (lab.last) kept["last"] = json_of(*lab.last);
        if (lab.repair.number > 0) kept["repair"] = json_of(lab.repair);
        if (!lab.mended.empty()) kept["mended"] = lab.mended;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

State state_from_json(std::string_view text)
{
    const Json json = parsed(text);
    const int version = number_in(json, "version", 1, kMany);
    if (version > kStateVersion) throw Unusable("it is of version " + std::to_string(version), version);

    State state;
    const Json& labs = object_in(json, "labs");
    for (auto kept = labs.begin(); kept != labs.end(); ++kept) {
        if (!kept->is_object()) throw Unusable(kept.key() + " is not an object");
        LabState& lab = state.labs[kept.key()];
        lab.hints = levels_from(object_in(*kept, "hints"));
        if (kept->contains("predictions")) lab.predictions = predictions_from(object_in(*kept, "predictions"));
        if (kept->contains("passed")) lab.passed_on = string_in(*kept, "passed");
        if (kept->contains("last")) lab.last = result_from(object_in(*kept, "last"));
        if (kept->contains("repair")) lab.repair = repair_from(object_in(*kept, "repair"));
        if (kept->contains("mended"))
            for (const Json& one : (*kept)["mended"])
                if (one.is_number_integer()) lab.mended.insert(one.get<int>());
    }
    return state;
}

Result result_from_json(std::string_view text) { return result_from(parsed(text)); }

}  // namespace halo::student
