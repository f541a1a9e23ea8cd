#include "student/reset.hpp"

#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "student/editor.hpp"
#include "student/fault.hpp"
#include "student/handout.hpp"
#include "student/kept_file.hpp"
#include "student/lab_toml.hpp"
#include "student/mended.hpp"
#include "student/process.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

/// A function, a struct or a variable at the margin, up to the first `}` there or the end of its line.
struct Definition {
    std::size_t begin = 0, code = 0, end = 0;       ///< `begin`: with the comment and the template line above it
};

std::vector<Definition> definitions_of(std::string_view source)
{
    std::vector<Definition> found;
    std::size_t begin = 0, at = 0;
    std::optional<std::size_t> code;
    for (const std::string_view line : lines_of(source)) {
        const std::size_t next = std::min(at + line.size() + 1, source.size());
        const bool separates = line.empty() || line.starts_with('#') || line.starts_with("namespace") || line.starts_with('}');
        const bool opens = !code && !separates && !line.starts_with("//") && !line.starts_with("template");
        if (!code && separates) begin = next;
        if (opens) code = at;
        const bool has_body = code && source.substr(*code, next - *code).find('{') != std::string_view::npos;
        if (code && (has_body ? line.starts_with('}') || (opens && line.find('}') != std::string_view::npos) : line.find(';') != std::string_view::npos)) {
            found.push_back({begin, *code, next});
            begin = next;
            code.reset();
        }
        at = next;
    }
    return found;
}

/// The words of the language and its names, as they follow.
std::vector<std::string> names_in(std::string_view text)
{
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = begin;
        while (end < text.size() && in_name(text[end])) ++end;
        if (end > begin) names.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

/// Does what comes before the first `{` give `name` to a function or a struct?
bool gives_name(std::string_view definition, const std::string& name)
{
    const std::string_view head = definition.substr(0, definition.find('{'));
    for (std::size_t at = 0; (at = head.find(name, at)) != std::string_view::npos; ++at) {
        const bool whole = (at == 0 || !in_name(head[at - 1])) && (at + name.size() == head.size() || !in_name(head[at + name.size()]));
        if (whole && (head.substr(at + name.size()).starts_with('(') || head.substr(0, at).ends_with("struct "))) return true;
    }
    return false;
}

std::optional<Definition> definition_of(std::string_view source, const std::string& name)
{
    for (const Definition& one : definitions_of(source))
        if (gives_name(source.substr(one.code, one.end - one.code), name)) return one;
    return std::nullopt;
}

/// The function, and what it uses of the same file: helpers, kernels and their policies.
std::set<std::string> used_by(const std::string& function, std::string_view source)
{
    std::set<std::string> names = {function};
    std::vector<std::string> open = {function};
    while (!open.empty()) {
        const Definition one = *definition_of(source, open.back());
        open.pop_back();
        for (const std::string& name : names_in(source.substr(one.code, one.end - one.code)))
            if (!name.starts_with("__") && !names.contains(name) && definition_of(source, name)) {
                names.insert(name);
                open.push_back(name);
            }
    }
    return names;
}

}  // namespace

std::string handed_out_text(const Place& place)
{
    const fs::path beside = place.folder() / kHandedOut;
    if (fs::exists(beside)) return read_text(beside.string());
    const std::string object = skeleton_in(place.folder() / "lab.toml");
    const Ended ended = capture({{"git", "-C", place.root.string(), "cat-file", "blob", object}}, false);
    if (ended.code == 0) return ended.out;
    throw Refusal({place.file() + " as it was handed out is not in this copy of the workbook", "looked in git for the object " + object,
                   fmt::format("take labs/{}/{} from where you got the workbook", place.lab, place.file())});
}

Restored with_function_of(std::string_view yours, std::string_view given, const std::string& function, const std::string& file)
{
    if (!definition_of(given, function))
        throw Refusal({fmt::format("{} as it was handed out has no function {}", file, function), "FUNCTION=" + function,
                       "name a function of the lab's .hpp, or a kernel; without FUNCTION the whole file is put back"});
    Restored restored{std::string(yours), {}};
    for (const std::string& name : used_by(function, given)) {
        const auto to = definition_of(restored.text, name), from = definition_of(given, name);
        if (!to)
            throw Refusal({fmt::format("your {} has no {} that begins at the margin", file, name), "nothing was changed",
                           "make reset without FUNCTION puts the whole file back, and keeps yours beside it"});
        const std::string_view handed_out = given.substr(from->begin, from->end - from->begin);
        if (std::string_view(restored.text).substr(to->begin, to->end - to->begin) == handed_out) continue;
        restored.text.replace(to->begin, to->end - to->begin, handed_out);
        restored.names.push_back(name);
    }
    return restored;
}

int reset(const Place& place, const std::string& function)
{
    if (repair_in(place).number > 0)
        throw Refusal({place.file() + " is a case of make repair", "your own file is kept meanwhile", "make repair BACK=1 first"});
    const fs::path file = place.folder() / place.file();
    const std::string given = handed_out_text(place), yours = read_text(file.string());
    const Restored restored = function.empty() ? Restored{given, {place.file()}} : with_function_of(yours, given, function, place.file());
    if (!fs::exists(file)) {
        write_whole(file, given, 0644);
        fmt::print("{} was missing, and is back as it was handed out.\n", place.file());
    } else if (restored.text == yours) {
        fmt::print("{} is as it was handed out: nothing was changed.\n", function.empty() ? place.file() : function);
    } else {
        const std::string kept = replace_and_keep(file, restored.text).filename().string();
        fmt::print("As handed out again: {}. What you had is kept in {}.\nTo get it back: mv {} {}\n", fmt::join(restored.names, ", "), kept, kept, place.file());
    }
    return 0;
}

}  // namespace halo::student
