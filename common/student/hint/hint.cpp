#include "hint.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

namespace halo::hint {
namespace {

constexpr std::array<std::string_view, kLevels> kLevelNames = {"nudge", "concept", "place", "almost the answer"};

std::string message(std::string_view headline, std::string_view where, std::string_view attempt)
{
    return fmt::format("{}\n  where: {}\n  try:   {}", headline, where, attempt);
}

std::string qualified(const std::string& function, const std::string& key) { return function + "." + key; }

/// Breaks lines at spaces so that none is wider than `width` characters (UTF-8), where its words allow it.
std::string wrapped(std::string_view text, std::size_t width)
{
    std::string lines;
    std::size_t column = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        const auto length = std::size_t(std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
        if (column > 0 && column + 1 + length > width) {
            lines += '\n';
            column = 0;
        }
        if (column > 0) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += length;
        if (end < text.size() && text[end] == '\n') {
            lines += '\n';
            column = 0;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool is_level(int value) { return value >= 1 && value <= kLevels; }

/// The four texts of one finding.
std::vector<std::string> levels_of(const toml::array& array, const std::string& name, const std::filesystem::path& file)
{
    std::vector<std::string> levels;
    for (const toml::node& node : array)
        levels.push_back(node.value_or(std::string{}));

    bool complete = levels.size() == kLevels;
    for (const std::string& text : levels) complete = complete && !text.empty();
    if (!complete)
        throw Fault(message(fmt::format("hint `{}` has not {} texts", name, kLevels), file.string(),
                            "give it a nudge, the concept, the place, and almost the answer"));
    return levels;
}

}  // namespace

std::string_view level_name(int level) { return kLevelNames.at(std::size_t(level - 1)); }

bool About::same_as(const About& other) const
{
    return what == other.what && (line == other.line || (!source.empty() && source == other.source));
}

Result read_result(const std::filesystem::path& file)
{
    std::ifstream in(file);
    if (!in)
        throw UsageError(message("there is nothing to give a hint on yet", "no test run has left a result",
                                 "run `make` first; its finding decides the hint"));
    try {
        const nlohmann::json json = nlohmann::json::parse(in);
        Result result;
        result.lab      = json.at("lab").get<std::string>();
        result.function = json.at("function").get<std::string>();
        result.verdict  = json.at("verdict").get<std::string>();
        result.key      = json.value("key", result.verdict);
        if (result.key.empty()) result.key = result.verdict;
        result.about = {json.value("about", ""), json.value("line", 0), json.value("source", "")};
        return result;
    } catch (const nlohmann::json::exception& error) {
        throw Fault(message("the result of the last run cannot be read", fmt::format("{}: {}", file.string(), error.what()),
                            "run `make` again"));
    }
}

Book Book::read(const std::filesystem::path& lab_toml)
{
    Book book;
    book.add(lab_toml);
    const auto labs = std::filesystem::absolute(lab_toml).parent_path().parent_path();
    if (std::filesystem::exists(labs / "hints.toml")) book.add(labs / "hints.toml");
    for (auto& [name, levels] : book.texts_)
        for (std::string& text : levels) {
            if (!text.starts_with('@')) continue;
            const auto shared = book.shared_.find(text.substr(1));
            if (shared == book.shared_.end())
                throw Fault(message(fmt::format("hint `{}` refers to `{}`, a text that does not exist", name, text), lab_toml.string(),
                                    "add it under [shared] in hints.toml, or correct its name"));
            text = shared->second;
        }
    return book;
}

void Book::add(const std::filesystem::path& file)
{
    std::ifstream in(file);
    if (!in) throw Fault(message("a lab without a lab.toml", file.string(), "restore the file: git checkout"));

    toml::table root;
    try {
        root = toml::parse(in, file.string());
    } catch (const toml::parse_error& error) {
        throw Fault(message(fmt::format("{}:{}: {}", file.string(), error.source().begin.line, error.description()),
                            "the lab's description", "mend the TOML there"));
    }

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
            levels_of(toml::array{}, name, file);   // neither a finding nor a function: says so
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

Progress Progress::read(const std::filesystem::path& file)
{
    Progress progress;
    std::ifstream in(file);
    const nlohmann::json json = nlohmann::json::parse(in, nullptr, false);
    if (!json.is_object()) return progress;
    for (const auto& [name, kept] : json.items()) {
        try {
            Key key{kept.at("highest").get<int>(), {}};
            for (const auto& one : kept.at("mistakes")) {
                const int level = one.at("level").get<int>();
                if (is_level(level)) key.mistakes.push_back({{one.at("about"), one.at("line"), one.at("source")}, level});
            }
            if (is_level(key.highest)) progress.keys_[name] = std::move(key);
        } catch (const nlohmann::json::exception&) {
            continue;       // damaged, or of an older version
        }
    }
    return progress;
}

void Progress::write(const std::filesystem::path& file) const
{
    // Written beside and renamed: a run that is interrupted leaves the old levels.
    std::filesystem::path beside = file;
    beside += ".new";
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, key] : keys_) {
        json[name] = {{"highest", key.highest}, {"mistakes", nlohmann::ordered_json::array()}};
        for (const Mistake& one : key.mistakes)
            json[name]["mistakes"].push_back(
                {{"about", one.about.what}, {"line", one.about.line}, {"source", one.about.source}, {"level", one.level}});
    }
    {
        std::ofstream out(beside);
        out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
        if (!out.flush())
            throw Fault(message("the hint level cannot be kept", beside.string(), "is the disk full, or the folder not yours?"));
    }
    std::error_code error;
    std::filesystem::rename(beside, file, error);
    if (error) throw Fault(message("the hint level cannot be kept", file.string(), error.message()));
}

int Progress::advance(const Result& result)
{
    Key& key = keys_[qualified(result.function, result.key)];
    auto found = std::find_if(key.mistakes.begin(), key.mistakes.end(),
                              [&](const Mistake& one) { return one.about.same_as(result.about); });
    if (found == key.mistakes.end()) found = key.mistakes.insert(found, {{}, 0});
    found->about = result.about;        // where it stands now
    if (found->level < kLevels) ++found->level;
    key.highest = std::max(key.highest, found->level);
    return found->level;
}

void Progress::start_over()
{
    for (auto& [name, key] : keys_) key.mistakes.clear();
}

std::string next(const Book& book, const Result& result, Progress& progress, bool solution)
{
    const bool leaks = result.key == "leak";            // a finding beside a verdict of `passed`
    if (result.verdict == "passed" && !leaks)
        return fmt::format("{} passes: there is nothing to give a hint on.\n"
                           "Compare your prediction with `make profile`, then answer the questions of README.md.\n",
                           result.function.empty() ? result.lab : result.function);

    const std::vector<std::string>* texts = book.find(result);
    if (texts == nullptr)
        return fmt::format("No hint for {}: {}\nThe message of `make` says where it happened and what to try.\n",
                           result.function, result.key);

    const int level = progress.advance(result);
    std::string text = wrapped((*texts)[std::size_t(level - 1)], 96);
    if (!text.ends_with('\n')) text += '\n';
    const std::string_view after = level < kLevels ? "Change something and run `make`, or ask again: `make hint`."
                                   : solution      ? "That is the last level. The solution: make solution FORCE=1"
                                                   : "That is the last level. Change something and run `make`.";
    return fmt::format("Hint {} of {} ({}) for {}: {}\n\n{}\n{}\n", level, kLevels, level_name(level), result.function, result.key,
                       text, after);
}

}  // namespace halo::hint
