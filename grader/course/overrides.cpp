#include "course/overrides.hpp"

#include <map>
#include <tuple>

#include <fmt/format.h>

#include "course/read_deadlines.hpp"
#include "course/toml_reader.hpp"
#include "machine/bounds.hpp"
#include "machine/errors.hpp"

namespace halo::grader::course {
namespace {

constexpr double kMostPointsByHand = 1e6;

Override override_in(const TomlReader& reader, const toml::node& node)
{
    Override one;
    one.place = reader.place(node);
    for (const auto& [key, value] : *node.as_table()) {
        const std::string name(key.str());
        if (name == "student") one.student = reader.text(value, name);
        else if (name == "lab") one.lab = reader.text(value, name);
        else if (name == "function") one.function = reader.text(value, name);
        else if (name == "points") one.points = reader.number(value, name, 0, kMostPointsByHand);
        else if (name == "change") one.change = reader.number(value, name, -kMostPointsByHand, kMostPointsByHand);
        else if (name == "comment") one.comment = reader.text(value, name);
        else if (name == "by") one.by = reader.text(value, name);
        else if (name == "why") one.why = reader.text(value, name);
        else if (name == "date") one.date = reader.date(value, name);
        else reader.unknown_key(value, name, "override", {"student", "lab", "function", "points", "change", "comment", "by", "why", "date"});
    }
    if (one.student.empty()) reader.refuse(node, "override: whose points?", "student = \"ada\", a folder, an id or a mail address");
    if (!one.function.empty() && one.lab.empty()) reader.refuse(node, fmt::format("override: of which lab is {}?", one.function), "lab = \"07_conv2d_tiled\"");
    if (one.points && one.change) reader.refuse(node, "override: points and change are both there", "points = 18 sets them, change = 2 adds to them");
    if (!one.points && !one.change && one.comment.empty()) reader.refuse(node, "override: it changes nothing", "points = 18, change = 2, or comment = \"…\"");
    if (one.by.empty()) reader.refuse(node, "override: who decided it?", "by = \"M. Rossi\"");
    if (one.why.empty()) reader.refuse(node, "override: why?", "why = \"argued in office hour, see mail of 3 March\"");
    return one;
}

}  // namespace

std::string Override::who_and_why() const { return fmt::format("{}{}{}: {}", by, date.empty() ? "" : ", ", date, why); }

Overrides parse_overrides(std::string_view text, std::string_view source, const Zone& zone)
{
    const TomlReader reader(source);
    const toml::table root = reader.parse(text);
    Overrides out;
    for (const auto& [key, node] : root) {
        if (key.str() == "override")
            for (const toml::node& one : reader.tables(node, key.str())) out.all.push_back(override_in(reader, one));
        else if (key.str() == "extensions")
            out.extensions = read_extensions(reader, node, zone);
        else
            reader.unknown_key(node, key.str(), "", {"override", "extensions"});
    }
    return out;
}

Overrides read_overrides(const std::filesystem::path& path, const Zone& zone)
{
    const std::string text = read_within_bounds(path, Form::toml, {fmt::format("grader: the overrides {} cannot be read", path.string()), "", "name another file with --overrides"});
    return parse_overrides(text, path.filename().string(), zone);
}

void check_students(const std::vector<Override>& all, const Roll& roll, std::vector<std::string>& notes)
{
    std::map<std::tuple<std::string, std::string, std::string>, std::string> set;
    for (const Override& one : all) {
        const std::string folder = roll.folder_or_note(one.student, one.place, notes);
        if (folder.empty() || !one.points) continue;
        const auto [first, fresh] = set.emplace(std::tuple(folder, one.lab, one.function), one.place);
        if (!fresh) throw UsageError({fmt::format("{}: these points of {} are set in {} too", one.place, one.student, first->second), "", "delete one of the two, or add to the first with change"});
    }
}

}  // namespace halo::grader::course
