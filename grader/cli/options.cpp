#include "cli/options.hpp"

#include <algorithm>
#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/errors.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::cli {
namespace {

/// A whole number or a decimal one, all of it.
template <class Number>
std::optional<Number> number_of(const std::string& text)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

[[noreturn]] void refuse(const char* name, const std::string& value, const std::string& wanted, const std::string& meant = "")
{
    throw UsageError({fmt::format("grader: {} {} is not {}", name, printable(value), wanted), meant.empty() ? "" : fmt::format("did you mean {}?", meant), "correct it, or leave the option out"});
}

}  // namespace

Options& Options::last(CLI::Option* option)
{
    last_ = option;
    return *this;
}

Options& Options::text(const char* name, std::string& into, const char* help) { return last(app_.add_option(name, into, help)); }
Options& Options::path(const char* name, std::filesystem::path& into, const char* help) { return last(app_.add_option(name, into, help)); }

Options& Options::number(const char* name, unsigned& into, unsigned least, unsigned most, const char* help)
{
    const auto check = [=](const std::string& value) {
        const auto number = number_of<unsigned>(value);
        if (!number || *number < least || *number > most) refuse(name, value, fmt::format("a whole number from {} to {}", least, most));
        return std::string();
    };
    return last(app_.add_option(name, into, help)->check(check));
}

Options& Options::seconds(const char* name, double& into, const char* help)
{
    const auto check = [=](const std::string& value) {
        if (!number_of<double>(value)) refuse(name, value, "a number of seconds");
        return std::string();
    };
    return last(app_.add_option(name, into, help)->check(check));
}

Options& Options::seed(const char* name, std::optional<std::uint64_t>& into, const char* help)
{
    const auto check = [=](const std::string& value) {
        if (!number_of<std::uint64_t>(value)) refuse(name, value, "a whole number");
        return std::string();
    };
    return last(app_.add_option(name, into, help)->check(check));
}

Options& Options::flag(const char* name, bool& into, const char* help) { return last(app_.add_flag(name, into, help)); }

Options& Options::texts(const char* name, std::vector<std::string>& into, const char* help)
{
    CLI::Option* option = app_.add_option(name, into, help);
    if (name[0] == '-') option->allow_extra_args(false);
    return last(option);
}

Options& Options::paths(const char* name, std::vector<std::filesystem::path>& into, const char* help)
{
    CLI::Option* option = app_.add_option(name, into, help);
    if (name[0] == '-') option->allow_extra_args(false);
    return last(option);
}

Options& Options::choice(const char* name, std::string& into, std::vector<std::string> of, const char* help)
{
    const auto check = [name, of = std::move(of)](const std::string& value) {
        if (std::ranges::find(of, value) == of.end()) refuse(name, value, fmt::format("one of {}", fmt::join(of, ", ")), nearest(value, of));
        return std::string();
    };
    return last(app_.add_option(name, into, help)->check(check));
}

Options& Options::ledger(std::filesystem::path& into) { return path("--out", into, "The folder that grader run wrote").required(); }

Options& Options::labs(std::vector<std::string>& into, const char* default_labs)
{
    return texts("--lab", into, fmt::format("Only this lab: 07, conv2d_tiled or 07_conv2d_tiled; may be repeated [{}]", default_labs).c_str());
}

Options& Options::manifest(std::filesystem::path& into)
{
    into = HALO_MANIFEST;
    return path("--manifest", into, "Which build of the labs to use [this one]");
}

Options& Options::required()
{
    last_->required();
    return *this;
}

Options& Options::hidden()
{
    last_->group("");
    return *this;
}

}  // namespace halo::grader::cli
