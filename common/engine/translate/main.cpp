// halo-translate IN.cu -o OUT.cpp

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "translate.hpp"

namespace {

constexpr std::string_view kUsage =
    "usage: halo-translate [--no-main] IN.cu -o OUT.cpp\n"
    "Translates a CUDA file to the C++ that Halo's CPU engine runs. Lines keep their numbers.\n"
    "--no-main refuses a file that defines main, as a lab's file must not.\n"
    "Exit 0: written. 1: the file can't be translated, and says why. 2: wrong usage, or a file can't be read or written.\n";

int fail(std::string_view what, std::string_view advice)
{
    fmt::print(stderr, "halo-translate: {}\n  try:   {}\n", what, advice);
    return 2;
}

}  // namespace

int main(int argc, char** argv)
{
    std::string in, out;
    halo::engine::Rules rules;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--help" || word == "-h") {
            fmt::print("{}", kUsage);
            return 0;
        }
        if (word == "--no-main") rules.allow_main = false;
        else if (word == "-o" && i + 1 < argc) out = argv[++i];
        else if (in.empty() && !word.starts_with('-')) in = word;
        else return fail(fmt::format("{} is not understood", word), "halo-translate --help");
    }
    if (in.empty() || out.empty()) return fail("needs IN.cu and -o OUT.cpp", "halo-translate --help");

    std::ifstream file(in, std::ios::binary);
    const std::string source((std::istreambuf_iterator<char>(file)), {});
    if (!file) return fail(fmt::format("{} can't be read", in), "look at its name and permissions");

    const halo::engine::Translation result = halo::engine::translate(source, in, rules);
    if (result.refusal) {
        fmt::print(stderr, "{}", halo::engine::describe(*result.refusal, in));
        return 1;
    }
    const std::string unfinished = out + ".part";
    std::ofstream target(unfinished, std::ios::binary | std::ios::trunc);
    target << result.text;
    target.close();
    if (!target || std::rename(unfinished.c_str(), out.c_str()) != 0) {
        std::remove(unfinished.c_str());
        return fail(fmt::format("{} can't be written", out), "look at the folder and the free space");
    }
    return 0;
}
