#include "course/manifest.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "course/written_predictions.hpp"
#include "machine/errors.hpp"
#include "machine/files.hpp"

namespace halo::grader::course {
namespace {

using Json = nlohmann::json;

std::vector<std::filesystem::path> paths(const Json& list)
{
    std::vector<std::filesystem::path> out;
    for (const Json& entry : list) out.emplace_back(entry.get<std::string>());
    return out;
}

std::string title_of(const std::string& lab_toml, const std::string& lab)
{
    try {
        return toml::parse_file(lab_toml)["title"].value_or(lab);
    } catch (const toml::parse_error&) {
        return lab;  // the lab's own tests report it; a missing title must not prevent grading
    }
}

/// The number in front of a lab's name; -1 if there is none.
int number_of(std::string_view lab)
{
    int number = -1;
    std::from_chars(lab.data(), lab.data() + lab.size(), number);
    return number;
}

bool is_called(const LabBuild& lab, const std::string& name)
{
    if (name == lab.lab || name == lab.stem || name == lab.file()) return true;
    const bool digits = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
    return digits && number_of(name) == number_of(lab.lab);
}

}  // namespace

std::vector<LabBuild> Manifest::select(const std::vector<std::string>& names) const
{
    if (names.empty()) return labs;
    std::vector<LabBuild> out;
    for (const LabBuild& lab : labs)
        if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return is_called(lab, name); }))
            out.push_back(lab);
    for (const std::string& name : names)
        if (std::none_of(labs.begin(), labs.end(), [&](const LabBuild& lab) { return is_called(lab, name); })) {
            std::vector<std::string> known;
            for (const LabBuild& lab : labs) known.push_back(lab.lab);
            throw UsageError({fmt::format("grader: there is no lab {}", name),
                              fmt::format("the labs are {}", fmt::join(known, ", ")),
                              "correct --lab, or the [labs.…] of the course file"});
        }
    return out;
}

Manifest read_manifest(const std::filesystem::path& path)
{
    const std::string text = read_file(path, "the list of labs that the build wrote");
    try {
        const Json json = Json::parse(text);
        Manifest manifest;
        manifest.file = path;
        for (const Json& lab : json.at("labs")) {
            LabBuild build;
            build.lab = lab.at("lab").get<std::string>();
            build.stem = lab.at("stem").get<std::string>();
            build.folder = lab.value("folder", std::string());
            build.judge = lab.at("judge").get<std::string>();
            build.run_library = lab.at("run_library").get<std::string>();
            build.include_dirs = paths(lab.at("include_dirs"));
            build.title = title_of(lab.value("lab_toml", std::string()), build.lab);
            build.questions = questions_in(build.folder / "prediction.toml");
            manifest.labs.push_back(std::move(build));
        }
        const Json timers = json.value("timers", Json::array());
        for (LabBuild& build : manifest.labs)
            for (const Json& timer : timers)
                if (timer.at("lab").get<std::string>() == build.lab)
                    build.timer = {timer.at("timer").get<std::string>(), timer.at("library").get<std::string>(), timer.at("solution").get<std::string>()};
        std::sort(manifest.labs.begin(), manifest.labs.end(),
                  [](const LabBuild& a, const LabBuild& b) { return a.lab < b.lab; });
        manifest.cucc = json.at("cucc").get<std::string>();
        manifest.translate = json.at("translate").get<std::string>();
        manifest.gate = json.at("gate").get<std::string>();
        manifest.kit_include = paths(json.at("kit_include"));
        manifest.kit_library = json.at("kit_library").get<std::string>();
        manifest.nvcc = json.value("nvcc", std::string());
        manifest.contestant = json.value("contestant", std::string());
        return manifest;
    } catch (const Json::exception& error) {
        throw GraderFault({fmt::format("{} cannot be understood", path.string()), error.what(),
                           "build again: ninja -C build"});
    }
}

}  // namespace halo::grader::course
