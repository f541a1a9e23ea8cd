// Results of functions that device code stores in memory: `pairs[i] = pair_of(x);` becomes `pairs[i] = returned(pair_of(x));`, see
// headers/halo/results.hpp. Of functions that g++ inlines, it instruments the stores to the members, and these stay as they are.

#include <algorithm>

#include "arguments.hpp"
#include "rewrite.hpp"

namespace halo::engine {
namespace {

/// What the file's text tells about the names that a call may have.
struct Callees {
    std::set<std::string_view> inlined;   ///< functions with a body, which become part of the kernel
    std::set<std::string_view> called;    ///< those that stay functions: `__noinline__`, or without a body
    std::set<std::string_view> other;     ///< types and macros
};

/// In the declaration of a function that g++ does not inline, or may not.
bool keeps_function(std::string_view word) { return one_of(word, {"__noinline__", "noinline", "__noinline", "virtual", "override"}); }

/// The index of the name of the function that `__device__` or `__global__` at `i` declares; kNone if it is nothing of that kind.
std::size_t declared_name(const Stream& s, std::size_t i)
{
    const Declared declared = declared_after(s, i);
    const bool named = declared.kind == Declared::function && declared.at > 0 && s.text(declared.at) == "(" && s.is_identifier(declared.at - 1);
    return named ? declared.at - 1 : kNone;
}

bool calls_itself(const Stream& s, const DeviceFunction& f, std::string_view name)
{
    for (std::size_t i = f.open; i < f.close; ++i)
        if (s.text(i) == name && s.text(i + 1) == "(") return true;
    return false;
}

Callees callees_of(const Lexed& lexed, const Functions& functions)
{
    const Stream& s = lexed.code;
    Callees out;
    for (const Stream& macro : lexed.macros) out.other.insert(macro.name);
    for (std::size_t i = 0; i < s.size(); ++i)
        if (one_of(s.text(i), {"struct", "class", "union", "enum", "using", "typename"})) out.other.insert(s.text(i + 1));
    for (const DeviceFunction& f : functions) {
        const std::size_t name = declared_name(s, f.word);
        if (name == kNone) continue;
        (calls_itself(s, f, s.text(name)) ? out.called : out.inlined).insert(s.text(name));
    }
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__device__") continue;
        const std::size_t name = declared_name(s, i);
        if (name == kNone) continue;
        std::size_t begin = i;
        while (begin > 0 && !one_of(s.text(begin - 1), {";", "{", "}"})) --begin;
        bool stays = !out.inlined.contains(s.text(name));
        for (std::size_t k = begin; k < s.size() && !one_of(s.text(k), {";", "{"}); ++k) stays |= keeps_function(s.text(k));
        if (stays) out.called.insert(s.text(name));
    }
    return out;
}

/// What is assigned to by the `=` at `i`.
struct AssignedTo {
    bool assigned = false;   ///< an expression that begins a statement; else this may be a declaration
    bool in_memory = false;  ///< not just a variable's name
};

AssignedTo target_of(const Stream& s, std::size_t i)
{
    AssignedTo out;
    std::size_t begin = i;
    while (begin > 0) {
        const std::string_view last = s.text(begin - 1);
        if (last == "]" || last == ")") {
            if (s[begin - 1].match == kNone) return {};
            begin = s[begin - 1].match;
            out.in_memory = true;
            if (s.text(begin) == "(" && !s.is_identifier(begin - 1)) break;      // (*p) = …
            continue;
        }
        if (!s.is_identifier(begin - 1)) return {};
        --begin;
        if (begin == 0 || !one_of(s.text(begin - 1), {".", "->", "::"})) break;
        out.in_memory |= s.text(begin - 1) != "::";
        --begin;
    }
    for (; begin > 0 && s.text(begin - 1) == "*" && !may_begin_statement(s, begin); --begin) out.in_memory = true;
    out.assigned = may_begin_statement(s, begin);
    return out;
}

/// The end of the expression that begins at `i`: its `;`, `,` or the bracket around it.
std::size_t end_of_expression(const Stream& s, std::size_t i, std::size_t end)
{
    for (; i < end && !one_of(s.text(i), {";", ",", ")", "]", "}"}); ++i) {
        const std::size_t after = s.text(i) == "<" ? skip_template_arguments(s, i) : kNone;
        if (after != kNone && s.text(after) == "(") i = after - 1;
        else if (s[i].match != kNone && s[i].match > i) i = s[i].match;
    }
    return i;
}

constexpr std::string_view kPointer = "a pointer";

/// The name called by [begin, end), if it is a call and nothing else: `f(x)`, `a::f<4>(x)`, `shape->f(x)`; kPointer for `(*f)(x)` and `f[i](x)`.
std::string_view called_name(const Stream& s, std::size_t begin, std::size_t end)
{
    std::string_view name;
    bool call = false;
    std::size_t i = begin;
    if (s.text(i) == "(") {
        if (s.text(i + 1) != "*" || s[i].match == kNone) return {};
        name = kPointer;
        i = s[i].match + 1;
    } else if (s.text(i) == "::") {
        ++i;
    }
    while (i < end) {
        const std::string_view t = s.text(i);
        call = t == "(";
        if (t == "(" || t == "[") {
            if (s[i].match == kNone || name.empty()) return {};
            if (t == "[") name = kPointer;
            i = s[i].match + 1;
        } else if (t == "<") {
            i = skip_template_arguments(s, i);
            if (i == kNone || s.text(i) != "(") return {};
        } else if (s.is_identifier(i) && (i == begin || one_of(s.text(i - 1), {".", "->", "::"}))) {
            name = t;
            ++i;
        } else if (one_of(t, {".", "->", "::"})) {
            ++i;
        } else {
            return {};
        }
    }
    return call && i == end ? name : std::string_view{};
}

/// Types and operators that look like calls, and CUDA's own functions, which are inlined.
bool is_no_function(std::string_view name)
{
    return name.ends_with("_cast") || name.starts_with("make_") || name.starts_with("__") || is_capital(name) || is_number_word(name) ||
           one_of(name, {"sizeof", "alignof", "decltype", "typeid", "noexcept", "new", "delete", "throw"});
}

}  // namespace

void rewrite_results(Rewrite& rewrite, const Lexed& lexed, const Functions& functions)
{
    if (functions.empty()) return;
    const Stream& s = lexed.code;
    const Callees known = callees_of(lexed, functions);
    bool inlines = true;      // what the function calls, where it can be
    const auto wrap = [&](std::size_t begin, std::size_t end, bool in_memory) {
        const std::string_view name = called_name(s, begin, end);
        if (name.empty() || known.other.contains(name) || is_no_function(name)) return;
        if (!known.called.contains(name) && (!in_memory || (inlines && known.inlined.contains(name)))) return;
        rewrite.edits.insert(s[begin].begin, "::halo_engine::returned(" + at_its_place(rewrite, s[begin]));
        rewrite.edits.insert(s[end - 1].end, ")");
    };
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        const std::size_t own = declared_name(s, f.word);
        inlines = own == kNone || !known.called.contains(s.text(own));
        for (std::size_t i = std::max(done, f.open); i < f.close; ++i) {
            if (s.text(i) != "=") continue;
            const AssignedTo target = target_of(s, i);
            if (!target.assigned) continue;
            const std::size_t end = end_of_expression(s, i + 1, f.close);
            std::size_t begin = i + 1;
            for (std::size_t k = begin; k < end; ++k) {      // each side of `c ? f(x) : g(x)`
                if (s.text(k) == "?" || s.text(k) == ":") {
                    if (s.text(k) == ":") wrap(begin, k, target.in_memory);
                    begin = k + 1;
                }
                if (s[k].match != kNone && s[k].match > k) k = s[k].match;
            }
            if (begin < end) wrap(begin, end, target.in_memory);
        }
        done = std::max(done, f.close);
    }
}

}  // namespace halo::engine
