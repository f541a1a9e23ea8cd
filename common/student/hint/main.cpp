// halo-hint: prints the next hint for what the last test run of a lab found.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "hint.hpp"

int main(int argc, char** argv)
{
    namespace fs   = std::filesystem;
    namespace hint = halo::hint;

    std::string lab_toml, result_file, state_file;
    bool reset = false, solution = false;

    CLI::App app{"Prints the next hint for what the last test run of a lab found."};
    app.add_option("lab_toml", lab_toml, "the lab's lab.toml")->required();
    app.add_option("result", result_file, "the result file that the lab's test program wrote")->required();
    app.add_option("--state", state_file, "where the level is kept (default: hints.json beside the result)");
    app.add_flag("--solution", solution, "`make solution` has one to show: the last hint says so");
    app.add_flag("--reset", reset, "begin at level 1 again, and print no hint; that hints were given stays known");
    app.footer("Exit code: 0 a hint was printed, or none is needed; 1 wrong usage, or no test run yet; 2 a fault of the workbook.");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 1;
    }

    try {
        const fs::path state = state_file.empty() ? fs::path(result_file).replace_filename("hints.json") : fs::path(state_file);
        if (reset) {
            hint::Progress progress = hint::Progress::read(state);
            progress.start_over();
            if (fs::exists(state)) progress.write(state);
            std::puts("Hints start again at level 1. `make progress` goes on to say how far you went.");
            return 0;
        }
        const hint::Result result   = hint::read_result(result_file);
        const hint::Book   book     = hint::Book::read(lab_toml);
        hint::Progress     progress = hint::Progress::read(state);

        const std::string text = hint::next(book, result, progress, solution);
        progress.write(state);
        std::fputs(text.c_str(), stdout);
        return 0;
    } catch (const hint::UsageError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "halo-hint: %s\n", error.what());
        return 2;
    }
}
