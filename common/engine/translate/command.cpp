// halo-translate IN.cu -o OUT.cpp -- COMPILER WORDS…

#include "command.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "preprocessor.hpp"
#include "probe.hpp"
#include "translate.hpp"

namespace halo::engine {
namespace {

constexpr std::string_view kUsage =
    "usage: halo-translate [--no-main] [--depfile FILE] IN.cu -o OUT.cpp [-- COMPILER WORDS…]\n"
    "Translates a CUDA file to the C++ that Halo's CPU engine runs. Lines keep their numbers.\n"
    "--no-main refuses a file that defines main, as a lab's file must not.\n"
    "If the file's text does not determine which groups of #if … #endif are compiled, COMPILER is run to find out. WORDS are\n"
    "the options with which it will compile OUT.cpp: -I, -D and the like. --depfile lists the files it read, for make or ninja.\n"
    "Exit 0: written. 1: the file can't be translated, with the reason. 2: wrong usage, or a file can't be read or written.\n";

int fail(std::string_view what, std::string_view advice)
{
    fmt::print(stderr, "halo-translate: {}\n  try:   {}\n", what, advice);
    return 2;
}

constexpr std::string_view kProbeEnding = ".probe";   // extension of the preprocessor's input file

struct Line {
    std::string in, out, depfile, not_understood;
    std::vector<std::string> compiler;
    bool allow_main = true, help = false;
};

Line parse(int argc, char** argv)
{
    Line line;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") {
            line.compiler.assign(argv + i + 1, argv + argc);
            break;
        }
        if (word == "--help" || word == "-h") line.help = true;
        else if (word == "--no-main") line.allow_main = false;
        else if (word == "--depfile" && i + 1 < argc) line.depfile = argv[++i];
        else if (word == "-o" && i + 1 < argc) line.out = argv[++i];
        else if (line.in.empty() && !word.starts_with('-')) line.in = word;
        else if (line.not_understood.empty()) line.not_understood = word;
    }
    return line;
}

std::vector<Compiled> groups(const Line& line, std::string_view source)
{
    if (line.compiler.empty()) return {};
    const std::string probe_file = line.out + std::string(kProbeEnding);
    Probe probe;
    std::ofstream(probe_file, std::ios::binary) << probe.text(source, line.in, {});
    const Preprocessor preprocessor{line.compiler, line.depfile, line.out};
    for (const std::string& pass : preprocessor.run(probe_file, probe.both_sides())) probe.read(pass);
    std::remove(probe_file.c_str());
    return probe.groups(line.in);
}

/// Writes an empty file if the preprocessor was not needed; else removes its input file, which is deleted, from the rule.
bool finish_depfile(const Line& line)
{
    if (line.depfile.empty()) return true;
    std::ifstream file(line.depfile);
    std::string rule((std::istreambuf_iterator<char>(file)), {});
    const std::size_t end = rule.find(kProbeEnding);
    if (end != rule.npos) {
        std::size_t begin = end;
        while (begin > 0 && (rule[begin - 1] != ' ' || (begin > 1 && rule[begin - 2] == '\\'))) --begin;
        rule.erase(begin, end + kProbeEnding.size() - begin);
    }
    std::ofstream target(line.depfile, std::ios::trunc);
    target << rule;
    target.close();
    return bool(target);
}

}  // namespace

int translate_command(int argc, char** argv)
{
    const Line line = parse(argc, argv);
    if (line.help) {
        fmt::print("{}", kUsage);
        return 0;
    }
    if (!line.not_understood.empty()) return fail(fmt::format("{} is not understood", line.not_understood), "halo-translate --help");
    if (line.in.empty() || line.out.empty()) return fail("needs IN.cu and -o OUT.cpp", "halo-translate --help");

    std::ifstream file(line.in, std::ios::binary);
    const std::string source((std::istreambuf_iterator<char>(file)), {});
    if (!file) return fail(fmt::format("{} can't be read", line.in), "check its name and permissions");
    if (!line.depfile.empty()) std::remove(line.depfile.c_str());

    Rules rules;
    rules.allow_main = line.allow_main;
    rules.pieces = true;
    rules.groups = [&] { return groups(line, source); };
    const Translation result = translate(source, line.in, rules);
    if (!finish_depfile(line)) return fail(fmt::format("{} can't be written", line.depfile), "check the folder and the free space");
    if (result.refusal) {
        fmt::print(stderr, "{}", describe(*result.refusal, line.in));
        return 1;
    }
    const std::string unfinished = line.out + ".part";
    std::ofstream target(unfinished, std::ios::binary | std::ios::trunc);
    target << kMarksProgram << result.text;
    target.close();
    if (!target || std::rename(unfinished.c_str(), line.out.c_str()) != 0) {
        std::remove(unfinished.c_str());
        return fail(fmt::format("{} can't be written", line.out), "check the folder and the free space");
    }
    return 0;
}

}  // namespace halo::engine
