// grader: finds the command, and says how it ended. What a command does is in cli/, everything else in the library.

#include <malloc.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "errors.hpp"

int main(int argc, char** argv)
{
    using namespace halo::grader;

    // Each job is forked, which copies the page tables of all that the heap holds. glibc would keep the room of every large request and answer.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);

    CLI::App app{"Grades CUDA submissions on a machine without a GPU."};
    app.name("grader");
    app.require_subcommand(1);
    app.footer("Exit code 0: it was done; with run, everything was graded, however badly. 1: wrong usage. 2: the grader's own fault.");

    std::vector<std::pair<CLI::App*, cli::Run>> commands;
    for (const cli::Command& command : cli::commands()) {
        CLI::App* const added = app.add_subcommand(command.name, command.summary);
        if (*command.summary == 0) added->group("");
        cli::Options options(*added);
        commands.emplace_back(added, command.declare(options));
    }
    const auto given = [&] { return std::ranges::find_if(commands, [](const auto& command) { return command.first->parsed(); }); };

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        const auto command = given();
        fmt::print(stderr, "grader: {}\n  try:   grader{} --help\n", error.what(), command == commands.end() ? "" : " " + command->first->get_name());
        return cli::kUsage;
    }

    try {
        return given()->second();
    } catch (const UsageError& error) {
        fmt::print(stderr, "{}\n", error.what());
        return cli::kUsage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return cli::kFault;
    }
}
