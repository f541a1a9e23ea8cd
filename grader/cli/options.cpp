#include "cli/options.hpp"

#include <CLI/CLI.hpp>

namespace halo::grader::cli {

Options& Options::last(CLI::Option* option)
{
    last_ = option;
    return *this;
}

Options& Options::text(const char* name, std::string& into, const char* help) { return last(app_.add_option(name, into, help)); }
Options& Options::path(const char* name, std::filesystem::path& into, const char* help) { return last(app_.add_option(name, into, help)); }

Options& Options::number(const char* name, unsigned& into, unsigned least, unsigned most, const char* help)
{
    return last(app_.add_option(name, into, help)->check(CLI::Range(least, most)));
}

Options& Options::seconds(const char* name, double& into, const char* help) { return last(app_.add_option(name, into, help)); }
Options& Options::seed(const char* name, std::optional<std::uint64_t>& into, const char* help) { return last(app_.add_option(name, into, help)); }
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
    return last(app_.add_option(name, into, help)->check(CLI::IsMember(std::move(of))));
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
