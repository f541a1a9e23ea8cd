#include "brackets.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace halo::engine {
namespace {

constexpr std::size_t kDeepest = 1000;      // deeper nesting than g++ accepts
constexpr std::size_t kDeepestIf = 200;

char closer(std::string_view opener)
{
    return opener == "(" ? ')' : opener == "[" ? ']' : '}';
}

/// The indentation of the line that contains `at`; nullopt if `first` is set and `at` is not the line's first token.
std::optional<std::string_view> indentation(std::string_view source, std::size_t at, bool first)
{
    const std::size_t line = source.rfind('\n', at) + 1;      // npos + 1 is 0
    const std::size_t word = std::min(source.find_first_not_of(" \t", line), source.size());
    if (first && word != at) return std::nullopt;
    return source.substr(line, word - line);
}

struct Matcher {
    Stream& stream;
    std::string_view source{};
    std::vector<std::size_t> open{};
    std::optional<Refusal> problem{};
    std::optional<Refusal> guess{};     ///< the first `}` indented differently from its `{`; reported if braces don't match

    void refuse(std::size_t at, std::string what, std::string where, std::string advice)
    {
        if (!problem) problem = Refusal{stream[at].line, std::move(what), std::move(where), std::move(advice)};
    }

    void never_closed(std::size_t i)
    {
        const Token& opener = stream[i];
        const std::string line = source_line(source, opener.line);
        const std::size_t comment = line.find("//");
        const bool in_comment = comment != std::string::npos && line.find(closer(opener.text), comment) != std::string::npos;
        refuse(i, fmt::format("this `{}` is never closed", opener.text), line,
               in_comment ? std::string("// begins a comment, and the closing one is in it; / divides") : fmt::format("add the missing `{}`", closer(opener.text)));
    }

    /// Even where a brace is missing, the indentation usually shows where it belongs.
    void compare_indentation(std::size_t opener, std::size_t brace)
    {
        if (source.empty() || stream[opener].line == stream[brace].line) return;
        const auto here = indentation(source, stream[brace].begin, true);
        auto left = indentation(source, stream[opener].begin, true);
        if (!left) {                                            // for (…; ↵ …) {
            const bool header = stream.text(opener - 1) == ")" && stream[opener - 1].match != kNone;
            left = indentation(source, stream[header ? stream[opener - 1].match : opener].begin, false);
        }
        if (!here || *here == *left) return;
        if (left->starts_with(*here))
            guess = Refusal{stream[opener].line, "this `{` is never closed", source_line(source, stream[opener].line),
                            fmt::format("add the missing `}}`; the one in line {} is indented too little to match it", stream[brace].line)};
        else if (here->starts_with(*left))
            guess = Refusal{stream[brace].line, "this `}` closes nothing",
                            fmt::format("the open `{{` in line {} is indented less", stream[opener].line),
                            "remove the `}`, or look for the bracket that should open it"};
    }

    void token(std::size_t i)
    {
        Token& t = stream.tokens[i];
        if (t.kind != TokenKind::punctuation || t.text.size() != 1) return;
        switch (t.text[0]) {
        case '(': case '[': case '{':
            if (open.size() >= kDeepest) {
                refuse(i, "brackets are nested more than 1000 deep", fmt::format("the `{}` in this line", t.text),
                       "close the brackets that are open, or split the expression");
                return;
            }
            open.push_back(i);
            return;
        case ')': case ']': case '}':
            if (open.empty()) {
                refuse(i, fmt::format("this `{}` closes nothing", t.text), "no bracket is open here",
                       fmt::format("remove the `{}`, or look for the bracket that should open it", t.text));
                return;
            }
            if (const Token& opener = stream[open.back()]; closer(opener.text) != t.text[0]) {
                if (t.text == "}") never_closed(open.back());
                refuse(i, fmt::format("this `{}` does not match the open `{}`", t.text, opener.text),
                       fmt::format("the `{}` in line {} is still open", opener.text, opener.line),
                       fmt::format("close it with `{}` first", closer(opener.text)));
                return;
            }
            if (t.text == "}" && !guess) compare_indentation(open.back(), i);
            t.match = open.back();
            stream.tokens[open.back()].match = i;
            open.pop_back();
            return;
        default: return;
        }
    }
};

struct Branches {
    std::vector<std::size_t> before;                  // brackets open at the #if
    std::optional<std::vector<std::size_t>> after;   // brackets open at the end of the group that counts
    Compiled now{};
    bool sure = false;                                // the group that counts is certainly compiled
};

/// The conditionals around the current token, and the open brackets in each of their groups.
class Nest {
public:
    explicit Nest(Matcher& matcher) : matcher_(matcher) {}

    void pass(const ConditionalMark& mark)
    {
        if (mark.kind == ConditionalMark::open) {
            if (deeper_ > 0 || around_.size() >= kDeepestIf) ++deeper_;
            else around_.push_back({matcher_.open, {}, mark.group, false});
        } else if (deeper_ > 0) {
            if (mark.kind == ConditionalMark::close) --deeper_;
        } else if (!around_.empty()) {
            end_group(around_.back());
            if (mark.kind == ConditionalMark::middle) {
                around_.back().now = mark.group;
                matcher_.open = around_.back().before;
            } else {
                matcher_.open = around_.back().after.value_or(around_.back().before);
                around_.pop_back();
            }
        }
    }

    /// Whether the current code may or may not be compiled.
    bool unknown() const
    {
        return deeper_ > 0 ||
               std::any_of(around_.begin(), around_.end(), [](const Branches& b) { return b.now == Compiled::unknown; });
    }
    bool uneven() const { return uneven_; }   ///< a group that may or may not be compiled changes which brackets are open

private:
    /// The certainly compiled group counts; if there is none, the first that may be compiled.
    void end_group(Branches& branches)
    {
        if (branches.now == Compiled::never) return;
        if (branches.now == Compiled::unknown && matcher_.open != branches.before) uneven_ = true;
        if (branches.now == Compiled::unknown ? !branches.after : !branches.sure) branches.after = matcher_.open;
        if (branches.now == Compiled::always) branches.sure = true;
    }

    Matcher& matcher_;
    std::vector<Branches> around_;
    std::size_t deeper_ = 0;   // nested #ifs beyond kDeepestIf
    bool uneven_ = false;
};

}  // namespace

std::optional<Refusal> match_brackets(Stream& stream, const std::vector<ConditionalMark>& marks, bool certain,
                                      std::string_view source)
{
    Matcher matcher{stream, source};
    Nest nest(matcher);
    auto mark = marks.begin();
    for (std::size_t i = 0; i <= stream.size(); ++i) {
        for (; mark != marks.end() && mark->before == i; ++mark) nest.pass(*mark);
        if (i == stream.size()) break;
        const bool in_order = !matcher.problem;
        matcher.token(i);
        if (in_order && matcher.problem && nest.unknown()) certain = false;
    }
    if (!certain || nest.uneven()) return std::nullopt;
    const bool braces = matcher.problem ? matcher.problem->what == "this `}` closes nothing"
                                        : !matcher.open.empty() && stream[matcher.open.back()].text == "{";
    if (braces && matcher.guess) return matcher.guess;
    if (!matcher.problem && !matcher.open.empty()) matcher.never_closed(matcher.open.back());
    return matcher.problem;
}

bool match_brackets(Stream& macro)
{
    Matcher matcher{macro};
    for (std::size_t i = 0; i < macro.size(); ++i) matcher.token(i);
    return !matcher.problem && matcher.open.empty();
}

}  // namespace halo::engine
