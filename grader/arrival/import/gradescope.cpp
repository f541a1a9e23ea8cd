// Gradescope's export: `assignment_1_export/submission_123/conv2d_tiled.cu`, and who that was in `submission_metadata.yml`, as Ruby writes it:
//
//   submission_123:
//     :submitters:
//     - :name: Ada Lovelace
//       :sid: '4711'
//       :email: ada@example.edu
//     :created_at: 2026-10-01 12:00:00.000000000 Z
//     :results: …                   what an autograder said, a student's own output too: nothing in it is a person
//
// The one file that knows yaml-cpp.

#include <yaml-cpp/yaml.h>

#include "arrival/import/layout.hpp"

namespace halo::grader::arrival {
namespace {

std::string text_at(const YAML::Node& map, const char* key)
{
    const YAML::Node value = map[key];
    return value && value.IsScalar() ? value.Scalar() : "";
}

GradescopeSubmission submission_of(const YAML::Node& map)
{
    GradescopeSubmission out;
    out.created_at = text_at(map, ":created_at");
    const YAML::Node submitters = map[":submitters"];
    if (submitters && submitters.IsSequence())
        for (const YAML::Node& one : submitters)
            if (one.IsMap()) out.people.push_back({.name = text_at(one, ":name"), .id = text_at(one, ":sid"), .mail = text_at(one, ":email")});
    return out;
}

/// False: it is not YAML, and nothing of it is read.
bool read(std::string_view yaml, std::map<std::string, GradescopeSubmission>& out)
{
    try {
        const YAML::Node all = YAML::Load(std::string(yaml));
        if (!all.IsMap()) return true;
        for (const auto& entry : all)
            if (entry.first.IsScalar() && entry.first.Scalar().starts_with("submission_") && entry.second.IsMap()) out.emplace(entry.first.Scalar(), submission_of(entry.second));
        return true;
    } catch (const YAML::Exception&) {
        return false;
    }
}

/// Where each submission begins: in YAML nothing inside of one can be at the margin.
std::vector<std::string_view> entries(std::string_view yaml)
{
    constexpr std::string_view kBegin = "\nsubmission_";
    std::vector<std::string_view> out;
    for (std::size_t at = yaml.starts_with(kBegin.substr(1)) ? 0 : yaml.find(kBegin); at < yaml.size();) {
        const std::size_t end = yaml.find(kBegin, at + 1);
        out.push_back(yaml.substr(at, end == std::string_view::npos ? end : end - at));
        at = end;
    }
    return out;
}

}  // namespace

std::map<std::string, GradescopeSubmission> gradescope_submissions(std::string_view yaml, std::vector<std::string>* damaged)
{
    std::map<std::string, GradescopeSubmission> out;
    if (read(yaml, out)) return out;
    out.clear();
    for (const std::string_view entry : entries(yaml)) {            // one student's bytes cost no other's name
        std::string name(entry.substr(entry.find('s')));
        name.resize(std::min(name.find(':'), name.size()));
        if (!read(entry, out) && damaged) damaged->push_back(name);
    }
    return out;
}

}  // namespace halo::grader::arrival
