#include "student/arguments.hpp"

#include <fmt/core.h>

#include "student/fault.hpp"
#include "student/text.hpp"

namespace halo::student {
namespace {

constexpr std::string_view kBuild = "--build=FOLDER";       // accepted by every verb

[[noreturn]] void refuse(const std::string& headline, const std::string& where)
{
    throw Refusal({headline, where, "halo --help; in a lab, make help lists what make does"});
}

/// `--order=reverse` matches `--order=ORDER`, and `--force` matches `--force`.
bool matches(std::string_view given, std::string_view form)
{
    const std::size_t equals = form.find('=');
    return equals == std::string_view::npos ? given == form : given.substr(0, equals + 1) == form.substr(0, equals + 1);
}

const Verb& verb_named(std::string_view name, const std::vector<Verb>& verbs)
{
    for (const Verb& verb : verbs)
        if (verb.name == name) return verb;
    refuse(fmt::format("halo has no command `{}`", name), "the command line");
}

}  // namespace

Arguments parsed(const std::vector<std::string>& words, const std::vector<Verb>& verbs)
{
    if (words.empty()) refuse("halo needs a command", "the command line");
    const Verb& verb = verb_named(words.front(), verbs);
    Arguments arguments{words.front()};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (!word.starts_with("--")) {
            if (verb.word.empty() || !arguments.words.empty())
                refuse(fmt::format("`{}` is one argument too many", word), "halo " + arguments.verb);
            arguments.words.emplace_back(word);
            continue;
        }
        bool known = matches(word, kBuild);
        for (const std::string_view form : words_of(verb.options)) known |= matches(word, form);
        if (!known) refuse(fmt::format("halo {} has no option `{}`", verb.name, word), "the command line");
        const std::size_t equals = word.find('=');
        const bool flag = equals == std::string_view::npos;
        arguments.options[std::string(word.substr(2, flag ? equals : equals - 2))] = flag ? "" : word.substr(equals + 1);
    }
    return arguments;
}

std::string usage(const std::vector<Verb>& verbs)
{
    std::string text = "What make does in a lab. Run it there, or in labs/.\n\n";
    for (const Verb& verb : verbs) {
        const std::string form = fmt::format("{} {}", verb.name, verb.word);
        text += fmt::format("  halo {:<16} {}\n", form, verb.summary);
        if (!verb.options.empty()) text += fmt::format("  {:<21} {}\n", "", verb.options);
    }
    return text + fmt::format("\n{} names Meson's build folder, for all commands (by default the one that this program is in).\n"
                              "Exit code: 0 passed or shown; 1 the next step is yours; 2 a fault of the workbook.\n", kBuild);
}

}  // namespace halo::student
