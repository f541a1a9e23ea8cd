// Shifts, and conversions of floating-point numbers to integers, in device code: see headers/halo/arithmetic.hpp.
//
// What cannot be out of range stays as it is: a shift by a literal, a conversion of an expression that names nothing of a floating type.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arguments.hpp"

namespace halo::engine {
namespace {

bool is_integer_word(std::string_view word)
{
    return is_number_word(word) && !one_of(word, {"bool", "float", "double", "dim3"});
}

bool is_floating_word(std::string_view word)
{
    return one_of(word, {"float", "double", "half", "__half", "float2", "float3", "float4", "double2", "auto"});
}

bool is_floating_literal(const Token& t)
{
    if (t.kind != TokenKind::number || t.text.starts_with("0x") || t.text.starts_with("0X")) return false;
    return t.text.find_first_of(".eEfF") != t.text.npos;
}

/// Functions of the library whose names alone tell that they return a floating-point number.
bool is_mathematical(std::string_view word)
{
    return one_of(word, {"floor", "ceil", "round", "rint", "nearbyint", "trunc", "sqrt", "rsqrt", "fabs", "exp", "exp2", "log", "log2", "log10", "pow", "sin", "cos",
                         "tan", "atan2", "hypot", "fmod", "fmin", "fmax", "fma", "tex1D", "tex1Dfetch", "tex2D", "tex3D", "curand_uniform", "__saturatef"}) ||
           (word.size() > 4 && word.ends_with('f') && word != "printf");
}

class Arithmetic {
public:
    Arithmetic(Rewrite& rewrite, const Lexed& lexed) : rewrite_(rewrite), s_(lexed.code), macros_(lexed.macros) {}

    void shifts(std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i + 2 < end; ++i) {
            if (is_launch(s_, i)) return;
            if (s_.text(i) == "<" && !is_shift(i)) {
                const std::size_t after = s_.is_identifier(i - 1) ? skip_template_arguments(s_, i) : kNone;
                if (after != kNone) i = after - 1;
                continue;
            }
            if (!is_shift(i) || s_.text(i - 1) == "operator") continue;
            const std::string_view one = s_.text(i);
            i += 2;
            const bool literal = s_[i].kind == TokenKind::number || s_[i].kind == TokenKind::string;
            if (literal || s_.text(i) == "std" || one_of(s_.text(i), {">", "<", ")", ",", ";"})) continue;
            insert(i, fmt::format("::halo_engine::by {}{} ", one, one));
        }
    }

    /// The names that are declared with a floating type outside functions.
    void note_floating()
    {
        const std::vector<bool> in_block = tokens_in_blocks(s_);
        for (std::size_t i = 0; i < s_.size(); ++i) {
            if (s_.text(i) == "typename" || s_.text(i) == "class") types_.insert(s_.text(i + 1));
            if (!in_block[i]) note_floating(i, names_);
        }
    }

    void conversions(std::size_t begin, std::size_t end)
    {
        own_names_.clear();
        for (std::size_t i = head_of(begin); i < end; ++i) note_floating(i, own_names_);
        note_integers(begin, end);
        for (std::size_t i = begin; i < end; ++i) {
            if (s_.text(i) == "(") c_cast(i);
            else if (s_.text(i) == "static_cast") static_cast_at(i);
            else if (is_integer_word(s_.text(i))) i = type_at(i);
            else if (s_.text(i) == "=") assignment(i);
        }
    }

private:
    /// Adds text before a token, which keeps its line and column.
    void insert(std::size_t next, std::string text)
    {
        if (!in_macro(next)) text += at_its_place(rewrite_, s_[next]);
        rewrite_.edits.insert(s_[next].begin, std::move(text));
    }

    /// Whether the token is in the arguments of what may be a macro, where a directive may not be.
    bool in_macro(std::size_t token) const
    {
        for (std::size_t i = token; i-- > 1 && !one_of(s_.text(i), {";", "{", "}"});) {
            if (s_.text(i) != "(" || s_[i].match == kNone || s_[i].match < token || !s_.is_identifier(i - 1)) continue;
            const std::string_view name = s_.text(i - 1);
            if (is_capital(name) || name == "assert" || name.starts_with("__")) return true;
            if (std::ranges::any_of(macros_, [&](const Stream& macro) { return macro.name == name; })) return true;
        }
        return false;
    }

    /// Where the function begins whose body begins at `body`.
    std::size_t head_of(std::size_t body) const
    {
        while (body > 0 && !one_of(s_.text(body - 1), {";", "}"})) --body;
        return body;
    }

    void note_floating(std::size_t i, std::set<std::string_view>& names)
    {
        if (!is_floating_word(s_.text(i)) && !types_.contains(s_.text(i))) return;
        for (std::size_t k = i + 1; k < s_.size() && !one_of(s_.text(k), {";", "{", "}", ")", "="}); ++k) {
            if (s_.text(k) == "(" && !one_of(s_.text(k + 1), {"*", "&"})) break;
            if (s_.text(k) == "," && s_.text(k + 1) != "*" && !one_of(s_.text(k + 2), {",", "=", ";", "[", ")", "{"})) break;   // the next parameter
            if (s_.text(k) == "[" && s_[k].match != kNone) k = s_[k].match;
            else if (s_.is_identifier(k) && !is_number_word(s_.text(k)) && s_.text(k) != "const") names.insert(s_.text(k));
        }
    }

    /// `<<` or `>>`, neither part of `<<<` nor of `<<=`.
    bool is_shift(std::size_t i) const
    {
        return i > 0 && (s_.adjacent(i, "<<") || s_.adjacent(i, ">>")) && s_.text(i + 2) != s_.text(i) && s_.text(i - 1) != s_.text(i);
    }

    /// Whether the expression [begin, end) may have a floating type.
    bool may_be_floating(std::size_t begin, std::size_t end) const
    {
        for (std::size_t i = begin; i < end; ++i) {
            const std::string_view word = s_.text(i);
            if (one_of(word, {"sizeof", "size"}) && s_.text(i + 1) == "(" && s_[i + 1].match != kNone) i = s_[i + 1].match;
            else if (is_builtin(word)) i += 2;       // .x
            else if (is_floating_literal(s_[i]) || is_floating_word(word) || names_.contains(word) || own_names_.contains(word) || is_mathematical(word)) return true;
        }
        return false;
    }

    /// The end of the expression from `i` on: a comma, a semicolon, or the bracket that closes it.
    std::size_t expression_end(std::size_t i) const
    {
        for (; i < s_.size() && !one_of(s_.text(i), {",", ";", ")", "]", "}"}); ++i)
            if (s_[i].match != kNone && s_[i].match > i) i = s_[i].match;
        return i;
    }

    /// The end of the operand of a cast: prefixes, a name or brackets, what follows a name.
    std::size_t operand_end(std::size_t i) const
    {
        while (one_of(s_.text(i), {"-", "+", "*", "~", "++", "--"})) ++i;
        for (bool first = true; i < s_.size(); first = false) {
            if (s_.text(i) == "(" || s_.text(i) == "[") {
                if (s_[i].match == kNone) return i;
                i = s_[i].match + 1;
                if (first && (s_.is_identifier(i) || s_.text(i) == "(")) first = true;
            } else if (one_of(s_.text(i), {".", "->", "::"})) ++i;
            else if (s_.text(i) == "<" && skip_template_arguments(s_, i) != kNone) i = skip_template_arguments(s_, i);
            else if ((s_.is_identifier(i) || s_[i].kind == TokenKind::number) && (first || one_of(s_.text(i - 1), {".", "->", "::", ")"}))) ++i;
            else return i;
        }
        return i;
    }

    std::string type_text(std::size_t begin, std::size_t end) const { return rewrite_.joined(s_, begin, end); }

    void convert(std::size_t next, const std::string& type)
    {
        if (s_.text(next) == "{" || !may_be_floating(next, expression_end(next))) return;
        insert(next, fmt::format("::halo_engine::to<{}> = ", type));
    }

    /// `(unsigned char)x`
    void c_cast(std::size_t open)
    {
        const std::size_t close = s_[open].match;
        if (close == kNone || close == open + 1 || (open > 0 && s_.is_identifier(open - 1) && !one_of(s_.text(open - 1), {"return", "else", "case"}))) return;
        for (std::size_t k = open + 1; k < close; ++k)
            if (!is_integer_word(s_.text(k)) && s_.text(k) != "const") return;
        const std::size_t next = close + 1;
        const bool operand = s_.is_identifier(next) || s_[next].kind == TokenKind::number || one_of(s_.text(next), {"(", "-", "+", "*", "::"});
        if (!operand || !may_be_floating(next, operand_end(next))) return;
        insert(next, fmt::format("(::halo_engine::Saturated<{}>)", type_text(open + 1, close)));
    }

    void static_cast_at(std::size_t i)
    {
        const std::size_t after = skip_template_arguments(s_, i + 1);
        if (after == kNone || s_.text(after) != "(" || s_[after].match == kNone) return;
        for (std::size_t k = i + 2; k + 1 < after; ++k)
            if (!is_integer_word(s_.text(k))) return;
        convert(after + 1, type_text(i + 2, after - 1));
    }

    /// `int(x)`, or a declaration: `int i = x, j = y;`. Returns the last token of the type.
    std::size_t type_at(std::size_t i)
    {
        std::size_t end = i;
        while (is_integer_word(s_.text(end))) ++end;
        if (s_.text(end) == "(" && end == i + 1 && s_.text(end + 1) != "*" && s_.text(i - 1) != "<") convert(end + 1, type_text(i, end));
        if (!s_.is_identifier(end)) return end - 1;
        const std::string type = type_text(i, end);
        for (std::size_t k = end; s_.is_identifier(k) && s_.text(k + 1) == "=";) {
            convert(k + 2, type);
            k = expression_end(k + 2);
            if (s_.text(k) != ",") break;
            ++k;
        }
        return end;
    }

    /// Integers, and what points to them, that the function declares.
    void note_integers(std::size_t begin, std::size_t end)
    {
        integers_.clear();
        for (std::size_t i = head_of(begin); i < end; ++i) {
            if (!is_integer_word(s_.text(i))) continue;
            std::size_t after = i;
            while (is_integer_word(s_.text(after))) ++after;
            std::size_t name = after;
            bool pointer = false;
            for (; one_of(s_.text(name), {"*", "const", "__restrict__", "__restrict", "restrict", "&"}); ++name) pointer |= s_.text(name) == "*";
            pointer |= s_.text(name + 1) == "[";
            if (s_.is_identifier(name)) integers_[s_.text(name)] = {type_text(i, after), pointer};
            i = after - 1;
        }
    }

    /// `out[i] = x;`, `*out = x;` and `n = x;`
    void assignment(std::size_t i)
    {
        std::size_t name = i - 1;
        const bool element = s_.text(name) == "]" && s_[name].match != kNone;
        if (element) name = s_[name].match - 1;
        const auto known = integers_.find(s_.text(name));
        if (known == integers_.end() || one_of(s_.text(name - 1), {".", "->", "::"})) return;
        const bool pointed = s_.text(name - 1) == "*";
        if (one_of(s_.text(name - (pointed ? 2 : 1)), {";", "{", "}", ")", "else"}) && known->second.pointer == (element || pointed)) convert(i + 1, known->second.type);
    }

    struct Integer {
        std::string type;
        bool pointer = false;
    };
    Rewrite& rewrite_;
    const Stream& s_;
    const std::vector<Stream>& macros_;
    std::set<std::string_view> types_;      // parameters of templates
    std::set<std::string_view> names_, own_names_;      // that are declared with a floating type: outside functions, in this one
    std::map<std::string_view, Integer> integers_;
};

}  // namespace

void rewrite_arithmetic(Rewrite& rewrite, const Lexed& lexed, const Functions& functions)
{
    Arithmetic arithmetic(rewrite, lexed);
    arithmetic.note_floating();
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        if (f.open < done) continue;
        arithmetic.shifts(f.open, f.close);
        arithmetic.conversions(f.open, f.close);
        done = f.close;
    }
}

}  // namespace halo::engine
