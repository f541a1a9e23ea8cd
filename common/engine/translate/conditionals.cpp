#include "conditionals.hpp"

#include <cctype>

namespace halo::engine {
namespace {

/// The start of the condition, without blanks and comments.
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

bool begins_group(std::string_view name)
{
    return name == "if" || name == "ifdef" || name == "ifndef" || name == "elif" || name == "elifdef" || name == "elifndef" ||
           name == "else";
}

bool is_conditional(std::string_view name) { return begins_group(name) || name == "endif"; }

/// The value of the condition alone, regardless of earlier groups.
Compiled Conditionals::value(std::string_view name, std::string_view rest)
{
    if (name == "else") return Compiled::always;
    std::string condition = squeezed(rest);
    if (name.ends_with("ifdef")) return always_defined(condition) ? Compiled::always : Compiled::unknown;
    if (name.ends_with("ifndef")) return always_defined(condition) ? Compiled::never : Compiled::unknown;

    if (condition == "0" || condition == "false") return Compiled::never;
    if (condition == "1" || condition == "true") return Compiled::always;
    bool negated = false;
    if (condition.starts_with('!')) {
        negated = true;
        condition.erase(0, 1);
    }
    if (!condition.starts_with("defined")) return Compiled::unknown;
    condition.erase(0, 7);
    if (condition.starts_with('(') && condition.ends_with(')')) condition = condition.substr(1, condition.size() - 2);
    if (!always_defined(condition)) return Compiled::unknown;
    return negated ? Compiled::never : Compiled::always;
}

void Conditionals::directive(std::string_view name, std::string_view rest, bool guard)
{
    if (name == "endif") {
        if (!groups_.empty()) groups_.pop_back();
        return;
    }
    const Compiled known = seen_ < known_.size() ? known_[seen_] : Compiled::unknown;
    ++seen_;
    if (name.starts_with("if")) groups_.push_back({dead(), certain(), Compiled::never, Compiled::unknown});
    if (groups_.empty()) return;   // an #else without #if: g++ reports it

    Group& group = groups_.back();
    const Compiled condition = guard ? Compiled::always : value(name, rest);
    if (group.earlier == Compiled::always || condition == Compiled::never) group.now = Compiled::never;
    else group.now = group.earlier == Compiled::never ? condition : Compiled::unknown;
    if (known != Compiled::unknown) group.now = known;

    if (condition == Compiled::always || group.now == Compiled::always) group.earlier = Compiled::always;
    else if (group.earlier == Compiled::never && group.now != Compiled::never) group.earlier = Compiled::unknown;
}

}  // namespace halo::engine
