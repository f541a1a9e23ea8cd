#include "conditionals.hpp"

#include <cctype>

namespace halo::engine {
namespace {

/// The condition without blanks and comments, as far as it matters here.
std::string squeezed(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size() && out.size() < 64; ++i) {
        if (text[i] == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) break;
        if (!std::isspace(static_cast<unsigned char>(text[i]))) out += text[i];
    }
    return out;
}

bool always_defined(std::string_view name) { return name == "__HALO_CPU__" || name == "__CUDACC__"; }

}  // namespace

Conditionals::Value Conditionals::value(std::string_view name, std::string_view rest)
{
    std::string condition = squeezed(rest);
    if (name == "ifdef") return always_defined(condition) ? Value::yes : Value::unknown;
    if (name == "ifndef") return always_defined(condition) ? Value::no : Value::unknown;

    if (condition == "0" || condition == "false") return Value::no;
    if (condition == "1" || condition == "true") return Value::yes;
    bool negated = false;
    if (condition.starts_with('!')) {
        negated = true;
        condition.erase(0, 1);
    }
    if (!condition.starts_with("defined")) return Value::unknown;
    condition.erase(0, 7);
    if (condition.starts_with('(') && condition.ends_with(')')) condition = condition.substr(1, condition.size() - 2);
    if (!always_defined(condition)) return Value::unknown;
    return negated ? Value::no : Value::yes;
}

bool Conditionals::directive(std::string_view name, std::string_view rest)
{
    if (name == "if" || name == "ifdef" || name == "ifndef") {
        Group group;
        group.parent_dead = dead();
        group.seen = value(name, rest);
        group.dead = group.parent_dead || group.seen == Value::no;
        groups_.push_back(group);
        return true;
    }
    if (name == "elif" || name == "else" || name == "elifdef" || name == "elifndef") {
        if (groups_.empty()) return true;
        Group& group = groups_.back();
        const Value now = name == "elif" ? value("if", rest) : Value::unknown;
        group.dead = group.parent_dead || group.seen == Value::yes || now == Value::no;
        if (now == Value::yes && group.seen == Value::no) group.seen = Value::yes;
        return true;
    }
    if (name == "endif") {
        if (!groups_.empty()) groups_.pop_back();
        return true;
    }
    return false;
}

}  // namespace halo::engine
