// Adds a `Loop` object to each loop of device code, so that the engine knows in which iteration an access happens.
//
//     for (a; b; c) x      →   switch (Loop halo_loop{}) default: for (a; b; c, halo_loop.turn()) x
//     while (a) { x }      →   switch (Loop halo_loop{}) default: while (a) { halo_loop.turn(); x }
//
// Loops in macros get one, too, because device code may use them: `#define FOR_ROWS(k) for (int k = 0; k < kRows; ++k)`.
//
// Insertions come after the student's own text in a line, so that the columns in g++'s messages are right. A switch is
// used because it takes a declaration, cannot capture an `else`, and leaves `break` and `continue` to the loop. Where no
// statement may begin, nothing is inserted, so that g++ reports a missing `;` before the `for` itself.

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "rewrite.hpp"

namespace halo::engine {
namespace {

constexpr std::string_view kLoop = "switch (::halo_engine::Loop halo_loop{}) default: ";
constexpr std::string_view kConstexprLoop = "switch (::halo_engine::ConstexprLoop halo_loop{}) default: ";
constexpr std::string_view kTurn = "halo_loop.turn()";

bool is_type_word(std::string_view word)
{
    return one_of(word, {"auto", "const", "volatile", "bool", "char", "short", "int", "long", "unsigned", "signed", "float",
                         "double", "struct", "class", "union", "enum", "typename", "decltype", "static", "constexpr"});
}

/// Whether the condition [begin, end) declares a variable. Then nothing may be inserted before it.
bool declares(const Stream& s, std::size_t begin, std::size_t end)
{
    if (is_type_word(s.text(begin)) && s.text(begin + 1) != "(" && s.text(begin + 1) != "{") return true;
    if (s.is_identifier(begin) && s.is_identifier(begin + 1) && begin + 1 < end) return true;   // Type name
    for (std::size_t i = begin; i < end; ++i) {
        if (s.text(i) == "=" && i > begin + 1 && s.is_identifier(i - 1)) {   // Type* name =, A<B> name =
            std::size_t k = i - 2;
            while (k > begin && one_of(s.text(k), {"*", "&", "&&"})) --k;
            return s.text(k) == ">" || (k < i - 2 && s.is_identifier(k));
        }
        if (s[i].match != kNone && s[i].match > i) i = s[i].match;
    }
    return false;
}

/// A pragma for g++ must come directly before its loop. `pragmas`: the tokens directly after one.
bool after_pragma(const Stream& s, std::size_t i, const std::vector<std::size_t>& pragmas)
{
    if (std::binary_search(pragmas.begin(), pragmas.end(), i)) return true;
    if (i == 0 || s.text(i - 1) != ")" || s[i - 1].match == kNone || s[i - 1].match == 0) return false;
    const std::size_t open = s[i - 1].match;
    const std::string_view what = s.text(open + 1);
    return s.text(open - 1) == "_Pragma" && (what.starts_with("\"GCC") || what.starts_with("\"omp"));   // others, as "unroll", are ignored
}

class Loops {
public:
    Loops(Rewrite& rewrite, const Stream& s, const std::vector<std::size_t>& pragmas) : rewrite_(rewrite), s_(s), pragmas_(pragmas)
    {
    }

    /// Tokens [begin, end): the body of a function or macro.
    void body(std::size_t begin, std::size_t end, bool is_constexpr)
    {
        loop_ = is_constexpr ? kConstexprLoop : kLoop;
        tail_ = kNone;
        for (std::size_t i = begin; i < end; ++i) {
            const std::string_view t = s_.text(i);
            if (t == "do" && !do_loop(i)) return;
            if (t == "while") while_loop(i);
            if (t == "for") for_loop(i);
        }
    }

private:

    /// Whether a `Loop` can be inserted before the loop at `i`.
    bool may_begin(std::size_t i) const { return !after_pragma(s_, i, pragmas_) && i != tail_ && may_begin_statement(s_, i); }

    /// Inserts in the line above, unless a directive is in between.
    void begin(std::size_t i)
    {
        const std::size_t above = i > 0 ? s_[i - 1].end : 0;
        const std::string_view gap = rewrite_.source.substr(above, s_[i].begin - above);
        const bool up = gap.find('\n') != std::string_view::npos && gap.find('#') == std::string_view::npos;
        if (up) rewrite_.edits.insert(above, " " + std::string(loop_.substr(0, loop_.size() - 1)));
        else rewrite_.edits.insert(s_[i].begin, std::string(loop_));
    }

    void turn_in_body(std::size_t open) { rewrite_.edits.insert(s_[open].end, " " + std::string(kTurn) + ";"); }

    /// False: the end of this loop, and so its `while`, can't be found.
    bool do_loop(std::size_t i)
    {
        std::size_t end = i + 1;
        const bool braces = s_.text(end) == "{";
        if (!braces && one_of(s_.text(end), {"for", "while", "do", "if", "switch", "try"})) return false;
        if (braces) {
            end = s_[end].match;
        } else {
            while (end < s_.size() && s_.text(end) != ";" && s_.text(end) != "}")
                end = s_[end].match != kNone && s_[end].match > end ? s_[end].match + 1 : end + 1;
        }
        if (end == kNone || s_.text(end + 1) != "while" || s_.text(end + 2) != "(" || s_[end + 2].match == kNone) return false;
        tails_.push_back(end + 1);
        const std::size_t open = end + 2;
        if (!braces || !may_begin(i) || open + 1 == s_[open].match || never(open)) return true;
        begin(i);
        turn_in_body(i + 1);
        return true;
    }

    /// Whether a condition is 0, as in the loop around the statements of a macro.
    bool never(std::size_t open) const { return one_of(s_.text(open + 1), {"0", "false"}) && open + 2 == s_[open].match; }

    void while_loop(std::size_t i)
    {
        const std::size_t open = i + 1;
        if (s_.text(open) != "(" || s_[open].match == kNone) return;
        const std::size_t close = s_[open].match;
        const auto tail = std::find(tails_.rbegin(), tails_.rend(), i);
        if (tail != tails_.rend()) {
            tails_.erase(std::next(tail).base());
            tail_ = close + 1;
            return;
        }
        // `while (x);` after the end of a do loop may be an alternative end, in an #else.
        if (tail_ != kNone && tail_ + 1 == i && s_.text(close + 1) == ";") return;
        if (open + 1 == close || !may_begin(i)) return;
        if (s_.text(close + 1) == "{") {
            begin(i);
            turn_in_body(close + 1);
        } else if (!s_.is_macro && !declares(s_, open + 1, close)) {   // a macro may be the end of a do loop
            begin(i);
            rewrite_.edits.insert(s_[open].end, std::string(kTurn) + ", ");
        }
    }

    void for_loop(std::size_t i)
    {
        const std::size_t open = i + 1;
        if (s_.text(open) != "(" || s_[open].match == kNone || !may_begin(i)) return;
        const std::size_t close = s_[open].match;
        std::vector<std::size_t> semicolons;
        for (std::size_t k = open + 1; k < close; ++k) {
            if (s_.text(k) == ";") semicolons.push_back(k);
            if (s_[k].match != kNone && s_[k].match > k) k = s_[k].match;
        }
        if (semicolons.size() == 2) {
            begin(i);
            rewrite_.edits.insert(s_[close - 1].end, (semicolons[1] + 1 == close ? " " : ", ") + std::string(kTurn));
        } else if (semicolons.size() < 2 && s_.text(close + 1) == "{") {   // for (T x : range), for (MACRO)
            begin(i);
            turn_in_body(close + 1);
        }
    }

    Rewrite& rewrite_;
    const Stream& s_;
    const std::vector<std::size_t>& pragmas_;   // tokens directly after a pragma
    std::string_view loop_;
    std::vector<std::size_t> tails_;            // the `while` of each enclosing do loop
    std::size_t tail_ = kNone;                  // the `;` at the end of the last do loop
};

/// The body of the function that is declared constexpr at `i`: its { and }, or kNone twice.
std::pair<std::size_t, std::size_t> constexpr_body(const Stream& s, std::size_t i)
{
    while (i < s.size() && !one_of(s.text(i), {"{", ";", "="})) i = s[i].match != kNone && s[i].match > i ? s[i].match + 1 : i + 1;
    return s.text(i) == "{" && s[i].match != kNone ? std::pair(i, s[i].match) : std::pair(kNone, kNone);
}

/// Macros whose loops are left alone: this file uses them where no statement may begin, directly after a pragma, or in a
/// constexpr function, where older standards allow no Loop.
std::set<std::string_view> unsuitable_macros(const Lexed& lexed)
{
    const Stream& s = lexed.code;
    std::set<std::string_view> all, out;
    for (const Stream& macro : lexed.macros) all.insert(macro.name);
    std::size_t open = kNone, close = kNone;   // of the last constexpr function
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.text(i) == "constexpr" && (close == kNone || i > close)) std::tie(open, close) = constexpr_body(s, i);
        if (!all.contains(s.text(i))) continue;
        const bool in_constexpr = open != kNone && open < i && i < close;
        if (in_constexpr || after_pragma(s, i, lexed.pragmas) || !may_begin_statement(s, i)) out.insert(s.text(i));
    }
    for (std::size_t known = 0; known != out.size();) {   // and the macros that they use
        known = out.size();
        for (const Stream& macro : lexed.macros)
            for (std::size_t i = 0; out.contains(macro.name) && i < macro.size(); ++i)
                if (all.contains(macro.text(i))) out.insert(macro.text(i));
    }
    return out;
}

void rewrite_loops_in_macros(Rewrite& rewrite, const Lexed& lexed)
{
    if (lexed.macros.empty() || jumps_into_blocks(lexed.code, 0, lexed.code.size())) return;
    const std::set<std::string_view> unsuitable = unsuitable_macros(lexed);
    for (const Stream& macro : lexed.macros)
        if (!unsuitable.contains(macro.name)) Loops(rewrite, macro, {}).body(0, macro.size(), false);
}

}  // namespace

void rewrite_loops(Rewrite& rewrite, const Lexed& lexed, const Functions& functions)
{
    Loops loops(rewrite, lexed.code, lexed.pragmas);
    std::size_t done = 0;
    for (const DeviceFunction& f : functions) {
        if (f.open < done) continue;   // inside another
        if (!jumps_into_blocks(lexed.code, f.open + 1, f.close)) loops.body(f.open + 1, f.close, is_constexpr(lexed.code, f));
        done = f.close;
    }
    rewrite_loops_in_macros(rewrite, lexed);
}

}  // namespace halo::engine
