// Cuts kernels at the barriers in their own bodies, outside every branch and loop, see halo/pieces.hpp:
//
//     a; __syncthreads(); b }   →   a; return ::halo_engine::next_piece(…, [=]() mutable { b }); }
//
// `b` gets copies of the variables that `a` declared. A kernel is left whole, and its threads wait on stacks of their own, unless
// it is certain that nothing notices: that each variable is a number, a small vector or a pointer, that none is known by its
// address, and that no name has another meaning inside the lambda.

#include <algorithm>
#include <set>
#include <vector>

#include "arguments.hpp"
#include "rewrite.hpp"

namespace halo::engine {
namespace {

constexpr std::string_view kNextPiece =
    "return ::halo_engine::next_piece(__COUNTER__, __LINE__, [=]() mutable __attribute__((always_inline)) {";
constexpr std::string_view kEnd = "}); ";
constexpr std::size_t kMostBarriers = 8;   // each is a lambda within the one before

/// float4, uchar2 and the like.
bool is_vector_type(std::string_view word)
{
    if (word.size() < 4 || word.back() < '1' || word.back() > '4') return false;
    word.remove_suffix(1);
    return one_of(word, {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"});
}

bool is_pointer_word(std::string_view word) { return one_of(word, {"*", "const", "__restrict__", "__restrict"}); }

/// Words that may mean something else in a lambda, or that lead out of it.
bool is_word_of_functions(std::string_view word)
{
    return one_of(word, {"goto", "asm", "__asm__", "try", "catch", "throw", "this", "static", "assert", "__func__", "__FUNCTION__",
                         "__PRETTY_FUNCTION__", "alloca", "__builtin_alloca", "decltype", "case", "default"});
}

/// Whether `&` at `i` takes an address, or is part of a type.
bool is_unary(const Stream& s, std::size_t i)
{
    if (i == 0) return true;
    const Token& before = s[i - 1];
    if (before.kind == TokenKind::number) return false;
    return before.kind == TokenKind::identifier ? before.text == "return" : !one_of(before.text, {")", "]"});
}

/// Macros that may contain more than a value.
std::set<std::string_view> unclear_macros(const Lexed& lexed)
{
    std::set<std::string_view> out;
    for (std::size_t known = out.size() + 1; known != out.size();) {
        known = out.size();
        for (const Stream& macro : lexed.macros)
            for (std::size_t i = 0; i < macro.size(); ++i)
                if (one_of(macro.text(i), {";", "{", "}", "return", "#", "__syncthreads", "__shared__", "&"}) || is_word_of_functions(macro.text(i)) ||
                    out.contains(macro.text(i)))
                    out.insert(macro.name);
    }
    return out;
}

class CutKernel {
public:
    CutKernel(const Lexed& lexed, const DeviceFunction& f, const std::set<std::string_view>& unclear)
        : s_(lexed.code), lexed_(lexed), f_(f), unclear_(unclear)
    {
    }

    /// The barriers at which the kernel can be cut; none if it must stay whole.
    std::vector<std::size_t> cuts()
    {
        const bool certain = plain_head() && parameters() && statements() && !barriers_.empty() && barriers_.size() <= kMostBarriers && words();
        return certain ? barriers_ : std::vector<std::size_t>();
    }

private:
    bool plain_head() const
    {
        const Declared declared = declared_after(s_, f_.word);
        if (declared.kind != Declared::function || s_.text(declared.at) != "(" || s_.text(s_[declared.at].match + 1) != "{") return false;
        // A directive in the body, unless it is a #pragma, may leave a barrier out.
        return std::none_of(lexed_.directives.begin(), lexed_.directives.end(), [&](const Directive& d) {
            return d.name != "pragma" && d.begin > s_[f_.open].begin && d.begin < s_[f_.close].begin;
        });
    }

    bool parameters()
    {
        const std::size_t open = declared_after(s_, f_.word).at;
        for (const Argument& one : split_parameters(s_, open, s_[open].match)) {
            for (std::size_t i = one.begin; i < one.end; ++i)
                if (one_of(s_.text(i), {"&", "&&", "[", "(", ".", "..."})) return false;
            const bool named = one.end > one.begin + 1 && s_.is_identifier(one.end - 1) && !is_type_word(s_.text(one.end - 1));
            if (!is_copied_as_bits(one.begin, named ? one.end - 1 : one.end)) return false;
            if (named && !declare(s_.text(one.end - 1))) return false;
        }
        return true;
    }

    static bool is_type_word(std::string_view word) { return is_number_word(word) || is_vector_type(word) || is_pointer_word(word); }

    /// Whether [begin, end) is a pointer, or the type of a number or small vector. A class may have a copy constructor, which no thread runs.
    bool is_copied_as_bits(std::size_t begin, std::size_t end) const
    {
        while (end > begin && is_pointer_word(s_.text(end - 1)) && s_.text(end - 1) != "*") --end;
        if (end > begin && s_.text(end - 1) == "*") return true;
        for (std::size_t i = begin; i < end; ++i)
            if (!one_of(s_.text(i), {"const", "volatile"}) && !is_number_word(s_.text(i)) && !is_vector_type(s_.text(i)) &&
                !one_of(s_.text(i), {"std", "::"}))
                return false;
        return true;
    }

    /// False: the name is known already. In the lambda, it would be another variable's.
    bool declare(std::string_view name) { return names_.insert(name).second; }

    /// The statements of the body itself.
    bool statements()
    {
        for (std::size_t i = f_.open + 1; i < f_.close;) {
            const std::size_t begin = i;
            i = after_statement(i);
            if (i == kNone || i > f_.close) return false;
            if (is_barrier(begin)) {
                if (unset_) return false;   // g++ would warn that its value is copied
                barriers_.push_back(begin);
            } else if (is_simple(begin) && !simple(begin, i - 1)) {
                return false;
            }
        }
        return true;
    }

    bool is_barrier(std::size_t i) const
    {
        return s_.text(i) == "__syncthreads" && s_.text(i + 1) == "(" && s_.text(i + 2) == ")" && s_.text(i + 3) == ";" && s_[i].line == s_[i + 3].line;
    }
    bool is_simple(std::size_t i) const { return !one_of(s_.text(i), {"{", "if", "for", "while", "do", "switch"}); }

    /// The token after the statement that begins at `i`; kNone if its end is not certain.
    std::size_t after_statement(std::size_t i) const
    {
        const std::string_view t = s_.text(i);
        if (t == "{") return s_[i].match == kNone ? kNone : s_[i].match + 1;
        if (t == "do") {
            const std::size_t end = after_statement(i + 1);
            if (end == kNone || s_.text(end) != "while" || s_.text(end + 1) != "(" || s_[end + 1].match == kNone) return kNone;
            return s_.text(s_[end + 1].match + 1) == ";" ? s_[end + 1].match + 2 : kNone;
        }
        if (one_of(t, {"if", "for", "while", "switch"})) {
            const std::size_t open = i + (s_.text(i + 1) == "constexpr" ? 2 : 1);
            if (s_.text(open) != "(" || s_[open].match == kNone) return kNone;
            const std::size_t end = after_statement(s_[open].match + 1);
            return end != kNone && t == "if" && s_.text(end) == "else" ? after_statement(end + 1) : end;
        }
        if (is_barrier(i)) return i + 4;
        for (; i < f_.close && s_.text(i) != ";"; ++i) {
            if (one_of(s_.text(i), {"}", "{", "if", "for", "while", "do", "switch", "else", "__syncthreads"})) return kNone;
            if (s_[i].match != kNone) i = s_[i].match;
        }
        return i < f_.close ? i + 1 : kNone;
    }

    /// A statement [begin, end) without its `;`: an expression, or the declaration of variables that can be copied.
    bool simple(std::size_t begin, std::size_t end)
    {
        if (begin == end) return true;
        for (std::size_t i = begin; i < end; ++i)
            if (s_.text(i) == "__shared__") return shared(begin, end);
        if (one_of(s_.text(begin), {"static_assert", "using", "typedef"})) return true;
        std::size_t i = begin;
        bool number = false, other = false;
        while (one_of(s_.text(i), {"const", "constexpr", "volatile"}) || is_number_word(s_.text(i)) || is_vector_type(s_.text(i))) {
            number |= !one_of(s_.text(i), {"const", "constexpr", "volatile"});
            ++i;
        }
        if (number && one_of(s_.text(i), {"(", "{"})) return false;         // float(x): rarely a statement
        if (!number && s_.is_identifier(i) && s_.text(i + 1) == "*") {      // of an unknown type, only a pointer
            other = true;
            ++i;
        }
        if (number || other) return declarators(i, end, other);
        return i == begin && expression(begin);
    }

    bool shared(std::size_t begin, std::size_t end)
    {
        if (!barriers_.empty()) return false;
        for (std::size_t i = begin; i < end; ++i) {
            if (s_.text(i) == "[" && s_[i].match != kNone) i = s_[i].match;
            else if (s_.is_identifier(i) && one_of(s_.text(i + 1), {"[", ",", ";"})) {
                if (!declare(s_.text(i))) return false;
                shared_.insert(s_.text(i));
            }
        }
        return true;
    }

    bool declarators(std::size_t i, std::size_t end, bool only_one)
    {
        while (i < end) {
            while (is_pointer_word(s_.text(i))) ++i;
            if (!s_.is_identifier(i) || !declare(s_.text(i))) return false;
            ++i;
            if (i < end && !one_of(s_.text(i), {"=", ",", "("})) return false;
            unset_ |= i == end || s_.text(i) == ",";
            while (i < end && s_.text(i) != ",") i = s_[i].match != kNone && s_[i].match > i ? s_[i].match + 1 : i + 1;
            if (i < end && only_one) return false;
            ++i;
        }
        return true;
    }

    /// What can't be a declaration: `a = …`, `a[…]`, `a(…)`, `*a`, `++a`.
    bool expression(std::size_t i) const
    {
        if (one_of(s_.text(i), {"*", "++", "--", "("})) return true;
        if (!s_.is_identifier(i) || is_capital(s_.text(i))) return false;   // a macro may be anything
        while (s_.text(i + 1) == "::" && s_.is_identifier(i + 2)) i += 2;
        return one_of(s_.text(i + 1), {"=", "[", "(", ".", "->", "++", "--", "+=", "-=", "*=", "/=", "&=", "|=", "%", "^", "<", ">"}) &&
               !(s_.text(i + 1) == "<" && s_.text(i + 2) != "<");
    }

    /// The words of the whole body.
    bool words() const
    {
        for (std::size_t i = f_.open + 1; i < f_.close; ++i) {
            const std::string_view t = s_.text(i);
            if (is_word_of_functions(t) || t == "..." || unclear_.contains(t)) return false;
            if (t == "__shared__" && i > barriers_.front()) return false;
            if (t == "&" && is_unary(s_, i) && !addresses_an_element(i + 1)) return false;
        }
        return true;
    }

    /// `&in[…]`, `&in->…`, or the address of a shared variable.
    bool addresses_an_element(std::size_t i) const
    {
        return s_.is_identifier(i) && (one_of(s_.text(i + 1), {"[", "->"}) || shared_.contains(s_.text(i)));
    }

    const Stream& s_;
    const Lexed& lexed_;
    const DeviceFunction& f_;
    const std::set<std::string_view>& unclear_;
    std::set<std::string_view> names_, shared_;   // declared in the body itself
    bool unset_ = false;                          // a variable has no value yet
    std::vector<std::size_t> barriers_;
};

}  // namespace

void rewrite_pieces(Rewrite& rewrite, const Lexed& lexed, const Functions& functions)
{
    const Stream& s = lexed.code;
    const std::set<std::string_view> unclear = unclear_macros(lexed);
    if (std::any_of(lexed.macros.begin(), lexed.macros.end(), [](const Stream& macro) { return macro.name == "__syncthreads"; })) return;
    for (const DeviceFunction& f : functions) {
        if (!f.global) continue;
        const std::vector<std::size_t> cuts = CutKernel(lexed, f, unclear).cuts();
        for (const std::size_t barrier : cuts) {
            rewrite.edits.replace(s[barrier].begin, s[barrier + 3].end, std::string(kNextPiece));
            rewrite.edits.insert(s[f.close].begin, std::string(kEnd));
        }
    }
}

}  // namespace halo::engine
