#pragma once
// The command line of `halo`. One verb and a few options, set by make: a parser library would take longer to compile than
// everything else (CLI11: 7 s of a student's first `make`).

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halo::student {

struct Arguments {
    std::string verb;
    std::map<std::string, std::string, std::less<>> options = {};     ///< without the dashes; a flag has the value ""
    std::vector<std::string> words = {};

    bool has(std::string_view option) const { return options.find(option) != options.end(); }
    std::string get(std::string_view option) const { return has(option) ? options.find(option)->second : ""; }
};

/// The options of a verb, for parsing and for help.
struct Verb {
    std::string_view name;
    std::string_view options;           ///< `--force --order=ORDER`
    std::string_view word;              ///< its positional argument, `FOLDER`; empty: none
    std::string_view summary;
};

/// Throws Refusal for a verb, an option or a word that is not among `verbs`.
Arguments parsed(const std::vector<std::string>& words, const std::vector<Verb>& verbs);

std::string usage(const std::vector<Verb>& verbs);

}  // namespace halo::student
