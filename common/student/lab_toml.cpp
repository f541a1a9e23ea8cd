#include "student/lab_toml.hpp"

#include <fstream>

#include <fmt/core.h>
#include <toml++/toml.h>

#include "student/fault.hpp"

namespace halo::student {
namespace fs = std::filesystem;
namespace {

std::string qualified(const std::string& function, const std::string& key) { return function + "." + key; }

/// The texts of one finding.
std::vector<std::string> levels_of(const toml::array& array, const std::string& name, const fs::path& file)
{
    std::vector<std::string> levels;
    for (const toml::node& node : array) levels.push_back(node.value_or(std::string{}));

    bool complete = levels.size() == kLevels;
    for (const std::string& text : levels) complete = complete && !text.empty();
    if (!complete)
        throw Fault({fmt::format("hint `{}` needs {} texts", name, kLevels), file.string(),
                     "give it a nudge, the concept, the place, and almost the answer"});
    return levels;
}

}  // namespace

int order_in(const fs::path& lab_toml)
{
    std::ifstream in(lab_toml);
    std::string head;
    for (std::string line; std::getline(in, line) && !line.starts_with('[');) head += line + "\n";
    try {
        return toml::parse(head)["order"].value_or(0);
    } catch (const toml::parse_error&) {
        return 0;       // whoever needs the lab reports it
    }
}

Book Book::read(const fs::path& lab_toml)
{
    Book book;
    book.add(lab_toml);
    const fs::path labs = fs::absolute(lab_toml).parent_path().parent_path();
    if (fs::exists(labs / "hints.toml")) book.add(labs / "hints.toml");
    for (auto& [name, levels] : book.texts_)
        for (std::string& text : levels) {
            if (!text.starts_with('@')) continue;
            const auto shared = book.shared_.find(text.substr(1));
            if (shared == book.shared_.end())
                throw Fault({fmt::format("hint `{}` refers to `{}`, a text that does not exist", name, text), lab_toml.string(),
                             "add it under [shared] in hints.toml, or correct its name"});
            text = shared->second;
        }
    return book;
}

void Book::add(const fs::path& file)
{
    std::ifstream in(file);
    if (!in) throw Fault({"a lab has no lab.toml", file.string(), "restore the file: git checkout"});

    toml::table root;
    try {
        root = toml::parse(in, file.string());
    } catch (const toml::parse_error& error) {
        throw Fault({fmt::format("{}:{}: {}", file.string(), error.source().begin.line, error.description()),
                     "the lab's description", "fix the TOML there"});
    }
    if (title.empty()) title = root["title"].value_or(std::string{});

    if (const toml::table* shared = root["shared"].as_table())
        for (const auto& [name, text] : *shared) shared_.emplace(std::string(name.str()), text.value_or(std::string{}));
    const toml::table* hints = root["hints"].as_table();
    if (hints == nullptr) return;
    for (const auto& [name_node, node] : *hints) {
        const std::string name(name_node.str());
        if (const toml::array* array = node.as_array()) {
            texts_.emplace(name, levels_of(*array, name, file));
        } else if (const toml::table* of_function = node.as_table()) {
            for (const auto& [key_node, inner] : *of_function) {
                const std::string key = qualified(name, std::string(key_node.str()));
                const toml::array* texts = inner.as_array();
                texts_.emplace(key, levels_of(texts == nullptr ? toml::array{} : *texts, key, file));
            }
        } else {
            levels_of(toml::array{}, name, file);   // neither a finding nor a function: throws
        }
    }
}

const std::vector<std::string>* Book::find(const Result& result) const
{
    for (const std::string& key : {result.key, result.verdict})
        for (const std::string& name : {qualified(result.function, key), key})
            if (const auto found = texts_.find(name); found != texts_.end()) return &found->second;
    return nullptr;
}

}  // namespace halo::student
