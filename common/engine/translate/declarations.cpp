// What `__global__` and `__device__` declare, and where blocks begin.

#include <algorithm>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

/// Words allowed between the parameters of a function and its body.
bool follows_parameters(std::string_view word)
{
    return one_of(word, {"const", "volatile", "noexcept", "override", "final", "requires", "try", "throw", "mutable",
                         "constexpr"});
}

/// Index of the `{` of the body of the function whose parameters end at `close`; kNone if it has none here.
std::size_t body_after(const Stream& s, std::size_t close)
{
    bool initialisers = false;   // of a constructor
    for (std::size_t i = close + 1; i < s.size(); ++i) {
        const std::string_view t = s.text(i);
        if (t == "{") {
            const bool member = initialisers && (s.is_identifier(i - 1) || s.text(i - 1) == ">");
            if (!member) return i;
            if (s[i].match == kNone) return kNone;
            i = s[i].match;
        } else if (t == "(" || t == "[") {
            if (s[i].match == kNone) return kNone;
            i = s[i].match;
        } else if (t == ":") {
            initialisers = true;
        } else if (t == "<") {
            const std::size_t after = skip_template_arguments(s, i);
            if (after == kNone) return kNone;
            i = after - 1;
        } else if (t == "," ? !initialisers : one_of(t, {";", "=", ")", "]", "}"})) {
            return kNone;
        } else if (t == "__global__" || t == "__device__") {
            return kNone;
        }
    }
    return kNone;
}

bool opens_block(const Stream& s, std::size_t brace, bool within_block)
{
    if (within_block) return true;
    bool class_key = false, parameters = false;
    for (std::size_t i = brace; i-- > 0;) {
        const std::string_view t = s.text(i);
        if (one_of(t, {";", "{", "}", "(", "["})) break;
        if (t == ")" || t == "]") {
            if (s[i].match == kNone) break;
            i = s[i].match;
            const bool attribute = t == "]" || (i > 0 && skip_attribute(s, i - 1) != i - 1);
            if (!attribute) parameters = true;
        }
        if (t == "namespace" || (t == "extern" && i + 2 == brace)) return false;
        if (one_of(t, {"class", "struct", "union", "enum"})) class_key = true;
    }
    return parameters || !class_key;
}

}  // namespace

std::size_t skip_attribute(const Stream& s, std::size_t i)
{
    if (s.adjacent(i, "[[")) return s[i].match == kNone ? i : s[i].match + 1;
    if (!one_of(s.text(i), {"__align__", "alignas", "__attribute__", "__attribute", "__launch_bounds__", "__maxnreg__",
                            "__cluster_dims__", "__block_size__", "_Alignas", "explicit", "noexcept", "__declspec"}))
        return i;
    if (s.text(i + 1) != "(") return i + 1;
    return s[i + 1].match == kNone ? i : s[i + 1].match + 1;
}

Declared declared_after(const Stream& s, std::size_t word)
{
    if (word > 0 && one_of(s.text(word - 1), {"class", "struct", "union"})) return {};
    int names = 0;
    bool class_key = false;
    for (std::size_t i = word + 1; i < s.size();) {
        if (const std::size_t after = skip_attribute(s, i); after != i) {
            i = after;
            continue;
        }
        const Token& t = s[i];
        if (t.kind == TokenKind::identifier) {
            if (t.text == "operator") {
                for (int steps = 0; steps < 64 && i < s.size() && s.text(i) != "(" && s.text(i) != ";"; ++steps) ++i;
                if (s.text(i) == "(" && s.text(i + 1) == ")" && s.text(i + 2) == "(") i += 2;   // operator()
                return s.text(i) == "(" ? Declared{Declared::function, i} : Declared{};
            }
            if (one_of(t.text, {"__device__", "__global__", "__managed__", "__constant__", "__shared__"})) {
                if (t.text == s.text(word)) return {};
                ++i;
                continue;
            }
            if (t.text == "decltype" && s.text(i + 1) == "(" && s[i + 1].match != kNone) {
                ++names;
                i = s[i + 1].match + 1;
                continue;
            }
            if (one_of(t.text, {"class", "struct", "union", "enum"})) class_key = true;
            ++names;
            ++i;
        } else if (t.kind == TokenKind::string || one_of(t.text, {"::", "*", "&", "&&", "...", "~"})) {
            ++i;
        } else if (t.text == "<") {
            i = skip_template_arguments(s, i);
            if (i == kNone) return {};
        } else if (t.text == "(") {
            if (t.match == kNone) return {};
            const std::string_view after = s.text(t.match + 1);
            if (names > 0 && one_of(s.text(i + 1), {"*", "&"}) && (after == "(" || after == "["))
                return {Declared::variable, i};
            if (names > 0 && s.is_identifier(t.match + 1) && !follows_parameters(after) &&
                skip_attribute(s, t.match + 1) == t.match + 1) {
                i = t.match + 1;   // a macro with arguments among the specifiers
                continue;
            }
            return {Declared::function, i};
        } else if (t.text == "{") {
            if (names == 0) return {Declared::function, i};   // [] __device__ { … }
            if (!class_key) return {Declared::variable, i};
            if (t.match == kNone) return {};
            class_key = false;
            i = t.match + 1;
        } else if (one_of(t.text, {";", "=", "[", ","})) {
            return names > 0 ? Declared{Declared::variable, i} : Declared{};
        } else {
            return {};
        }
    }
    return {};
}

std::optional<DeviceFunction> function_after(const Stream& s, std::size_t i)
{
    const Declared declared = declared_after(s, i);
    if (declared.kind != Declared::function) return {};
    std::size_t open = declared.at, begin = i;
    if (s.text(open) == "(") open = s[open].match == kNone ? kNone : body_after(s, s[open].match);
    if (open == kNone || s[open].match == kNone) return {};
    while (begin > 0 && s.is_identifier(begin - 1)) --begin;
    bool host = false;
    for (std::size_t k = begin; k < declared.at; ++k) host |= s.text(k) == "__host__";
    return DeviceFunction{s.text(i) == "__global__", i, open, s[open].match, host};
}

Functions device_functions(const Stream& s)
{
    Functions out;
    for (std::size_t i = 0; i < s.size(); ++i)
        if (s.text(i) == "__global__" || s.text(i) == "__device__")
            if (const auto f = function_after(s, i)) out.push_back(*f);
    return out;
}

std::vector<bool> tokens_in_blocks(const Stream& s)
{
    std::vector<bool> out(s.size());
    std::vector<std::pair<std::size_t, bool>> open;   // for each enclosing brace: closing index, and whether it is a block
    for (std::size_t i = 0; i < s.size(); ++i) {
        while (!open.empty() && i >= open.back().first) open.pop_back();
        const bool inside = !open.empty() && open.back().second;
        out[i] = inside;
        if (s.text(i) == "{" && s[i].match != kNone && s[i].match > i)
            open.emplace_back(s[i].match, opens_block(s, i, inside));
    }
    return out;
}

}  // namespace halo::engine
