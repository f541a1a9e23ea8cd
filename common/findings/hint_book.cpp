#include "findings/hint_book.hpp"

#include <fstream>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace halo {
namespace fs = std::filesystem;
namespace {

std::string qualified(const std::string& function, const std::string& key) { return function + "." + key; }

/// The texts of one finding.
std::vector<std::string> levels_of(const toml::array& array, const std::string& name, const fs::path& file)
{
    std::vector<std::string> levels;
    for (const toml::node& node : array) levels.push_back(node.value_or(std::string{}));

    bool complete = levels.size() == HintBook::kLevels;
    for (const std::string& text : levels) complete = complete && !text.empty();
    if (!complete)
        throw UnreadableHints({fmt::format("hint `{}` needs {} texts", name, HintBook::kLevels), file.string(),
                     "give it a nudge, the concept, the place, and almost the answer"});
    return levels;
}

}  // namespace

HintBook::HintBook(const fs::path& lab_toml)
{
    add(lab_toml);
    const fs::path labs = fs::absolute(lab_toml).parent_path().parent_path();
    if (fs::exists(labs / "hints.toml")) add(labs / "hints.toml");
    for (auto& [name, levels] : texts_)
        for (std::string& text : levels) {
            if (!text.starts_with('@')) continue;
            const auto shared = shared_.find(text.substr(1));
            if (shared == shared_.end())
                throw UnreadableHints({fmt::format("hint `{}` refers to `{}`, a text that does not exist", name, text), lab_toml.string(),
                             "add it under [shared] in hints.toml, or correct its name"});
            text = shared->second;
        }
}

void HintBook::add(const fs::path& file)
{
    std::ifstream in(file);
    if (!in) throw UnreadableHints({"a lab has no lab.toml", file.string(), "restore the file: git checkout"});

    toml::table root;
    try {
        root = toml::parse(in, file.string());
    } catch (const toml::parse_error& error) {
        throw UnreadableHints({fmt::format("{}:{}: {}", file.string(), error.source().begin.line, error.description()),
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

const std::vector<std::string>* HintBook::find(const std::string& function, const std::string& key, const std::string& verdict) const
{
    for (const std::string& about : {key, verdict})
        for (const std::string& name : {qualified(function, about), about})
            if (const auto found = texts_.find(name); found != texts_.end()) return &found->second;
    return nullptr;
}

}  // namespace halo
