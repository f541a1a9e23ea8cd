// `extern __shared__ T name[];` becomes a pointer into the block's dynamic shared memory.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "arguments.hpp"
#include "rewrite.hpp"

namespace halo::engine {
namespace {

constexpr std::size_t kMostNames = 64;   // at namespace scope; each is searched for in every body

struct Declarator {
    std::size_t name = 0;
    std::size_t first = 0;   ///< its first [
    std::size_t end = 0;     ///< the , or ; after it
    std::string bounds;      ///< all dimensions but the first: `[33]`
};

/// A declaration with `__shared__`: tokens [begin, end), s[end] is the `;`.
struct Declaration {
    std::size_t begin = 0, end = kNone;
    bool is_extern = false;
    std::size_t initialiser = kNone;
    std::size_t unfinished = kNone;   ///< the last token, if its `;` is missing
};

bool is_specifier(std::string_view word)
{
    return word == "extern" || word == "static" || word == "volatile" || word == "const" || word == "__shared__" ||
           word == "__device__";
}

/// Index of an `extern` before the type: `extern float __shared__ name[]`, with `__shared__` at `word`. `word` if there
/// is none.
std::size_t extern_before_type(const Stream& s, std::size_t word)
{
    for (std::size_t i = word; i > 0 && word - i < 16; --i) {
        const std::string_view before = s.text(i - 1);
        if (before == "extern") return i - 1;
        if (!s.is_identifier(i - 1) && before != "::" && before != "<" && before != ">") break;
    }
    return word;
}

Declaration declaration_around(std::string_view source, const Stream& s, std::size_t word)
{
    Declaration out;
    out.begin = extern_before_type(s, word);
    for (int steps = 0; out.begin > 0 && steps < 16; ++steps) {
        std::size_t before = out.begin - 1;
        if (s.text(before) == ")" && s[before].match != kNone && s[before].match > 0) before = s[before].match - 1;
        if (!is_specifier(s.text(before)) && skip_attribute(s, before) != out.begin) break;
        out.begin = before;
    }
    bool class_key = false;
    for (std::size_t i = out.begin; i < s.size(); ++i) {
        const std::string_view t = s.text(i);
        if (t == "extern") out.is_extern = true;
        if (i > word && s.is_identifier(i) && !t.starts_with("__") && s.text(i - 1) == "]" && lacks_semicolon(source, s, i)) {
            out.unfinished = i - 1;
            return out;
        }
        if (t == ";") {
            out.end = i;
            return out;
        }
        if (t == "__shared__" && i > word) return out;
        if (t == "class" || t == "struct" || t == "union" || t == "enum") class_key = true;
        if ((t == "=" || (t == "{" && !class_key)) && out.initialiser == kNone) out.initialiser = i;
        if (t == ")" || t == "]" || t == "}") return out;
        if (s[i].match != kNone) {
            if (t == "{") class_key = false;
            i = s[i].match;
        }
    }
    return out;
}

/// Text of the type before the first name; empty if no array is declared.
std::string type_and_declarators(const Rewrite& rewrite, const Stream& s, const Declaration& d,
                                 std::vector<Declarator>& declarators)
{
    std::string type;
    std::size_t type_begin = d.begin;
    for (std::size_t i = d.begin; i < d.end;) {
        Declarator one;
        std::size_t first = i;
        while (first < d.end && s.text(first) != ",") {
            if (const std::size_t after = skip_attribute(s, first); after != first) {
                first = after;
            } else if (s.text(first) == "<") {
                const std::size_t past = skip_template_arguments(s, first);
                first = past == kNone ? d.end : past;
            } else if (s.text(first) == "(") {
                if (first == 0 || s.text(first - 1) != "decltype" || s[first].match == kNone) return {};
                first = s[first].match + 1;
            } else if (s.text(first) == "[") {
                break;
            } else {
                ++first;
            }
        }
        if (first >= d.end || s.text(first) != "[" || first == i || !s.is_identifier(first - 1)) return {};
        one.name = first - 1;
        one.first = first;
        if (declarators.empty()) {
            for (std::size_t k = type_begin; k < one.name;) {
                const std::size_t after = skip_attribute(s, k);
                const std::string_view word = s.text(k);
                if (after != k) {
                    k = after;
                    continue;
                }
                if (word != "extern" && word != "static" && word != "__shared__" && word != "__device__") {
                    if (!type.empty()) type += ' ';
                    type += word;
                }
                ++k;
            }
        } else if (one.name != i) {
            return {};   // `float a[], *b[]`: not supported
        }
        std::size_t k = first;
        for (bool leading = true; s.text(k) == "[" && s[k].match != kNone; leading = false) {
            if (!leading) one.bounds += rewrite.joined(s, k, s[k].match + 1);
            k = s[k].match + 1;
        }
        if (k != d.end && s.text(k) != ",") return {};
        one.end = k;
        declarators.push_back(one);
        i = k + 1;
    }
    return type;
}

std::string pointer(std::string_view type, std::string_view name, std::string_view bounds)
{
    return bounds.empty() ? fmt::format("[[maybe_unused]] {}* const {} = ::halo_engine::dynamic_shared<{}>(\"{}\");", type, name, type, name)
                          : fmt::format("[[maybe_unused]] {} (* const {}){} = ::halo_engine::dynamic_shared<{}{}>(\"{}\");", type,
                                        name, bounds, type, bounds, name);
}

/// Whether the function's body declares `name` again with `__shared__`.
bool declared_inside(const Stream& s, const DeviceFunction& f, std::string_view name)
{
    for (std::size_t i = f.open; i + 1 < f.close; ++i)
        if (s[i].text == name && s.text(i + 1) == "[") {
            for (std::size_t k = i; k-- > f.open && i - k < 16 && s.text(k) != ";" && s.text(k) != "{";)
                if (s.text(k) == "__shared__") return true;
        }
    return false;
}

/// The most threads of a block that a kernel declares, as text; empty if it declares none.
std::string launch_bounds(const Rewrite& rewrite, const Stream& s, const DeviceFunction& f)
{
    std::size_t i = f.word;
    if (i > 0 && s.text(i - 1) == ")" && s[i - 1].match != kNone && s[i - 1].match > 0) i = s[i - 1].match - 1;     // before __global__
    while (i < f.open && s.text(i) != "__launch_bounds__") ++i;
    if (s.text(i + 1) != "(" || i >= f.open || s[i + 1].match == kNone) return {};
    const std::vector<Argument> arguments = split_arguments(s, i + 1, s[i + 1].match);
    return arguments.empty() ? std::string() : rewrite.joined(s, arguments[0].begin, arguments[0].end);
}

/// Marks kernels that declare shared arrays of their own, or bounds of their blocks, so that Layout finds them.
void mark_kernels(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    for (const DeviceFunction& f : functions) {
        if (!f.global) continue;
        std::size_t i = f.open;
        while (i < f.close && (s.text(i) != "__shared__" || declaration_around(rewrite.source, s, i).is_extern)) ++i;
        std::string marks = i < f.close ? " __halo_kernel__" : "";
        if (const std::string most = launch_bounds(rewrite, s, f); !most.empty()) marks += fmt::format(" __halo_launch_bounds__({})", most);
        const std::size_t after = s[f.open].end;
        if (!marks.empty() && std::isspace(static_cast<unsigned char>(rewrite.source[after])) == 0) marks += ' ';
        if (!marks.empty()) rewrite.edits.insert(after, marks);
    }
}

/// The name of an `extern __shared__` array that is declared here; empty if none is.
std::string_view dynamic_array(std::string_view source, const Stream& s, std::size_t word)
{
    if (s.text(word) != "__shared__" || !declaration_around(source, s, word).is_extern) return {};
    for (std::size_t i = word; i + 1 < s.size() && i < word + 16 && s.text(i) != ";"; ++i)
        if (s.is_identifier(i) && s.text(i + 1) == "[") return s.text(i);
    return {};
}

}  // namespace

bool mentions(const Stream& s, std::size_t begin, std::size_t end, std::string_view name)
{
    for (std::size_t i = begin; i < end; ++i)
        if (s[i].text == name && s.is_identifier(i)) return true;
    return false;
}

void warn_of_one_memory(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    const std::vector<bool> in_block = tokens_in_blocks(s);
    std::vector<std::string_view> everywhere;
    for (std::size_t i = 0; i < s.size(); ++i)
        if (const std::string_view name = in_block[i] ? std::string_view() : dynamic_array(rewrite.source, s, i); !name.empty() && everywhere.size() < kMostNames) everywhere.push_back(name);
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        std::vector<std::string_view> names;
        const auto add = [&](std::string_view name) {
            if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        };
        for (std::size_t i = std::max(done, f.open); i < f.close && names.size() < 2; ++i) {
            add(dynamic_array(rewrite.source, s, i));
            if (s.is_identifier(i) && std::find(everywhere.begin(), everywhere.end(), s.text(i)) != everywhere.end()) add(s.text(i));
        }
        done = std::max(done, f.close);
        if (names.size() < 2) continue;
        const std::string text = fmt::format("{} and {} are one memory: all extern __shared__ arrays of a kernel begin at the same address. "
                                             "Declare one, and let a pointer to its first free element be the other", names[0], names[1]);
        rewrite.edits.insert(s[f.open].end, fmt::format(" _Pragma({}) ", in_quotes(fmt::format("GCC warning {}", in_quotes(text)))));
    }
}

void rewrite_shared(Rewrite& rewrite, const Stream& s, const Functions& functions)
{
    mark_kernels(rewrite, s, functions);
    const std::vector<bool> in_block = tokens_in_blocks(s);
    std::vector<std::string_view> seen;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) != "__shared__") continue;
        const Declaration d = declaration_around(rewrite.source, s, i);
        if (d.unfinished != kNone) {
            rewrite.refuse(s[d.unfinished].line, "a `;` is missing at the end of this line", "write it: the declaration ends here");
            continue;
        }
        if (d.initialiser != kNone && (d.end != kNone || !s.is_macro)) {
            rewrite.refuse(s[i].line, "a __shared__ variable can't have an initialiser: which thread would write it?",
                           "declare it without one, let some threads store the value, then __syncthreads()");
            continue;
        }
        if (!d.is_extern) {
            // The macro __shared__ includes `static`, after which g++ takes no `alignas`.
            for (std::size_t k = d.begin; k < s.size() && k < i + 3; ++k)
                if (s.text(k) == "static") rewrite.edits.remove(s[k]);
            for (std::size_t k = i + 1; s.text(k) == "alignas" && s.text(k + 1) == "(" && s[k + 1].match != kNone; k = s[k + 1].match + 1) {
                const std::size_t end = s[k + 1].match;
                rewrite.edits.insert(s[s.text(d.begin) == "static" ? d.begin + 1 : d.begin].begin, rewrite.joined(s, k, end + 1) + ' ');
                rewrite.edits.replace(s[k].begin, s[end].end, "");
            }
            continue;
        }
        const std::size_t end = d.end == kNone && s.is_macro ? s.size() : d.end;
        std::vector<Declarator> declarators;
        const std::string type = end == kNone ? "" : type_and_declarators(rewrite, s, {d.begin, end, true, kNone, kNone}, declarators);
        if (type.empty() || declarators.empty()) {
            rewrite.refuse(s[i].line, "dynamic shared memory must be declared as an array",
                           "write extern __shared__ float name[]; the launch's third argument sets its bytes");
            continue;
        }

        std::string text;
        const bool block = s.is_macro || in_block[i];
        for (const Declarator& one : declarators) {
            const std::string_view name = s[one.name].text;
            if (!text.empty()) text += ' ';
            if (block) {
                text += pointer(type, name, one.bounds);
                continue;
            }
            if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
            text += fmt::format("[[maybe_unused]] static constexpr ::halo_engine::DynamicShared<{}{}> {}{{}};", type,
                                one.bounds, name);
            if (seen.size() >= kMostNames) continue;
            seen.push_back(name);
            std::size_t done = 0;
            for (const DeviceFunction& f : functions) {   // a real pointer in each function that uses the name, so that casts work
                if (f.open < i || f.open < done) continue;
                done = f.close;
                if (mentions(s, f.open, f.close, name) && !mentions(s, f.word, f.open, name) && !declared_inside(s, f, name))
                    rewrite.edits.insert(s[f.open].end, " " + pointer(type, name, one.bounds));
            }
        }
        if (!text.empty()) text.pop_back();   // the source's own ; follows
        rewrite.edits.replace(s[d.begin].begin, s[end - 1].end, text);
        i = end;
    }
}

}  // namespace halo::engine
