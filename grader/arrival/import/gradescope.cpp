// Gradescope's export: `assignment_1_export/submission_123/conv2d_tiled.cu`, and who that was in `submission_metadata.yml`, as Ruby writes it:
//
//   submission_123:
//     :submitters:
//     - :name: Ada Lovelace
//       :sid: '4711'
//       :email: ada@example.edu
//     :created_at: 2026-10-01 12:00:00.000000000 Z

#include "arrival/import/layout.hpp"

namespace halo::grader::arrival {
namespace {

constexpr std::size_t kOfSubmission = 2;      ///< how far the keys of a submission are indented

struct Line {
    std::size_t indent;          ///< of the key, `- ` included
    bool item;                   ///< begins with `- `
    std::string_view key;
    std::string value;
};

std::string unquoted(std::string_view value)
{
    while (!value.empty() && (value.back() == '\r' || value.back() == ' ')) value.remove_suffix(1);
    if (value.size() < 2 || (value[0] != '\'' && value[0] != '"') || value.back() != value[0]) return std::string(value);
    const char quote = value[0];
    std::string out;
    for (std::size_t i = 1; i + 1 < value.size(); ++i) {
        out += value[i];
        if (quote == '\'' && value[i] == '\'' && i + 2 < value.size() && value[i + 1] == '\'') ++i;
    }
    return out;
}

std::optional<Line> line_of(std::string_view text)
{
    Line line{text.find_first_not_of(' '), false, {}, {}};
    if (line.indent == std::string_view::npos) return std::nullopt;
    text.remove_prefix(line.indent);
    if (text.starts_with("- ")) {
        line.item = true;
        text.remove_prefix(2);
        line.indent += 2;
    }
    if (text.starts_with(":")) text.remove_prefix(1);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    line.key = text.substr(0, colon);
    const std::size_t value = text.find_first_not_of(' ', colon + 1);
    if (value != std::string_view::npos) line.value = unquoted(text.substr(value));
    return line;
}

}  // namespace

std::map<std::string, GradescopeSubmission> gradescope_submissions(std::string_view yaml)
{
    std::map<std::string, GradescopeSubmission> out;
    GradescopeSubmission* of = nullptr;
    bool submitters = false;              // a list of them is being read
    std::size_t people_at = 0;            // how far its first person is indented; 0: nobody was read yet
    for (const std::string_view text : split(yaml, '\n')) {
        const auto line = line_of(text);
        if (!line) continue;
        if (line->indent == 0) {
            of = line->key.starts_with("submission_") ? &out[std::string(line->key)] : nullptr;
            submitters = false;
            continue;
        }
        // What is deeper may be a name that goes on in the next line, or what a student's program printed.
        if (line->indent == kOfSubmission && !line->item) {
            submitters = line->key == "submitters" && of && of->people.empty();
            people_at = 0;
            if (of && line->key == "created_at" && of->created_at.empty()) of->created_at = line->value;
        } else if (of && submitters) {
            if (people_at == 0 && line->item) people_at = line->indent;
            if (people_at == 0 || line->indent != people_at) continue;
            if (line->item) of->people.emplace_back();
            Who& who = of->people.back();
            if (line->key == "name") who.name = line->value;
            if (line->key == "sid") who.id = line->value;
            if (line->key == "email") who.mail = line->value;
        }
    }
    return out;
}

}  // namespace halo::grader::arrival
