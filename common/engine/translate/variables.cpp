// Variables with `__device__`, `__managed__` and `__constant__`: places them in sections that the engine knows.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

bool is_space_word(std::string_view word)
{
    return word == "__device__" || word == "__managed__" || word == "__constant__" || word == "__shared__";
}

/// First of the specifiers around `i`: `static const __device__ …`.
std::size_t specifiers_begin(const Stream& s, std::size_t i)
{
    for (int steps = 0; i > 0 && steps < 16; ++steps) {
        const std::string_view before = s.text(i - 1);
        if (!(before == "static" || before == "extern" || before == "const" || before == "constexpr" ||
              before == "volatile" || before == "inline" || before == "constinit" || is_space_word(before)))
            break;
        --i;
    }
    return i;
}

/// Whether the variable itself is const, not only what it points to. Its declaration is [begin, end).
bool is_const(const Stream& s, std::size_t begin, std::size_t end)
{
    bool out = false;
    for (std::size_t i = begin; i < end; ++i) {
        const std::string_view t = s.text(i);
        if (t == "constexpr") return true;
        if (t == "const") out = true;
        else if (t == "*") out = false;
        else if (t == "<") {
            const std::size_t after = skip_template_arguments(s, i);
            if (after != kNone) i = after - 1;
        }
    }
    return out;
}

/// The word `template` of the variable template whose specifiers begin at `i`; kNone if it is none, or a specialisation for certain arguments, which is an
/// ordinary variable to g++.
std::size_t template_of(const Stream& s, std::size_t i)
{
    if (i == 0 || s.text(i - 1) != ">") return kNone;
    std::size_t begin = i - 1;
    while (begin > 0 && !one_of(s.text(begin), {";", "{", "}", "template"})) --begin;
    const bool is_template = s.text(begin) == "template" && skip_template_arguments(s, begin + 1) == i && s.text(begin + 2) != ">";
    return is_template ? begin : kNone;
}

/// g++ before 14 ignores in which section a variable template should be, and later ones refuse one that has other variables, too. So it has none, and a symbol
/// beside it tells the engine the names of its instances.
void mark_template(Rewrite& rewrite, const Stream& s, std::size_t begin, std::size_t end, std::string_view kind)
{
    while (end > begin && !s.is_identifier(end)) --end;
    rewrite.edits.insert(s[begin].begin, fmt::format("[[gnu::used]] static const char halo_{}_template_{}_{} = 0; ", kind, s[begin].begin, s.text(end)));
}

/// The `;` of a table, `__device__ const float table[8] = {…};`, of which g++ would report no access, as it cannot change; kNone where [begin, at) declares
/// anything else, such as a constexpr array, pointers, or several variables. `at`: the token after the name.
std::size_t table_end(const Stream& s, std::size_t begin, std::size_t at)
{
    if (s.text(at) != "[" || !s.is_identifier(at - 1)) return kNone;
    for (std::size_t i = begin; i < at; ++i)
        if (one_of(s.text(i), {"constexpr", "constinit", "extern", "inline", "*", "&", "::", "<"})) return kNone;
    bool initialised = false;
    for (std::size_t i = at; i < s.size(); ++i) {
        if (one_of(s.text(i), {"(", "[", "{"})) {
            initialised = initialised || s.text(i) == "{";
            i = s[i].match;
            if (i == kNone) return kNone;
        } else if (s.text(i) == ";") {
            return initialised ? i : kNone;
        } else if (s.text(i) == ",") {
            return kNone;
        }
    }
    return kNone;
}

/// The table itself is not const; its name refers to it as if it were: so each read is seen, and each write is still refused.
void rewrite_table(Rewrite& rewrite, const Stream& s, std::size_t begin, std::size_t at, std::size_t end)
{
    bool internal = false;
    for (std::size_t i = begin; i < at; ++i) internal = internal || s.text(i) == "static";
    for (std::size_t i = begin; i < at; ++i)
        if (s.text(i) == "const") rewrite.edits.replace(s[i].begin, s[i].end, std::exchange(internal, true) ? "" : "static");
    rewrite.edits.insert(s[at - 1].begin, "halo_table_");
    rewrite.edits.insert(s[end].end, fmt::format(" [[maybe_unused]] static const auto& {0} = halo_table_{0};", s.text(at - 1)));
}

/// The names that the declaration of variables after `i` declares, up to its `;`.
std::vector<std::string_view> declared_names(const Stream& s, std::size_t i, std::size_t end)
{
    std::vector<std::string_view> out;
    for (bool open = true; i < end && s.text(i) != ";"; ++i) {
        if (open && s.is_identifier(i) && one_of(s.text(i + 1), {"=", ",", ";", "[", "{"})) {
            out.push_back(s.text(i));
            open = false;
        } else if (s.text(i) == ",") open = true;
        else if (open && s.text(i) == "<" && skip_template_arguments(s, i) != kNone) i = skip_template_arguments(s, i) - 1;
        if (s[i].match != kNone && s[i].match > i) i = s[i].match;
    }
    return out;
}

}  // namespace

/// `static int count = 0;` in device code: one variable for all threads, as one with `__device__`. It may belong to a template or an inline function,
/// whose variables cannot be in a section, so it is marked as an instance of a template is. What is const may stay where it is.
void rewrite_statics(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        for (std::size_t i = std::max(done, f.open); i < f.close && !f.host; ++i) {
            if (const std::size_t body = class_body(s, i, f.close); body != kNone && s[body].match != kNone) i = s[body].match;
            if (s.text(i) != "static" || !one_of(s.text(i - 1), {"{", "}", ";", ")"})) continue;
            std::size_t end = i;
            bool other = false;
            for (; end < f.close && !one_of(s.text(end), {"=", ";", ",", "[", "{", "("}); ++end)
                other |= is_space_word(s.text(end)) || s.text(end) == "thread_local";
            if (other || is_const(s, i, end) || s.text(end) == "(") continue;
            rewrite.edits.insert(s[i].end, " __halo_instance__");
            for (const std::string_view name : declared_names(s, i + 1, f.close))
                rewrite.edits.insert(s[f.open].end, fmt::format(" [[gnu::used]] static const char halo_device_template_{}_{} = 0;", s[i].begin, name));
        }
        done = std::max(done, f.close);
    }
}

void rewrite_variables(Rewrite& rewrite, const Stream& s)
{
    const std::vector<bool> in_block = tokens_in_blocks(s);
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!is_space_word(s.text(i)) || s.text(i) == "__shared__") continue;
        const Declared declared = declared_after(s, i);
        if (declared.kind != Declared::variable) continue;

        const std::size_t begin = specifiers_begin(s, i);
        bool first = true, constant = false, shared = false, elsewhere = false, managed = false;
        for (std::size_t k = begin; k < declared.at; ++k) {
            if (k < i && is_space_word(s.text(k))) first = false;
            if (s.text(k) == "__constant__") constant = true;
            if (s.text(k) == "__shared__") shared = true;
            if (s.text(k) == "extern") elsewhere = true;
            if (s.text(k) == "__managed__") managed = true;
        }
        if (shared) continue;
        const std::size_t word = template_of(s, begin);
        const std::size_t table = word == kNone && !in_block[i] && !s.is_macro && is_const(s, begin, declared.at) ? table_end(s, begin, declared.at) : kNone;
        if (table != kNone && first) rewrite_table(rewrite, s, begin, declared.at, table);
        managed = managed || table != kNone;            // host code may read what never changes
        const bool is_constant_word = s.text(i) == "__constant__", is_fixed = table == kNone && is_const(s, begin, declared.at);
        if (word != kNone && first) mark_template(rewrite, s, word, declared.at - 1, is_fixed ? "constant_const" : constant || is_constant_word ? "constant" : managed ? "managed" : "device");
        const std::string_view kind = is_fixed ? "constant_const" : is_constant_word ? "constant" : managed ? "managed_variable" : "device_variable";
        const std::string place = word != kNone ? "__halo_instance__" : fmt::format("__halo_{}{}__", elsewhere ? "extern_" : "", kind);
        if (is_constant_word) {
            if (word != kNone || is_fixed || elsewhere) rewrite.edits.replace(s[i].begin, s[i].end, place);
        } else if (first && !constant) {
            rewrite.edits.insert(s[i].end, fmt::format(" {}", place));
        }
    }
}

}  // namespace halo::engine
