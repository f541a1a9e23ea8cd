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

/// Joins the arguments from the first pack to the last: a lambda deduces only one.
std::vector<Argument> with_one_pack(const Stream& s, std::vector<Argument> arguments)
{
    const auto pack = [&](const Argument& one) { return is_pack(s, one); };
    const auto first = std::find_if(arguments.begin(), arguments.end(), pack);
    if (first == arguments.end()) return arguments;
    const auto after = std::find_if(arguments.rbegin(), arguments.rend(), pack).base();
    first->end = std::prev(after)->end;
    arguments.erase(std::next(first), after);
    return arguments;
}

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

void capture_arguments(Rewrite& rewrite, const Stream& s, std::size_t open, std::size_t close, const Launched& launched)
{
    std::string call, captures, parameter_pack, passed;
    int number = 0;
    std::size_t parameter = 0;
    rewrite.edits.remove(s[open]);
    for (const Argument& one : with_one_pack(s, split_arguments(s, open, close))) {
        if (one.comma != open) rewrite.edits.remove(s[one.comma]);
        if (!call.empty()) call += ", ";
        if (one.begin == one.end) continue;   // a superfluous comma: g++ reports it
        const bool pack = is_pack(s, one);
        const std::string type = parameter < launched.types.size() ? launched.types[parameter++] : "";
        if (!pack && (!type.empty() || !stays_in_call(s, one))) {
            const std::string name = fmt::format("halo_{}", number++);
            const std::string place = !type.empty() && launched.directives ? at_its_place(rewrite, s[one.begin]) : " ";
            rewrite.edits.insert(s[one.begin].begin, fmt::format("{} {} ={}", type.empty() ? "auto" : type, name, place));
            rewrite.edits.insert(s[one.end - 1].end, "; ");
            call += name;
            captures += ", " + name;   // by value, as a kernel's parameters are; mutable, or g++'s messages would mention const
            continue;
        }
        if (pack) {   // no variable can hold it, and only C++20 can capture it: passed to the lambda
            const std::string name = fmt::format("halo_{}", number++);
            parameter_pack = "auto... " + name;
            passed = ", " + rewrite.joined(s, one.begin, one.end);
            call += name + "...";
        } else {
            call += rewrite.joined(s, one.begin, one.end);
        }
        rewrite.edits.replace(s[one.begin].begin, s[one.end - 1].end, "");
    }
    if (!launched.makes_call) call.clear();
    const std::string body = launched.makes_call ? fmt::format("{}({}); ", launched.callee, call) : std::string();
    rewrite.edits.replace(
        s[close].begin, s[close].end,
        fmt::format("::halo_engine::launch(halo_config, [&{}]({}) mutable {} {{ {}}}{}); }})", captures, parameter_pack, rewrite.unhooked, body, passed));
}

}  // namespace halo::engine
