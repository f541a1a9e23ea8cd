#include "variants.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace halo::variants {

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Fault({path.string() + " cannot be read", "named by variants.toml", "is the name of the file right?"});
    return {std::istreambuf_iterator<char>(file), {}};
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }

/// The end of a comment, string or character that begins at `at`; `at` if none does.
std::size_t skip(std::string_view source, std::size_t at, std::string_view begin, std::string_view end)
{
    if (!source.substr(at).starts_with(begin)) return at;
    for (std::size_t i = at + begin.size(); i < source.size(); ++i) {
        if (source.substr(i).starts_with(end)) return end == "\n" ? i : i + end.size();
        if (source[i] == '\\') ++i;
    }
    return source.size();
}

/// An entry's values; a missing or unknown key is a fault.
class Reader {
public:
    Reader(const toml::table& table, std::string where) : table_(table), where_(std::move(where)) {}

    void only(const std::set<std::string_view>& known) const
    {
        for (const auto& [key, value] : table_)
            if (!known.contains(key.str())) fail(fmt::format("unknown key `{}`", key.str()));
    }
    std::string required(std::string_view key) const
    {
        const std::string value = optional(key);
        if (value.empty()) fail(fmt::format("`{}` is missing", key));
        return value;
    }
    std::string optional(std::string_view key) const { return table_[key].value_or(std::string{}); }
    const toml::table& table(std::string_view key) const
    {
        const toml::table* inner = table_[key].as_table();
        if (inner == nullptr) fail(fmt::format("`{}` is missing", key));
        return *inner;
    }
    std::vector<std::string> list(std::string_view key) const
    {
        std::vector<std::string> out;
        if (const toml::array* values = table_[key].as_array())
            for (const toml::node& value : *values) out.push_back(value.value_or(std::string{}));
        return out;
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw Fault({where_ + ": " + what, fmt::format("line {}", table_.source().begin.line),
                     "solutions/README.md shows an entry"});
    }

private:
    const toml::table& table_;
    std::string where_;
};

Expected read_expected(const Reader& entry, const std::string& where)
{
    const Reader reader(entry.table("expect"), where);
    reader.only({"verdict", "mistake", "function"});
    Expected out{reader.required("verdict"), reader.optional("mistake"), reader.optional("function"), entry.optional("line"),
                 entry.optional("other_line"), entry.list("names"), entry.optional("open"), entry.optional("advice")};
    if (out.mistake.empty() != out.function.empty()) reader.fail("a mistake needs its function, and a function its mistake");
    if (out.mistake.empty() && out.verdict != "passed") reader.fail("a wrong variant needs its `mistake`");
    return out;
}

Variant read_variant(const std::string& name, const toml::table& table, const fs::path& folder)
{
    const fs::path file = folder / "variants.toml";
    Variant out;
    out.name = name;
    const std::string where = file.string() + ": " + out.name;
    const Reader reader(table, where);
    reader.only({"why", "expect", "line", "other_line", "names", "advice", "open", "of", "replace", "with", "edit"});
    out.why = reader.required("why");
    out.expected = read_expected(reader, where);
    out.file = reader.optional("of").empty() ? solution_in(folder) : folder / reader.optional("of");
    if (table.contains("replace") || table.contains("with")) {
        if (table.contains("edit")) reader.fail("it has an edit of its own and a list of edits: put all into the list");
        out.edits.push_back({reader.required("replace"), reader.optional("with")});
    }
    if (const toml::array* edits = table["edit"].as_array())
        for (const toml::node& node : *edits) {
            if (!node.is_table()) reader.fail("`edit` is not a list of tables");
            const Reader edit(*node.as_table(), where);
            edit.only({"replace", "with"});
            out.edits.push_back({edit.required("replace"), edit.optional("with")});
        }
    if (out.edits.empty() && reader.optional("of").empty()) reader.fail("it has no edit: it is the solution");
    return out;
}

/// `text` for the position `at`, with each line indented like the line there.
std::string indented(std::string_view source, std::size_t at, std::string_view text)
{
    const std::size_t line = at == 0 ? 0 : source.rfind('\n', at - 1) + 1;
    const std::size_t blanks = source.find_first_not_of(' ', line) - line;
    std::string out;
    for (const char c : text) {
        out += c;
        if (c == '\n') out.append(blanks, ' ');
    }
    return out;
}

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\n");
    return first == std::string_view::npos ? "" : std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

}  // namespace

std::vector<Token> tokens_of(std::string_view source)
{
    std::vector<Token> out;
    for (std::size_t i = 0; i < source.size();) {
        const std::size_t comment = std::max(skip(source, i, "//", "\n"), skip(source, i, "/*", "*/"));
        std::size_t end = i + 1;
        if (comment > i) {
            i = comment;
            continue;
        }
        if (std::isspace(static_cast<unsigned char>(source[i])) != 0) {
            ++i;
            continue;
        }
        if (in_word(source[i])) while (end < source.size() && in_word(source[end])) ++end;
        else end = std::max({end, skip(source, i, "\"", "\""), skip(source, i, "'", "'")});
        out.push_back({i, end, source.substr(i, end - i)});
        i = end;
    }
    return out;
}

fs::path solution_in(const fs::path& folder)
{
    const std::string name = folder.filename();
    return folder / (name.substr(std::min(name.find('_') + 1, name.size())) + ".cu");
}

std::vector<Variant> read_variants(const fs::path& folder)
{
    const fs::path file = folder / "variants.toml";
    toml::table table;
    try {
        table = toml::parse(read(file), file.string());
    } catch (const toml::parse_error& error) {
        throw Fault({fmt::format("{}: {}", file.string(), error.description()),
                     fmt::format("line {}", error.source().begin.line), "close what is left open there"});
    }
    std::vector<std::pair<std::size_t, Variant>> found;         // with its line: a table of TOML is in the order of its keys
    for (const auto& [name, entry] : table) {
        const std::size_t line = entry.source().begin.line;
        if (!entry.is_table())
            throw Fault({fmt::format("{}: `{}` is in no variant", file.string(), name.str()), fmt::format("line {}", line), "write it below the variant's name in brackets"});
        found.emplace_back(line, read_variant(std::string(name.str()), *entry.as_table(), folder));
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Variant> out;
    for (auto& [line, variant] : found) out.push_back(std::move(variant));
    return out;
}

std::vector<std::size_t> matches(const std::vector<Token>& source, const std::vector<Token>& anchor)
{
    std::vector<std::size_t> out;
    const auto same = [](const Token& a, const Token& b) { return a.text == b.text; };
    if (anchor.empty()) return out;
    for (auto at = source.begin();; ++at) {
        at = std::search(at, source.end(), anchor.begin(), anchor.end(), same);
        if (at == source.end()) return out;
        out.push_back(std::size_t(at - source.begin()));
    }
}

std::string edited(std::string_view source, const std::vector<Edit>& edits, std::string_view where)
{
    const std::vector<Token> tokens = tokens_of(source);
    std::map<std::size_t, std::pair<std::size_t, std::string>> pieces;      // begin: end, and the replacement
    for (const Edit& edit : edits) {
        const std::vector<Token> anchor = tokens_of(edit.replace);
        const std::vector<std::size_t> found = matches(tokens, anchor);
        if (found.size() != 1)
            throw Fault({fmt::format("{}: edit {} of {} no longer applies: its anchor matches {} times", where,
                                     &edit - edits.data() + 1, edits.size(), found.size()),
                         "replace = " + trimmed(edit.replace),
                         found.empty() ? "copy the code as it is today" : "add the line before or after it"});
        const std::size_t begin = tokens[found[0]].begin, end = tokens[found[0] + anchor.size() - 1].end;
        pieces[begin] = {end, indented(source, begin, trimmed(edit.with))};
    }
    std::string out;
    std::size_t at = 0;
    for (const auto& [begin, piece] : pieces) {
        if (begin < at)
            throw Fault({fmt::format("{}: two edits overlap", where), std::string(source.substr(begin, at - begin)),
                         "merge them into one"});
        out += source.substr(at, begin - at);
        out += piece.second;
        at = piece.first;
    }
    if (pieces.size() != edits.size())
        throw Fault({fmt::format("{}: two edits have the same anchor", where), edits.front().replace, "merge them into one"});
    return out.append(source.substr(at));
}

std::string text_of(const Variant& variant)
{
    return edited(read(variant.file), variant.edits, variant.file.filename().string() + ": " + variant.name);
}

}  // namespace halo::variants
