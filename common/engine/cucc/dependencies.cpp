#include "dependencies.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "one_of.hpp"

namespace halo::cucc {
namespace {

namespace fs = std::filesystem;

bool separates(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/// make takes these for the end of a name or the beginning of a comment.
bool needs_backslash(char c) { return c == ' ' || c == '\t' || c == '#' || c == ':'; }

std::string unquoted(std::string_view name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool quotes = i + 1 < name.size() && ((name[i] == '\\' && needs_backslash(name[i + 1])) || (name[i] == '$' && name[i + 1] == '$'));
        out += name[quotes ? ++i : i];
    }
    return out;
}

std::string quoted(const std::string& name)
{
    std::string out;
    for (const char c : name) {
        if (needs_backslash(c)) out += '\\';
        else if (c == '$') out += '$';
        out += c;
    }
    return out;
}

/// The end of the name that begins at `at`: a backslash takes the next character along, except for the one that continues a line.
std::size_t end_of_name(std::string_view list, std::size_t at)
{
    while (at < list.size() && !separates(list[at]))
        at += list[at] == '\\' && at + 1 < list.size() && list[at + 1] != '\n' ? 2 : 1;
    return at;
}

}  // namespace

std::string Dependencies::file_for(const std::string& target) const
{
    return file.empty() ? fs::path(target).replace_extension(".d").string() : file;
}

std::vector<std::string> Dependencies::compiler_words(const std::string& target, const std::string& path) const
{
    if (option.empty()) return {};
    std::vector<std::string> out{option, "-MF", path};
    out.insert(out.end(), words.begin(), words.end());
    if (!names_target) out.insert(out.end(), {"-MQ", target});
    return out;
}

Dependencies take_dependencies(std::vector<std::string>& compiler_words)
{
    Dependencies out;
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < compiler_words.size(); ++i) {
        const std::string& word = compiler_words[i];
        const std::string name = word.substr(0, 3);
        if (one_of(word, {"-M", "-MM", "-MD", "-MMD"})) out.option = word;
        else if (word == "-MP") out.words.push_back(word);
        else if (one_of(name, {"-MF", "-MT", "-MQ"})) {
            std::string value = word.substr(word.starts_with(name + "=") ? 4 : 3);
            if (value.empty() && i + 1 < compiler_words.size()) value = compiler_words[++i];
            if (name == "-MF") out.file = value;
            else {
                out.words.insert(out.words.end(), {name, value});
                out.names_target = true;
            }
        } else rest.push_back(word);
    }
    compiler_words = std::move(rest);
    return out;
}

std::string with_original_names(const std::string& list, const std::map<fs::path, fs::path>& originals)
{
    std::string out;
    for (std::size_t at = 0; at < list.size();) {
        if (separates(list[at])) {
            out += list[at++];
            continue;
        }
        std::size_t end = end_of_name(list, at);
        const std::size_t next = end;
        while (end > at && list[end - 1] == ':') --end;   // a rule for the header itself, of -MP
        const std::string name = list.substr(at, end - at);
        const auto original = originals.find(unquoted(name));
        out += (original == originals.end() ? name : quoted(original->second.string())) + list.substr(end, next - end);
        at = next;
    }
    return out;
}

}  // namespace halo::cucc
