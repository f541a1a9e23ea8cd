// `callee<<<grid, block, shared, stream>>>(arguments)` becomes a call of the engine.

#include <algorithm>

#include <fmt/format.h>

#include "arguments.hpp"
#include "kernels.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kLongestCallee = 2000;   // tokens

bool is_keyword(std::string_view word)
{
    static constexpr std::string_view words[] = {"return", "else",   "do",   "case",  "throw",  "goto",  "if",
                                                 "while",  "for",    "switch", "new", "delete", "sizeof",
                                                 "co_return", "co_await", "co_yield"};
    for (std::string_view w : words)
        if (word == w) return true;
    return false;
}

/// Index of the `<` that opens the template arguments closed by the `>` at `close`; kNone if there is none.
std::size_t opening_angle(const Stream& s, std::size_t close)
{
    int depth = 0;
    const std::size_t stop = close > kLongestCallee ? close - kLongestCallee : 0;
    for (std::size_t i = close + 1; i-- > stop;) {
        const Token& t = s[i];
        if (t.kind != TokenKind::punctuation) continue;
        if (t.text == ">") ++depth;
        else if (t.text == "<") {
            if (--depth == 0) return i;
        } else if (t.text == ")" || t.text == "]" || t.text == "}") {
            if (t.match == kNone) return kNone;
            i = t.match;
        } else if (t.text == "(" || t.text == "[" || t.text == "{" || t.text == ";") {
            return kNone;
        }
    }
    return kNone;
}

/// First token of the expression that ends before `end`; `end` if there is none.
std::size_t expression_begin(const Stream& s, std::size_t end)
{
    std::size_t begin = end;
    for (std::size_t steps = 0; begin > 0 && steps < kLongestCallee; ++steps) {
        // The operand before `begin`.
        std::size_t i = begin - 1;
        while (s.text(i) == ")" || s.text(i) == "]") {   // (f), pick(n), table[i]
            if (s[i].match == kNone) return end;
            const bool parenthesis = s.text(i) == ")";
            i = s[i].match;
            const std::size_t before = i - 1;   // wraps to "outside" at 0
            const bool continues = i > 0 && ((s.is_identifier(before) && !is_keyword(s[before].text)) ||
                                             s.text(before) == "]" || (s.text(before) == ")" && !parenthesis) ||
                                             (s.text(before) == ">" && opening_angle(s, before) != kNone));
            if (!continues) {
                begin = i;
                return begin;
            }
            i = before;
        }
        if (s.text(i) == ">") {
            const std::size_t open = opening_angle(s, i);
            if (open == kNone || open == 0) return end;
            i = open - 1;
        }
        if (!s.is_identifier(i) || is_keyword(s[i].text)) return begin;
        begin = i;
        if (begin > 0 && s.text(begin - 1) == "template") --begin;
        if (begin > 0 && s.text(begin - 1) == "::") {
            --begin;
            const bool qualified = begin > 0 && ((s.is_identifier(begin - 1) && !is_keyword(s[begin - 1].text)) ||
                                                 s.text(begin - 1) == ">");
            if (!qualified) return begin;
            continue;
        }
        if (begin > 1 && (s.text(begin - 1) == "." || s.text(begin - 1) == "->")) {
            --begin;
            continue;
        }
        return begin;
    }
    return begin;
}

std::size_t callee_begin(const Stream& s, std::size_t end)
{
    std::size_t begin = expression_begin(s, end);
    while (s.is_macro && begin > 2 && s.adjacent(begin - 2, "##") && s.is_identifier(begin - 3)) begin -= 3;
    return begin;
}

/// `<<<`, or `<< <` as some editors format it.
bool three_angles(const Stream& s, std::size_t i, std::string_view angle)
{
    return s.text(i) == angle && s.text(i + 1) == angle && s.text(i + 2) == angle && s[i].end == s[i + 1].begin;
}

/// Index of the first `>` of the `>>>` before the arguments; kNone if the launch has none.
std::size_t closing_angles(const Stream& s, std::size_t i)
{
    for (; i < s.size(); ++i) {
        const Token& t = s[i];
        if (t.kind != TokenKind::punctuation) continue;
        if (t.text == "(" || t.text == "[" || t.text == "{") {
            if (t.match == kNone) return kNone;
            i = t.match;
        } else if (t.text == ")" || t.text == "]" || t.text == "}" || t.text == ";" || is_launch(s, i)) {
            return kNone;
        } else if (three_angles(s, i, ">") && s.text(i + 3) == "(") {
            return i;
        }
    }
    return kNone;
}

/// Whether only the preprocessor knows the arguments: `__VA_ARGS__`, or pasted names.
bool hides_arguments(const Stream& s, std::size_t open, std::size_t close)
{
    if (!s.is_macro) return false;
    for (std::size_t i = open + 1; i < close; ++i)
        if (s.text(i) == "__VA_ARGS__" || s.text(i) == "__VA_OPT__" || s.adjacent(i, "##")) return true;
    return false;
}

/// Passes such arguments through a generic lambda, for which `NULL` would be a number.
void pass_arguments(Rewrite& rewrite, const Stream& s, std::size_t open, std::size_t close, const std::string& callee)
{
    rewrite.edits.replace(s[open].begin, s[open].end,
                          fmt::format(".taking([&](auto&... halo_args) {} {{ {}(halo_args()...), ::halo_engine::keep_parameters(halo_args...); }})(",
                                      rewrite.unhooked, callee));
    for (const Argument& one : split_arguments(s, open, close))
        if (one.end == one.begin + 1 && s.text(one.begin) == "NULL")
            rewrite.edits.replace(s[one.begin].begin, s[one.begin].end, "nullptr");
}

/// Reports `<<<grid>>>` and more than four parts here, because g++ would report them in our headers.
bool has_grid_and_block(Rewrite& rewrite, const Stream& s, std::size_t angles, std::size_t closing)
{
    if (s.is_macro) return true;   // a macro's parameter may expand to several parts
    const std::size_t parts = split_arguments(s, angles + 2, closing).size();
    if (parts >= 2 && parts <= 4) return true;
    rewrite.refuse(s[angles].line,
                   parts < 2 ? "this launch gives the number of blocks, but not the threads per block"
                             : fmt::format("this launch has {} parts between <<< and >>>; there are at most 4", parts),
                   "write kernel<<<grid, block>>>(arguments), or <<<grid, block, shared bytes, stream>>>");
    return false;
}

/// What this file declares; nothing for a macro.
struct Kernels {
    std::map<std::string_view, Kernel> functions;
    std::set<std::string_view> pointers;
};

/// Whether the token is in round or square brackets, which may be a macro's.
bool in_brackets(const Stream& s, std::size_t i)
{
    while (i-- > 0) {
        if (one_of(s.text(i), {"(", "["})) return true;
        if (one_of(s.text(i), {")", "]", "}"}) && s[i].match != kNone) i = s[i].match;
    }
    return false;
}

/// The kernel of this file that the launch names; null if its name may be that of several functions.
const Kernel* kernel_of(const Stream& s, const Kernels& kernels, std::size_t begin, std::size_t angles)
{
    const auto found = kernels.functions.find(s.text(begin));
    const bool named = begin + 1 == angles || (s.text(begin + 1) == "<" && skip_template_arguments(s, begin + 1) == angles);
    return found == kernels.functions.end() || !named ? nullptr : &found->second;
}

/// Whether the launch names one function: the kernel is not a template, or has all of its template arguments here.
bool is_one_function(const Stream& s, const Kernel& kernel, std::size_t begin, std::size_t angles)
{
    const std::size_t given = begin + 1 == angles ? 0 : split_arguments(s, begin + 1, angles - 1).size();
    return given == kernel.template_parameters;
}

/// Whether the number of arguments is certain.
bool can_count(const Rewrite& rewrite, const Stream& s, std::size_t open, std::size_t close)
{
    const std::string_view between = rewrite.source.substr(s[open].end, s[close].begin - s[open].end);
    if (between.find('#') != between.npos) return false;         // a directive, or a literal that looks like one
    const std::vector<Argument> arguments = split_arguments(s, open, close);
    return std::none_of(arguments.begin(), arguments.end(),
                        [&](const Argument& one) { return one.begin == one.end || s.text(one.end - 1) == "..."; });
}

/// `table[i]`, `(*kernel)`, `pick(n)`, a variable: an expression, whose value is a pointer to a function or the function itself.
bool is_value(const Stream& s, const Kernels& kernels, std::size_t begin, std::size_t angles)
{
    const std::string_view last = s.text(angles - 1);
    if (begin + 1 == angles) return kernels.pointers.contains(last);
    if (last == "]") return true;
    if (last != ")" || s[angles - 1].match == kNone) return false;
    const std::size_t open = s[angles - 1].match;
    return open != begin || s.text(open + 1) == "*";
}

std::string counted(std::size_t n) { return n == 0 ? "no argument" : fmt::format("{} argument{}", n, n == 1 ? "" : "s"); }

/// An error at the kernel's name if the launch has too few arguments or too many.
std::string count_check(const Rewrite& rewrite, const Token& name, const Kernel& kernel, std::size_t given, bool directives)
{
    if (given == kernel.types.size()) return {};
    const std::string parameters = kernel.parameters.empty() ? "" : fmt::format(" ({})", kernel.parameters);
    const std::string text = fmt::format("{} takes {}{}, but this launch passes {}", name.text, counted(kernel.types.size()), parameters,
                                         given == 0 ? "none" : std::to_string(given));
    return fmt::format("static_assert({}false, {}); ", directives ? at_its_place(rewrite, name) : "", in_quotes(text));
}

void rewrite_launch(Rewrite& rewrite, const Stream& s, const Kernels& kernels, std::size_t angles)
{
    const Token& here = s[angles];
    const std::size_t begin = callee_begin(s, angles);
    if (begin == angles) {
        rewrite.refuse(here.line, "this launch names no kernel before `<<<`",
                       "write kernel<<<grid, block>>>(arguments); a macro with only `<<< >>>` can't be translated");
        return;
    }
    if (lacks_semicolon(rewrite.source, s, begin)) {
        rewrite.refuse(s[begin - 1].line, "a `;` is missing at the end of this line",
                       fmt::format("write it; the launch in line {} is a statement of its own", s[begin].line));
        return;
    }
    const std::size_t closing = closing_angles(s, angles + 3);
    if (closing == kNone) {
        const bool comment = source_line(rewrite.source, here.line).find("//") != std::string::npos;
        rewrite.refuse(here.line, "this launch has no `>>>(`",
                       comment ? "// begins a comment; / divides, and between two ints it rounds towards 0"
                               : "write kernel<<<grid, block>>>(arguments), in a macro too");
        return;
    }
    const std::size_t open = closing + 3, close = s[open].match;
    if (close == kNone) return;   // an #if divides the arguments; g++ reports it
    if (!has_grid_and_block(rewrite, s, angles, closing)) return;

    const bool one_line = s[begin].line == s[closing].line;
    const std::string line = one_line || s.is_macro ? "__LINE__" : std::to_string(s[begin].line);
    const std::string callee = rewrite.joined(s, begin, angles);
    const Kernel* kernel = kernel_of(s, kernels, begin, angles);
    const bool can_be_counted = can_count(rewrite, s, open, close);
    const bool directives = can_be_counted && !s.is_macro && !in_brackets(s, begin);
    const bool counted = kernel != nullptr && can_be_counted;
    const std::size_t given = counted ? split_arguments(s, open, close).size() : 0;
    const bool plain = kernel != nullptr && kernel->template_parameters == 0 && !kernel->has_defaults;
    const std::string check = plain && counted ? count_check(rewrite, s[begin], *kernel, given, directives) : "";
    rewrite.edits.replace(s[begin].begin, s[angles - 1].end,
                          (check.empty() ? "" : "__extension__ ({ " + check) + "::halo_engine::Launch(::halo_engine::configure(");
    rewrite.edits.replace(here.begin, s[angles + 2].end, "");
    const std::string named = fmt::format(").named({}, __FILE__, {}))", name_literal(rewrite, s, begin, angles), line);
    const bool has_all = kernel != nullptr && check.empty() && is_one_function(s, *kernel, begin, angles) &&
                         (!kernel->has_defaults || (counted && given == kernel->types.size()));
    const bool of_known_type = check.empty() && (has_all || is_value(s, kernels, begin, angles));
    const bool hidden = !of_known_type && hides_arguments(s, open, close);
    rewrite.edits.replace(s[closing].begin, s[closing + 2].end,
                          named + (has_all ? fmt::format(".HALO_OF({})", callee) : of_known_type ? fmt::format(".of({})", callee) : hidden ? "" : ".launched_by("));
    if (of_known_type && directives && open + 1 != close) rewrite.edits.insert(s[open + 1].begin, at_its_place(rewrite, s[open + 1]));
    if (of_known_type) return;
    if (hidden) return pass_arguments(rewrite, s, open, close, callee);
    capture_arguments(rewrite, s, open, close, check.empty() ? callee : "", counted ? kernel->types : std::vector<std::string>());
    if (!check.empty()) rewrite.edits.insert(s[close].end, "; })");
}

}  // namespace

bool is_launch(const Stream& s, std::size_t i)
{
    return three_angles(s, i, "<") && (i == 0 || s.text(i - 1) != "operator");
}

void rewrite_launches(Rewrite& rewrite, const Stream& stream)
{
    const Kernels kernels = stream.is_macro ? Kernels{} : Kernels{kernels_of(rewrite.source, stream), function_pointers_of(stream)};
    for (std::size_t i = 0; i < stream.size(); ++i) {
        if (stream[i].text != "<") continue;
        if (i > 0 && stream.text(i - 1) == "operator") {
            i += 2;   // operator<<<int>: the third < opens template arguments
            continue;
        }
        if (!is_launch(stream, i)) continue;
        rewrite_launch(rewrite, stream, kernels, i);
        i += 2;
    }
}

}  // namespace halo::engine
