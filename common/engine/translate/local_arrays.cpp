// Declares the local arrays of device code as types that the engine watches: see headers/halo/local_arrays.hpp.
//
//     float sum[4] = {};   →   CheckedArray<…, float[4], 1> sum = {{}};   if every use is `sum[…]`
//     float sum[4];        →   UnsetArray<…, float[4], 1> sum;         likewise
//     float window[5];     →   LocalArray<…, float[5]> halo_array_window; auto& window = halo_array_window.array;
//
// What is not certain to be such a declaration stays as it is, and so does an array over whose declaration a `goto` or a `case`
// could jump.

#include <set>

#include <fmt/format.h>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

constexpr bool is_builtin_type(std::string_view word)
{
    for (const std::string_view type : {"bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double"})
        if (word == type) return true;
    return false;
}

/// Words that begin a statement, or a declaration whose arrays are not local variables or must stay what they are.
bool is_no_type(std::string_view word)
{
    return one_of(word, {"return", "else", "case", "goto", "throw", "new", "delete", "do", "if", "for", "while", "switch", "break", "continue",
                         "default", "operator", "using", "typedef", "namespace", "template", "static", "constexpr", "constinit", "extern",
                         "thread_local", "register", "auto", "static_assert", "sizeof", "asm", "__asm__", "co_return", "co_yield", "co_await",
                         "__shared__", "__constant__", "__device__", "__managed__", "class", "enum", "this", "public", "private", "protected"});
}

enum class Watched { plain, checked, watched };

struct LocalDeclarator {
    std::size_t begin = 0, name = 0;
    std::size_t bounds = 0;              ///< the token after the name
    std::size_t end_of_bounds = 0;
    std::size_t end = 0;                 ///< the , or ; after it
    std::size_t rank = 0;
    Watched kind = Watched::plain;
    bool sized = true;
    bool initialised() const { return end_of_bounds != end; }
};

/// A declaration of variables: tokens [begin, end), s[end] is the `;`.
struct LocalDeclaration {
    std::size_t begin = 0;
    std::size_t type = 0;                ///< after attributes
    std::size_t end_of_type = 0, end = 0;
    std::vector<LocalDeclarator> declarators;
};

class LocalArrays {
public:
    LocalArrays(Rewrite& rewrite, const Lexed& lexed, bool for_debugger) : rewrite_(rewrite), s_(lexed.code), macros_(lexed.macros), for_debugger_(for_debugger)
    {
        for (const Stream& macro : lexed.macros)
            for (std::size_t i = 0; i < macro.size(); ++i)
                if (macro.is_identifier(i)) in_macros_.insert(macro.text(i));
    }

    void body(const DeviceFunction& f)
    {
        if (is_constexpr(s_, f) || jumps_into_blocks(s_, f.open + 1, f.close)) return;   // before C++20, a constexpr function has no destructors
        for (std::size_t i = f.open; i < f.close; ++i)
            if (s_.text(i) == "goto") return;
        std::vector<std::size_t> blocks;   // the { of each that is open
        for (std::size_t i = f.open; i < f.close; ++i) {
            if (s_.text(i) == "{") blocks.push_back(i);
            if (s_.text(i) == "}" && blocks.size() > 1) blocks.pop_back();
            if (const std::size_t last = left_out(i, f.close); last != kNone) {
                i = last;
                continue;
            }
            if (!one_of(s_.text(i), {"{", "}", ";"}) || is_switch(blocks.back())) continue;
            LocalDeclaration d;
            if (!parse(i + 1, d)) continue;
            const std::size_t close = s_[blocks.back()].match;
            bool any = false;
            for (LocalDeclarator& one : d.declarators) any |= classify(one, f, close) != Watched::plain;
            if (any) edit(d);
            i = d.end - 1;
        }
    }

private:
    /// The last token of what begins at `i` and is left as it is: a class, the head of a `for`, whose `;` begins no
    /// declaration, or a constant, whose initialiser must stay one. kNone: nothing of these.
    std::size_t left_out(std::size_t i, std::size_t end) const
    {
        if (one_of(s_.text(i), {"struct", "class", "union"})) return end_of_class(i + 1, end);
        if (s_.text(i) == "for" && s_.text(i + 1) == "(") return s_[i + 1].match;
        if (s_.text(i) != "constexpr" || s_.text(i + 1) == "(") return kNone;
        while (i < end && s_.text(i) != ";") i = s_[i].match != kNone && s_[i].match > i ? s_[i].match + 1 : i + 1;
        return i - 1;
    }

    /// The `}` of a class, of whose head [i, …) may be a part: `struct alignas(16) Sum : Base<float> {`. kNone: it is not a definition.
    std::size_t end_of_class(std::size_t i, std::size_t end) const
    {
        while (i < end && !one_of(s_.text(i), {"{", "}", ";", "=", ")", "]", "*", "&"})) i = s_[i].match != kNone && s_[i].match > i ? s_[i].match + 1 : i + 1;
        return i < end && s_.text(i) == "{" ? s_[i].match : kNone;
    }

    bool is_switch(std::size_t open) const
    {
        if (open == 0 || s_.text(open - 1) != ")" || s_[open - 1].match == kNone || s_[open - 1].match == 0) return false;
        return s_.text(s_[open - 1].match - 1) == "switch";
    }

    /// False for a macro that stands for more than a type, such as `__shared__ float`.
    bool may_name_type(std::string_view word) const
    {
        for (const Stream& macro : macros_)
            for (std::size_t i = 0; macro.name == word && i < macro.size(); ++i)
                if ((!macro.is_identifier(i) && macro.text(i) != "::") || is_no_type(macro.text(i))) return false;
        return true;
    }

    /// The alignment that the attributes [begin, end) ask for, if it is one to which an array after a gap is still aligned.
    bool keeps_alignment(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i)
            if (one_of(s_.text(i), {"alignas", "__align__"})) {
                if (s_.text(i + 3) != ")" || !one_of(s_.text(i + 2), {"1", "2", "4", "8", "16", "32", "64"})) return false;
            } else if (one_of(s_.text(i), {"aligned", "__attribute__", "__aligned__"})) {
                return false;
            }
        return true;
    }

    /// The index after the type at `i`; kNone if there is none.
    std::size_t after_type(std::size_t i) const
    {
        bool named = false, builtin = false;
        while (s_.is_identifier(i) || s_.text(i) == "::") {
            const std::string_view word = s_.text(i);
            if (is_no_type(word) || !may_name_type(word)) return kNone;
            if (one_of(word, {"const", "volatile", "typename", "struct", "union"})) {
                ++i;
            } else if (is_builtin_type(word)) {
                if (named) return kNone;
                builtin = true;
                ++i;
            } else {
                if (named || builtin) break;   // the declarator's name
                named = true;
                do {                           // a::b<c>::d
                    if (s_.text(i) == "::") ++i;
                    if (!s_.is_identifier(i++)) return kNone;
                    if (s_.text(i) == "<" && (i = skip_template_arguments(s_, i)) == kNone) return kNone;
                } while (s_.text(i) == "::");
            }
        }
        return named || builtin ? i : kNone;
    }

    bool parse(std::size_t i, LocalDeclaration& d) const
    {
        d.begin = i;
        for (std::size_t after = skip_attribute(s_, i); after != i; after = skip_attribute(s_, i)) i = after;
        d.type = i;
        d.end_of_type = after_type(i);
        if (d.end_of_type == kNone || !keeps_alignment(d.begin, d.type)) return false;
        for (i = d.end_of_type;; ++i) {
            LocalDeclarator one;
            one.begin = i;
            while (one_of(s_.text(i), {"*", "const", "__restrict__", "volatile"})) ++i;
            if (!s_.is_identifier(i) || is_no_type(s_.text(i))) return false;
            one.name = i++;
            one.bounds = i;
            for (; s_.text(i) == "[" && s_[i].match != kNone; i = s_[i].match + 1) {
                one.sized &= s_[i].match != i + 1;
                ++one.rank;
            }
            one.end_of_bounds = i;
            while (i < s_.size() && s_.text(i) != "," && s_.text(i) != ";") {
                if (one_of(s_.text(i), {")", "]", "}"})) return false;
                i = s_[i].match != kNone && s_[i].match > i ? s_[i].match + 1 : i + 1;
            }
            if (i >= s_.size()) return false;
            one.end = i;
            d.declarators.push_back(one);
            if (s_.text(i) == ";") break;
        }
        d.end = i;
        const std::string_view text = rewrite_.source.substr(s_[d.type].begin, s_[d.end].end - s_[d.type].begin);
        return text.find('#') == std::string_view::npos;
    }

    /// The `{` of its initialiser; kNone if it has none, or another.
    std::size_t braces(const LocalDeclarator& one) const
    {
        const std::size_t open = one.end_of_bounds + (s_.text(one.end_of_bounds) == "=");
        return s_.text(open) == "{" && s_[open].match + 1 == one.end ? open : kNone;
    }

    Watched classify(LocalDeclarator& one, const DeviceFunction& f, std::size_t close) const
    {
        if (one.rank == 0 || !one.sized || (one.initialised() && braces(one) == kNone)) return one.kind = Watched::plain;
        for (std::size_t i = one.bounds; i < one.end_of_bounds; ++i)   // a size that is not a constant: g++ allows it
            if (s_.is_identifier(i) && (is_builtin(s_.text(i)) || mentions_parameter(f, s_.text(i)))) return one.kind = Watched::plain;
        const std::string_view name = s_.text(one.name);
        bool only_elements = !for_debugger_ && !in_macros_.contains(name);
        for (std::size_t i = one.end; i < close; ++i) {
            if (s_.text(i) != name || !s_.is_identifier(i) || one_of(s_.text(i - 1), {".", "->", "::"})) continue;
            if (s_.text(i - 1) == "(" && one_of(s_.text(i - 2), {"size", "ssize", "decltype"})) return one.kind = Watched::plain;   // may have to be constant
            if (is_cast(i)) return one.kind = Watched::plain;   // likewise a tile, or it may be stored by functions that return a vector, without a hook
            std::size_t after = i + 1, rank = 0;
            for (; s_.text(after) == "[" && s_[after].match != kNone; after = s_[after].match + 1) ++rank;
            if (rank > 0 && rank < one.rank) return one.kind = Watched::plain;   // a tile in registers, filled row by row: hooks would double a kernel's time
            const bool declared_again = s_.is_identifier(i - 1) && !one_of(s_.text(i - 1), {"return", "else", "case", "do"});
            std::size_t before = i - 1;
            while (s_.text(before) == "(") --before;
            only_elements &= rank >= one.rank && s_.text(before) != "&" && !declared_again;   // &w[4] may be the end of the array
        }
        return one.kind = only_elements ? Watched::checked : Watched::watched;
    }

    /// (float4*)w, (float4*)&w[0], reinterpret_cast<float4*>(w) or reinterpret_cast<float4*>(&w[0]).
    bool is_cast(std::size_t i) const
    {
        const std::size_t before = i - (s_.text(i - 1) == "&");
        if (s_.text(before - 1) == ")") return s_.text(before - 2) == "*";
        return s_.text(before - 1) == "(" && s_.text(before - 2) == ">";
    }

    bool mentions_parameter(const DeviceFunction& f, std::string_view name) const
    {
        for (std::size_t i = f.word; i < f.open; ++i)
            if (s_.text(i) == name && one_of(s_.text(i + 1), {",", ")", "="})) return true;
        return false;
    }

    /// In parentheses, because a template argument ends at a `>`.
    std::string bounds(const LocalDeclarator& one) const
    {
        std::string out;
        for (std::size_t i = one.bounds; i < one.end_of_bounds; i = s_[i].match + 1) out += "[(" + rewrite_.joined(s_, i + 1, s_[i].match) + ")]";
        return out;
    }

    void edit(const LocalDeclaration& d)
    {
        Edits& edits = rewrite_.edits;
        const std::string type = rewrite_.joined(s_, d.type, d.end_of_type);
        const std::string attributes = d.begin == d.type ? "" : rewrite_.joined(s_, d.begin, d.type) + " ";
        std::string names;
        for (const LocalDeclarator& one : d.declarators)
            if (one.kind != Watched::plain)
                names += fmt::format("struct halo_name_{0} {{ static constexpr const char* text() {{ return \"{0}\"; }} }}; ", s_.text(one.name));
        edits.insert(s_[d.begin].begin, names);
        for (std::size_t n = 0; n < d.declarators.size(); ++n) {
            const LocalDeclarator& one = d.declarators[n];
            const std::string name(s_.text(one.name));
            const std::size_t begin = n == 0 ? d.type : one.begin;
            if (one.kind == Watched::plain) {
                if (n > 0) edits.insert(s_[begin].begin, attributes + type + " ");
            } else {
                const bool checked = one.kind == Watched::checked;
                const std::string array = type + " " + rewrite_.joined(s_, one.begin, one.name) + bounds(one);
                edits.replace(s_[begin].begin, s_[one.end_of_bounds - 1].end, (n > 0 ? attributes : "") +
                              (checked ? fmt::format("::halo_engine::{3}Array<halo_name_{0}, {1}, {2}> {0}", name, array, one.rank, one.initialised() ? "Checked" : "Unset")
                                      : fmt::format("::halo_engine::LocalArray<halo_name_{0}, {1}> halo_array_{0}", name, array)));
                if (one.initialised()) {
                    const std::size_t open = braces(one);
                    if (open != one.end_of_bounds) edits.remove(s_[one.end_of_bounds]);
                    edits.insert(s_[open].begin, checked ? "{" : "{{}, ");
                    edits.insert(s_[one.end - 1].end, "}");
                }
            }
            const std::string reference = one.kind == Watched::watched ? fmt::format(" [[maybe_unused]] auto& {0} = halo_array_{0}.array;", name) : "";
            if (one.end == d.end) edits.insert(s_[d.end].end, reference);
            else edits.replace(s_[one.end].begin, s_[one.end].end, ";" + reference);
        }
    }

    Rewrite& rewrite_;
    const Stream& s_;
    const std::vector<Stream>& macros_;
    std::set<std::string_view> in_macros_;   // identifiers that macros of the file use
    const bool for_debugger_;                // elements are printed by gdb, which can't call operator[]
};

}  // namespace

void rewrite_local_arrays(Rewrite& rewrite, const Lexed& lexed, const Functions& functions, bool for_debugger)
{
    LocalArrays arrays(rewrite, lexed, for_debugger);
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        if (f.open < done) continue;   // inside another
        arrays.body(f);
        done = f.close;
    }
}

}  // namespace halo::engine
