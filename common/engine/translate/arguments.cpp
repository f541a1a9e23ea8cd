#include "arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace halo::engine {
namespace {

/// What is separated by commas: expressions, in which `a < b` may compare, or declarations, in which it can't.
enum class Separated { expressions, declarations };

/// The index after `name<…>` at `i` if these are template arguments, whose commas do not separate ours; else `i`.
std::size_t skip_template_id(const Stream& s, std::size_t i, std::size_t end, Separated what)
{
    if (!s.is_identifier(i) || s.text(i + 1) != "<") return i;
    const std::size_t after = skip_template_arguments(s, i + 1);
    if (after == kNone || after > end) return i;
    if (what == Separated::declarations) return after;
    static constexpr std::string_view followers[] = {"(", ")", "{", "::", ",", "."};
    return std::find(std::begin(followers), std::end(followers), s.text(after)) != std::end(followers) ? after : i;
}

bool is_pack(const Stream& s, const Argument& one) { return one.begin < one.end && s.text(one.end - 1) == "..."; }

/// `0`, `-1.5f`, `"text"`, `NULL`, `{n, 2}`: must be written in the call itself.
bool stays_in_call(const Stream& s, const Argument& one)
{
    if (s.text(one.begin) == "{") return true;
    for (std::size_t i = one.begin; i < one.end; ++i) {
        const std::string_view t = s.text(i);
        if (s.is_identifier(i) && t != "NULL" && t != "nullptr" && t != "true" && t != "false") return false;
        if (t == "{" || t == "[" || t.find('\n') != t.npos) return false;   // a raw string must keep its lines
    }
    return one.begin < one.end;
}

std::vector<Argument> split(const Stream& s, std::size_t open, std::size_t close, Separated what)
{
    std::vector<Argument> out;
    if (open + 1 >= close) return out;
    out.push_back({open, open + 1, close});
    for (std::size_t i = open + 1; i < close; ++i) {
        if (const std::size_t after = skip_template_id(s, i, close, what); after != i) i = after - 1;
        else if (s[i].match != kNone && s[i].match > i) i = s[i].match;
        else if (s.text(i) == ",") {
            out.back().end = i;
            out.push_back({i, i + 1, close});
        }
    }
    return out;
}

}  // namespace

std::vector<Argument> split_arguments(const Stream& s, std::size_t open, std::size_t close) { return split(s, open, close, Separated::expressions); }

std::vector<Argument> split_parameters(const Stream& s, std::size_t open, std::size_t close) { return split(s, open, close, Separated::declarations); }

std::string at_its_place(const Rewrite& rewrite, const Token& token)
{
    const std::size_t line = rewrite.source.find_last_of('\n', token.begin) + 1;      // npos + 1 is 0
    std::string indent(rewrite.source.substr(line, token.begin - line));
    for (char& c : indent)
        if (c != '\t') c = ' ';
    return fmt::format("\n#line {}\n{}", token.line, indent);
}

void capture_arguments(Rewrite& rewrite, const Stream& s, std::size_t open, std::size_t close, const std::string& callee,
                       const std::vector<std::string>& types)
{
    const std::vector<Argument> arguments = split_arguments(s, open, close);
    const auto pack = [&](const Argument& one) { return is_pack(s, one); };
    const auto first_pack = std::find_if(arguments.begin(), arguments.end(), pack);
    const auto after_packs = std::find_if(arguments.rbegin(), arguments.rend(), pack).base();
    std::string call, kept, parameters, passed;
    const auto pass = [&](std::string& list, const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
    int number = 0;
    const auto next_name = [&] { return fmt::format("halo_{}", number++); };
    rewrite.edits.replace(s[open].begin, s[open].end, "[&");
    for (auto one = arguments.begin(); one != arguments.end(); ++one) {
        if (one->comma != open) rewrite.edits.remove(s[one->comma]);
        if (one->begin == one->end) continue;   // a superfluous comma: g++ reports it
        // From the first pack to the last: only C++20 can capture one, so they are passed to the lambda, which deduces only one.
        const bool in_packs = first_pack <= one && one < after_packs;
        if (in_packs) {
            const std::size_t end = pack(*one) ? one->end - 1 : one->end;
            passed += fmt::format(", ::halo_engine::argument({}){}", rewrite.joined(s, one->begin, end), pack(*one) ? "..." : "");
        }
        if (one == first_pack) {
            const std::string name = next_name();
            parameters = "auto&... " + name;
            pass(call, name + "()...");
            pass(kept, name + "...");
        }
        if (!in_packs && !stays_in_call(s, *one)) {
            const std::string name = next_name();
            const auto index = std::size_t(one - arguments.begin());
            const std::string type = index < types.size() && !types[index].empty() ? "<" + types[index] + ">" : "";
            rewrite.edits.insert(s[one->begin].begin, fmt::format(", {} = ::halo_engine::argument{}(", name, type));
            rewrite.edits.insert(s[one->end - 1].end, ")");
            pass(call, name + "()");
            pass(kept, name);
            continue;
        }
        if (!in_packs) pass(call, rewrite.joined(s, one->begin, one->end));
        rewrite.edits.replace(s[one->begin].begin, s[one->end - 1].end, "");
    }
    if (callee.empty()) call.clear();
    else call = fmt::format("{}({}){}; ", callee, call, kept.empty() ? "" : fmt::format(", ::halo_engine::keep_parameters({})", kept));
    rewrite.edits.replace(s[close].begin, s[close].end, fmt::format("]({}) mutable {} {{ {}}}{})", parameters, rewrite.unhooked, call, passed));
}

}  // namespace halo::engine
