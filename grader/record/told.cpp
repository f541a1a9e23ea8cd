#include "record/told.hpp"

namespace halo::grader::record {
namespace {

nlohmann::json json_of(const std::vector<Unplaced>& files)
{
    nlohmann::json out = nlohmann::json::array();
    for (const Unplaced& file : files) out.push_back({{"path", file.path}, {"why", file.why}, {"labs", file.labs}});
    return out;
}

std::vector<Unplaced> unplaced_in(const nlohmann::json& files)
{
    std::vector<Unplaced> out;
    for (const nlohmann::json& file : files) out.push_back({file.value("path", ""), file.value("why", ""), file.value("labs", std::vector<std::string>())});
    return out;
}

}  // namespace

nlohmann::json told_by_import(const Run& run)
{
    nlohmann::json out = nlohmann::json::object();
    if (!run.of_nobody.empty()) out["nobody"] = json_of(run.of_nobody);
    for (const auto& [student, person] : run.people)
        if (!person.group.empty() || !person.stranger.empty() || !person.unplaced.empty())
            out["people"][student] = {{"group", person.group}, {"stranger", person.stranger}, {"another", person.another}, {"unplaced", json_of(person.unplaced)}};
    return out;
}

void take_told(const nlohmann::json& told, Run& run)
{
    if (!told.is_object()) return;
    run.of_nobody = unplaced_in(told.value("nobody", nlohmann::json::array()));
    const nlohmann::json people = told.value("people", nlohmann::json::object());
    for (const auto& [student, one] : people.items()) {
        Person& person = run.people[student];
        person.group = one.value("group", ""), person.stranger = one.value("stranger", ""), person.another = one.value("another", false);
        person.unplaced = unplaced_in(one.value("unplaced", nlohmann::json::array()));
    }
}

}  // namespace halo::grader::record
