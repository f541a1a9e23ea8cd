#include "kernels.hpp"

#include <optional>
#include <set>

#include "arguments.hpp"

namespace halo::engine {
namespace {

bool names_number_type(std::string_view word)
{
    return one_of(word, {"int", "unsigned", "signed", "long", "short", "char", "float", "double", "bool", "size_t"});
}

/// The type of a parameter that is words, `::` and `*`, with or without a name: `const float* __restrict__ in`. Else nothing.
std::string plain_type(const Stream& s, const Argument& one)
{
    std::string out;
    std::size_t end = one.end;
    const bool named = end > one.begin + 1 && s.is_identifier(end - 1) && !names_number_type(s.text(end - 1)) && s.text(end - 2) != "::" &&
                       s.text(end - 1) != "const";
    if (named) --end;
    bool words = false;
    for (std::size_t i = one.begin; i < end; ++i) {
        const std::string_view t = s.text(i);
        if (one_of(t, {"__restrict__", "__restrict"})) continue;
        if (!s.is_identifier(i) && t != "*" && t != "::") return {};
        if (t == "const" && out.ends_with("*")) continue;      // const pointer: a copy need not be
        words |= s.is_identifier(i) && t != "const";
        out += (out.empty() || t == "*" || t == "::" || out.ends_with("::") ? "" : " ") + std::string(t);
    }
    return words ? out : std::string();
}

/// The kernel whose parameters are at s[open]; nothing if a launch of it may have another number of arguments.
std::optional<Kernel> kernel_at(std::string_view source, const Stream& s, std::size_t open)
{
    const std::size_t close = s[open].match;
    Kernel out;
    for (const Argument& one : split_parameters(s, open, close)) {
        for (std::size_t i = one.begin; i < one.end; ++i)
            if (one_of(s.text(i), {"=", "...", "#"})) return {};
        out.types.push_back(plain_type(s, one));
    }
    if (out.types.size() == 1 && out.types[0] == "void") out.types.clear();
    out.parameters = std::string(source.substr(s[open].end, s[close].begin - s[open].end));
    if (out.parameters.find_first_of("#\n/") != std::string::npos) out.parameters.clear();
    return out;
}

/// Whether tokens around `i` declare the name as a variable or parameter, or as an overload.
bool is_declared_otherwise(const Stream& s, std::size_t i)
{
    if (i == 0) return false;
    const bool after_type = s.is_identifier(i - 1) ? !one_of(s.text(i - 1), {"return", "else", "do", "void"}) : one_of(s.text(i - 1), {"*", "&", ">"});
    return s.text(i - 1) == "::" || s.text(i - 1) == "." || (after_type && one_of(s.text(i + 1), {"=", ";", ",", ")", "{", "["}));
}

}  // namespace

std::map<std::string_view, Kernel> plain_kernels(std::string_view source, const Stream& s)
{
    std::map<std::string_view, Kernel> out;
    std::set<std::string_view> unclear;
    const std::vector<bool> in_blocks = tokens_in_blocks(s);
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__global__") continue;
        const Declared declared = declared_after(s, i);
        if (declared.kind != Declared::function || s.text(declared.at) != "(" || s[declared.at].match == kNone || declared.at == 0) continue;
        const std::string_view name = s.text(declared.at - 1);
        std::size_t before = i;
        while (before > 0 && one_of(s.text(before - 1), {"static", "inline", "extern", "void"})) --before;
        const bool top = before == 0 || one_of(s.text(before - 1), {";", "}", "{"});
        const auto kernel = top && !in_blocks[i] ? kernel_at(source, s, declared.at) : std::nullopt;
        const auto known = out.find(name);
        if (!kernel || (known != out.end() && known->second.types != kernel->types)) unclear.insert(name);
        else out.insert_or_assign(name, *kernel);
    }
    for (std::size_t i = 0; i < s.size() && !out.empty(); ++i)
        if (s.is_identifier(i) && out.contains(s.text(i)) && is_declared_otherwise(s, i)) unclear.insert(s.text(i));
    for (const std::string_view name : unclear) out.erase(name);
    return out;
}

}  // namespace halo::engine
