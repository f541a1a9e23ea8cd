#include "engine/measure/record.hpp"

#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace halo::measured {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& where, const std::string& attempt)
{
    throw std::runtime_error(fmt::format("{}\n  where: {}\n  try:   {}", what, where, attempt));
}

/// The cells of a row; a quoted cell may contain commas.
std::vector<std::string> cells(const std::string& row)
{
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : row) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}

long long number(const std::string& text, const std::string& where)
{
    long long out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size())
        fail(fmt::format("\"{}\" is not a count", text), where, "measure again, on a card: make measure");
    return out;
}

}  // namespace

Record read_record(const std::filesystem::path& path)
{
    static const std::vector<std::string> kWords = {"program", "launch", "kernel", "grid", "block", "hash"};
    std::ifstream file(path);
    Record out;
    std::vector<std::string> head;
    std::size_t line = 0;
    for (std::string row; std::getline(file, row);) {
        const std::string where = fmt::format("{}:{}", path.filename().string(), ++line);
        if (row.starts_with("# ")) {
            const std::size_t colon = row.find(": ");
            if (colon != std::string::npos) out.facts[row.substr(2, colon - 2)] = row.substr(colon + 2);
            continue;
        }
        const std::vector<std::string> cell = cells(row);
        if (head.empty()) {
            head = cell;
            if (head.size() <= kWords.size() || !std::equal(kWords.begin(), kWords.end(), head.begin()))
                fail("this is not a table of measured counts", where, "measure again, on a card: make measure");
            out.counters.assign(head.begin() + std::ptrdiff_t(kWords.size()), head.end());
            continue;
        }
        if (cell.size() != head.size())
            fail(fmt::format("{} cells, but the header has {}", cell.size(), head.size()), where,
                 "measure again, on a card: make measure");
        Launch launch{cell[0], cell[1], cell[2], cell[3], cell[4], cell[5], {}};
        for (std::size_t i = kWords.size(); i < cell.size(); ++i) launch.counts[head[i]] = number(cell[i], where);
        out.launches.push_back(std::move(launch));
    }
    if (out.launches.empty()) fail("no measured launch", path.string(), "measure again, on a card: make measure");
    return out;
}

std::vector<Launch> read_engine(const std::string& program, const std::string& output)
{
    std::vector<Launch> out;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Launch launch;
        launch.program = program;
        words >> launch.name >> launch.hash;
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            if (equals == std::string::npos)
                fail(fmt::format("{} printed something that is not a count", program), line, "remove output of the program's own");
            launch.counts[word.substr(0, equals)] = number(word.substr(equals + 1), line);
        }
        out.push_back(std::move(launch));
    }
    return out;
}

std::vector<Explanation> read_explanations(const std::filesystem::path& path)
{
    std::vector<Explanation> out;
    try {
        const toml::table file = toml::parse_file(path.string());
        for (const char* kind : {"explanation", "open"}) {
            const toml::array* entries = file[kind].as_array();
            if (entries == nullptr) continue;
            for (const toml::node& node : *entries) {
                const toml::table& entry = *node.as_table();
                Explanation one;
                one.open = std::string_view(kind) == "open";
                one.because = entry["because"].value_or(std::string());
                if (const toml::array* lines = entry["sass"].as_array())
                    for (const toml::node& text : *lines) one.sass.push_back(text.value_or(std::string()));
                if (const toml::array* names = entry["launches"].as_array())
                    for (const toml::node& name : *names) one.engine[name.value_or(std::string())];
                if (const toml::table* launches = entry["engine"].as_table())
                    for (const auto& [name, counts] : *launches)
                        for (const auto& [counter, value] : *counts.as_table())
                            one.engine[std::string(name.str())][std::string(counter.str())] = value.value_or(-1LL);
                if (one.because.empty() || one.engine.empty())
                    fail("an explanation is empty, or names no launch",
                         fmt::format("{}:{}", path.filename().string(), entry.source().begin.line),
                         "give `because` and, for each launch, engine.LAUNCH = { COUNTER = … }");
                out.push_back(std::move(one));
            }
        }
    } catch (const toml::parse_error& error) {
        fail(std::string(error.description()), fmt::format("{}:{}", path.filename().string(), error.source().begin.line),
             "check the line before it, too");
    }
    return out;
}

}  // namespace halo::measured
