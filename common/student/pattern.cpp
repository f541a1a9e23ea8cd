#include "student/pattern.hpp"

#include <array>
#include <stdexcept>

namespace halo::student {

void Pattern::Free::operator()(regex_t* expression) const
{
    regfree(expression);
    delete expression;
}

Pattern::Pattern(const std::string& expression)
{
    auto compiled = std::make_unique<regex_t>();
    if (const int error = regcomp(compiled.get(), expression.c_str(), REG_EXTENDED); error != 0) {
        std::array<char, 200> why{};
        regerror(error, compiled.get(), why.data(), why.size());
        throw std::invalid_argument("the regular expression " + expression + ": " + why.data());
    }
    expression_.reset(compiled.release());
}

bool Pattern::in(const std::string& text) const { return first_group(text).has_value(); }

std::optional<std::string> Pattern::first_group(const std::string& text) const
{
    std::array<regmatch_t, 2> matched{};
    if (regexec(expression_.get(), text.c_str(), matched.size(), matched.data(), 0) != 0) return {};
    const auto& [from, to] = matched[1];
    return from < 0 ? "" : text.substr(std::size_t(from), std::size_t(to - from));
}

}  // namespace halo::student
