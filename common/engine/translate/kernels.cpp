#include "kernels.hpp"

#include <optional>
#include <set>

#include "arguments.hpp"

namespace halo::engine {
namespace {

using Words = std::set<std::string_view>;

/// The type of a parameter that is words, `::` and `*`, with or without a name: `const float* __restrict__ in`. Nothing for any other,
/// and if it is one of `dependent`.
std::string plain_type(const Stream& s, const Argument& one, std::size_t end, const Words& dependent)
{
    std::string out;
    const bool named = end > one.begin + 1 && s.is_identifier(end - 1) && !is_number_word(s.text(end - 1)) && s.text(end - 2) != "::" &&
                       s.text(end - 1) != "const";
    if (named) --end;
    bool words = false;
    for (std::size_t i = one.begin; i < end; ++i) {
        const std::string_view t = s.text(i);
        if (one_of(t, {"__restrict__", "__restrict"})) continue;
        if ((!s.is_identifier(i) && t != "*" && t != "::") || dependent.contains(t)) return {};
        if (t == "const" && out.ends_with("*")) continue;      // const pointer: a copy need not be
        words |= s.is_identifier(i) && t != "const";
        out += (out.empty() || t == "*" || t == "::" || out.ends_with("::") ? "" : " ") + std::string(t);
    }
    return words ? out : std::string();
}

/// The kernel whose parameters are at s[open]; nothing if their number isn't certain.
std::optional<Kernel> kernel_at(std::string_view source, const Stream& s, std::size_t open, const Words& dependent)
{
    const std::size_t close = s[open].match;
    Kernel out;
    for (const Argument& one : split_parameters(s, open, close)) {
        std::size_t end = one.end;
        for (std::size_t i = one.end; i-- > one.begin;) {
            if (one_of(s.text(i), {"...", "#"})) return {};
            if (s.text(i) == "=") end = i;
        }
        out.has_defaults |= end != one.end;
        out.types.push_back(plain_type(s, one, end, dependent));
    }
    if (out.types.size() == 1 && out.types[0] == "void") out.types.clear();
    out.parameters = std::string(source.substr(s[open].end, s[close].begin - s[open].end));
    if (out.parameters.find_first_of("#\n/") != std::string::npos) out.parameters.clear();
    return out;
}

/// The parameters of the template whose declaration has the word __global__ at `i`; `names`: all their words. Nothing if there is a pack.
struct Template {
    std::size_t begin;         ///< the word `template`, or `i` if there is none
    std::size_t parameters = 0;
    Words names = {};
};
std::optional<Template> template_at(const Stream& s, std::size_t i)
{
    std::size_t before = i;
    while (before > 0 && !one_of(s.text(before - 1), {";", "}", "{", "template"})) --before;
    if (before == 0 || s.text(before - 1) != "template") return Template{.begin = i};
    const std::size_t after = skip_template_arguments(s, before);
    if (after == kNone || after > i) return std::nullopt;
    Template out{.begin = before - 1, .parameters = split_parameters(s, before, after - 1).size()};
    for (std::size_t at = before; at < after; ++at) {
        if (s.text(at) == "...") return std::nullopt;
        out.names.insert(s.text(at));
    }
    for (const std::string_view word : {"int", "unsigned", "bool", "size_t", "long"}) out.names.erase(word);   // types of parameters that are values
    return out;
}

/// Whether tokens around `i`, which does not declare the kernel, show that the name is a variable, a parameter or another function, too:
/// a kernel is never called as f(…).
bool is_declared_otherwise(const Stream& s, std::size_t i)
{
    if (i == 0) return false;
    if (s.text(i + 1) == "(") return true;
    const bool after_type = s.is_identifier(i - 1) ? !one_of(s.text(i - 1), {"return", "else", "do", "void"}) : one_of(s.text(i - 1), {"*", "&", ">"});
    return s.text(i - 1) == "::" || s.text(i - 1) == "." || (after_type && one_of(s.text(i + 1), {"=", ";", ",", ")", "{", "["}));
}

}  // namespace

std::map<std::string_view, Kernel> kernels_of(std::string_view source, const Stream& s)
{
    std::map<std::string_view, Kernel> out;
    Words unclear;
    std::set<std::size_t> own;      // the names in kernels' declarations
    const std::vector<bool> in_blocks = tokens_in_blocks(s);
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__global__") continue;
        const Declared declared = declared_after(s, i);
        if (declared.kind != Declared::function || s.text(declared.at) != "(" || s[declared.at].match == kNone || declared.at == 0) continue;
        const std::string_view name = s.text(declared.at - 1);
        own.insert(declared.at - 1);
        const auto of_template = template_at(s, i);
        std::optional<Kernel> kernel;
        if (of_template) {
            std::size_t before = of_template->begin;
            while (before > 0 && one_of(s.text(before - 1), {"static", "inline", "extern", "void"})) --before;
            const bool top = before == 0 || one_of(s.text(before - 1), {";", "}", "{"});
            if (top && !in_blocks[i]) kernel = kernel_at(source, s, declared.at, of_template->names);
        }
        const auto known = out.find(name);
        const bool again = known != out.end();
        if (!kernel || (again && (known->second.types != kernel->types || of_template->parameters != 0))) {
            unclear.insert(name);
            continue;
        }
        kernel->template_parameters = of_template->parameters;
        kernel->has_defaults |= again && known->second.has_defaults;
        out.insert_or_assign(name, *kernel);
    }
    for (std::size_t i = 0; i < s.size() && !out.empty(); ++i)
        if (s.is_identifier(i) && out.contains(s.text(i)) && !own.contains(i) && is_declared_otherwise(s, i)) unclear.insert(s.text(i));
    for (const std::string_view name : unclear) out.erase(name);
    return out;
}

std::set<std::string_view> function_pointers_of(const Stream& s)
{
    Words out, functions;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) == "__global__") {
            if (const Declared declared = declared_after(s, i); declared.kind == Declared::function && declared.at > 0) functions.insert(s.text(declared.at - 1));
        }
        std::size_t name = kNone;
        if (s.text(i) == "(" && s.text(i + 1) == "*" && s.text(i + 3) == ")" && s.text(i + 4) == "(") name = i + 2;   // void (*kernel)(int*)
        if (s.text(i) == "auto") name = one_of(s.text(i + 1), {"*", "&"}) ? i + 2 : i + 1;
        if (name != kNone && s.is_identifier(name)) out.insert(s.text(name));
    }
    for (const std::string_view name : functions) out.erase(name);
    return out;
}

}  // namespace halo::engine
