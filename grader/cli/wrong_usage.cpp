#include "cli/wrong_usage.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/help.hpp"
#include "machine/nearest.hpp"
#include "machine/text.hpp"

namespace halo::grader::cli {
namespace {

std::string usage(const CLI::App& command)
{
    const Topic* const page = topic(command.get_name());
    return page == nullptr ? fmt::format("grader {} --help", command.get_name()) : std::string(page->usage());
}

/// `--out`, `SUBMISSIONS`
std::string shown(const CLI::Option& option) { return option.get_name(); }

bool is_option(std::string_view argument) { return argument.size() > 1 && argument[0] == '-'; }

std::vector<std::string> options_of(const CLI::App& command)
{
    std::vector<std::string> all;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            if (!option->get_group().empty()) all.push_back("--" + name);
    return all;
}

Message missing(const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options())
        if (option->get_required() && option->count() == 0)
            return {fmt::format("grader: {}: {} is missing", command.get_name(), shown(*option)), option->get_description().substr(0, option->get_description().find('\n')), usage(command)};
    return {fmt::format("grader: {}: something is missing", command.get_name()), "", usage(command)};
}

Message unexpected(const CLI::App& command)
{
    const auto extras = command.remaining();
    const std::string what = extras.empty() ? "" : extras.front(), word = what.substr(0, what.find('='));
    if (!is_option(what)) return {fmt::format("grader: {}: nothing is expected where {} is", command.get_name(), printable(what)), "", usage(command)};
    const std::string meant = nearest(word, options_of(command));
    return {fmt::format("grader: {} has no option {}", command.get_name(), printable(word)), meant.empty() ? "" : fmt::format("did you mean {}?", meant), fmt::format("grader {} --help lists its options", command.get_name())};
}

/// An option without a value, or with one too many.
Message mismatched(const CLI::App& command, std::span<const std::string> arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!is_option(arguments[i])) continue;
        const CLI::Option* const option = command.get_option_no_throw(arguments[i].substr(0, arguments[i].find('=')));
        if (option == nullptr) continue;
        const bool alone = arguments[i].find('=') == std::string::npos && (i + 1 == arguments.size() || is_option(arguments[i + 1]));
        if (option->get_items_expected_min() > 0 && alone) return {fmt::format("grader: {}: {} needs a value", command.get_name(), shown(*option)), option->get_description(), usage(command)};
        if (option->count() > 1 && option->get_items_expected_max() <= 1)
            return {fmt::format("grader: {}: {} is given {} times", command.get_name(), shown(*option), option->count()), option->get_description(), "give it once"};
    }
    return {fmt::format("grader: {}: an option has too many values, or too few", command.get_name()), "", usage(command)};
}

}  // namespace

UsageError wrong_usage(const CLI::ParseError& error, const CLI::App& command, std::span<const std::string> arguments)
{
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return UsageError(missing(command));
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return UsageError(unexpected(command));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return UsageError(mismatched(command, arguments));
    return UsageError({fmt::format("grader: {}: {}", command.get_name(), printable(error.what())), "", usage(command)});
}

UsageError no_such_command(const std::string& name, const std::vector<std::string>& commands)
{
    const std::string meant = nearest(name, commands);
    return UsageError({fmt::format("grader: there is no command {}", printable(name)), meant.empty() ? "" : fmt::format("did you mean {}?", meant), "grader --help lists the commands"});
}

}  // namespace halo::grader::cli
