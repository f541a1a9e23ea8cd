// grader: finds the command, and says how it ended. What a command does is in cli/, everything else in the library.

#include <malloc.h>

#include <csignal>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/wrong_usage.hpp"
#include "machine/errors.hpp"
#include "record/ledger_schema.hpp"
#include "record/ledger_trouble.hpp"

namespace {

using namespace halo::grader;

using Added = std::vector<std::pair<CLI::App*, cli::Run>>;

Added add_commands(CLI::App& app)
{
    Added commands;
    for (const cli::Command& command : cli::commands()) {
        CLI::App* const added = app.add_subcommand(command.name, command.summary);
        if (*command.summary == 0) added->group("");
        cli::Options options(*added);
        commands.emplace_back(added, command.declare(options));
    }
    return commands;
}

/// `grader help`, `grader help run`, `grader help --man`
int help(const CLI::App& app, const Added& commands, const std::string& about)
{
    std::vector<std::string> names;
    for (const auto& [command, run] : commands)
        if (!command->get_group().empty()) names.push_back(command->get_name());
    if (about.empty()) {
        fmt::print("{}", app.help());
    } else if (about == "--man") {
        fmt::print("{}", cli::manual_page(HALO_VERSION));
    } else if (std::ranges::find(names, about) == names.end()) {
        throw cli::no_such_command(about, names);
    } else {
        if (const cli::Topic* const page = cli::topic(about)) fmt::print("{}\n", page->text);
        fmt::print("{}", app.get_subcommand(about)->help());
    }
    return 0;
}

int run(int argc, char** argv)
{
    CLI::App app{"Grades CUDA submissions on a machine without a GPU."};
    app.name("grader");
    app.require_subcommand(1);
    app.footer("grader help COMMAND says more about one, with an example. grader --version\n"
               "Exit code 0: it was done; with run, everything was graded, however badly. 1: wrong usage. 2: the grader's own fault.");
    const Added commands = add_commands(app);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "--version") {
        fmt::print("grader {} (ledger {})\n", HALO_VERSION, record::ledger_schema());
        return 0;
    }
    if (first == "help") return help(app, commands, arguments.size() > 1 ? arguments[1] : "");

    const auto called = std::ranges::find(commands, first, [](const auto& command) { return command.first->get_name(); });
    if (called == commands.end() && first != "--help" && first != "-h") {
        if (first.empty()) throw UsageError({"grader: which command?", "", "grader --help lists the commands"});
        if (first[0] == '-') throw UsageError({fmt::format("grader: a command comes before {}", first), "", "grader --help lists the commands"});
        std::vector<std::string> names{"help"};
        for (const auto& [command, unused] : commands)
            if (!command->get_group().empty()) names.push_back(command->get_name());
        throw cli::no_such_command(first, names);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        throw cli::wrong_usage(error, *called->first, arguments);
    }
    return called->second();
}

}  // namespace

int main(int argc, char** argv)
{
    // Each job is forked, which copies the page tables of all that the heap holds. glibc would keep the room of every large request and answer.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    // A file that may not grow is an error like a full disk. Unlike SIG_IGN, a handler does not outlive an exec: a submission's process still dies of it.
    std::signal(SIGXFSZ, [](int) {});

    try {
        return run(argc, argv);
    } catch (const UsageError& error) {
        fmt::print(stderr, "{}\n", error.what());
        return cli::kUsage;
    } catch (const std::exception& error) {
        const std::string ledger = record::ledger_trouble(error);
        fmt::print(stderr, "{}\n", ledger.empty() ? std::string(error.what()) : ledger);
        return cli::kFault;
    }
}
