// cucc: builds any CUDA program for the CPU engine, and runs it with the settings given on the command line.

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "command_line.hpp"
#include "driver.hpp"
#include "process.hpp"
#include "run.hpp"

namespace {

using namespace halo::cucc;

int fail(const std::string& what, const std::string& advice)
{
    fmt::print(stderr, "cucc: {}\n  try:   {}\n", what, advice);
    return 2;
}

int build_command(const std::vector<std::string>& words)
{
    CommandLine line = parse(words);
    if (line.help) {
        fmt::print("{}", kHelp);
        return 0;
    }
    if (!line.fault.empty()) return fail(line.fault, "cucc --help");
    return build(std::move(line));
}

int run_command(const std::vector<std::string>& words)
{
    const RunLine line = parse_run(words);
    if (line.help) {
        fmt::print("{}", kRunHelp);
        return 0;
    }
    if (!line.fault.empty()) return fail(line.fault, line.advice);
    return run_program(line);
}

}  // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool runs = !words.empty() && words[0] == "run";

    int code = 2;
    catch_signals();
    try {
        code = runs ? run_command({words.begin() + 1, words.end()}) : build_command(words);
    } catch (const Fault& fault) {
        code = fail(fault.what(), fault.advice);
    } catch (const std::exception& error) {
        code = fail(error.what(), "this is a fault in cucc");
    }
    finish_signal();
    return code;
}
