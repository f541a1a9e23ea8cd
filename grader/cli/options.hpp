#pragma once
// The options of one command. Hides CLI11, whose header is large: one file includes it.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}

namespace halo::grader::cli {

/// What users type into: every `into` must outlive the parsing. A name with a dash is an option, any other is positional.
class Options {
public:
    explicit Options(CLI::App& app) : app_(app) {}

    Options& text(const char* name, std::string& into, const char* help);
    Options& path(const char* name, std::filesystem::path& into, const char* help);
    Options& number(const char* name, unsigned& into, unsigned least, unsigned most, const char* help);
    Options& seconds(const char* name, double& into, const char* help);
    Options& seed(const char* name, std::optional<std::uint64_t>& into, const char* help);
    Options& flag(const char* name, bool& into, const char* help);
    /// May be repeated; each time one value.
    Options& texts(const char* name, std::vector<std::string>& into, const char* help);
    Options& paths(const char* name, std::vector<std::filesystem::path>& into, const char* help);
    Options& choice(const char* name, std::string& into, std::vector<std::string> of, const char* help);

    // What several commands ask for in the same words.
    /// --out, required: a folder with a ledger.
    Options& ledger(std::filesystem::path& into);
    /// --lab, may be repeated. `default_labs` is what is in brackets: `all`.
    Options& labs(std::vector<std::string>& into, const char* default_labs = "all");
    /// --manifest. Sets `into` to this build's.
    Options& manifest(std::filesystem::path& into);

    /// The last one must be given.
    Options& required();
    /// The last one is for tests and for the queue's tasks: no help shows it.
    Options& hidden();

private:
    Options& last(CLI::Option* option);

    CLI::App& app_;
    CLI::Option* last_ = nullptr;
};

}  // namespace halo::grader::cli
