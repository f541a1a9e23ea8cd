// A lab's file in its original state, or its solution: does it compile without warnings, and does its test program judge it
// rightly?
//
// usage: program_test untouched|solved TEST_PROGRAM SOURCE WARNINGS COMMON CUCC [NVCC …]        WARNINGS: flags, with commas between

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "tests/spawn.hpp"

namespace {

namespace fs = std::filesystem;

bool untouched = false;
std::string program, source, folder, common, warnings;
std::vector<std::string> cucc, nvcc;

struct Scratch {
    fs::path path = fs::temp_directory_path() / ("halo-lab-" + std::to_string(getpid()));
    Scratch() { fs::create_directories(path); }
    ~Scratch() { fs::remove_all(path); }
    std::string in(const std::string& name) const { return (path / name).string(); }
};

void compiles_silently(std::vector<std::string> words)
{
    const Scratch scratch;
    for (const std::string& word : {"-I" + folder, "-I" + common, std::string("-c"), source, std::string("-o"), scratch.in("k.o")})
        words.push_back(word);
    CHECK(halo::test::start(words, {}, scratch.in("log")) == 0);
    CHECK(halo::test::read(scratch.in("log")) == "");
}

}  // namespace

TEST_CASE("the file compiles for the engine without output")
{
    std::vector<std::string> words = cucc;
    std::istringstream flags(warnings);
    for (std::string flag; std::getline(flags, flag, ',');) words.push_back(flag);
    compiles_silently(words);
}

TEST_CASE("the file compiles for a GPU without output")
{
    if (nvcc.empty()) {
        std::puts("not run: compiling the file for a GPU: nvcc was not found");
        return;
    }
    std::vector<std::string> words = nvcc;
    words.insert(words.end(), {"-Xcompiler", warnings});
    compiles_silently(words);
}

TEST_CASE("its test program passes a solution, and reports an untouched file as not begun")
{
    const Scratch scratch;
    const int code = halo::test::start({program}, {"HALO_RESULT=" + scratch.in("result")}, scratch.in("log"));
    const std::string output = halo::test::read(scratch.in("log")), result = halo::test::read(scratch.in("result"));
    CAPTURE(output);
    if (untouched) {
        CHECK(code == 1);
        CHECK(output.starts_with("not begun: "));
        CHECK(output.find("[ok]") == std::string::npos);
        CHECK(output.find("[FAIL]") == std::string::npos);
        CHECK(result.find("\"key\":\"not_started\"") != std::string::npos);
    } else {
        CHECK(code == 0);
        CHECK(output.find("[FAIL]") == std::string::npos);
        CHECK(result.find("\"verdict\":\"passed\"") != std::string::npos);
    }
}

TEST_CASE("its test program prints the same in every order of threads, and rejects an invalid order")
{
    const Scratch scratch;
    const int expected = untouched ? 1 : 0;
    CHECK(halo::test::start({program}, {}, scratch.in("forward")) == expected);
    for (const std::string order : {"reverse", "random:7"}) {
        CHECK(halo::test::start({program, "--order=" + order}, {}, scratch.in(order)) == expected);
        CHECK(halo::test::read(scratch.in(order)) == halo::test::read(scratch.in("forward")));
    }
    CHECK(halo::test::start({program, "--order=sideways"}, {}, scratch.in("log")) == 2);
    CHECK(halo::test::read(scratch.in("log")) == "--order=sideways is not understood\n"
                                                 "  where: the command line of the tests\n"
                                                 "  try:   forward, reverse, or random:SEED with a whole number\n");
    CHECK(halo::test::start({program}, {"HALO_ORDER=sideways"}, scratch.in("log")) == 2);
    CHECK(halo::test::read(scratch.in("log")).find("[") == std::string::npos);
}

int main(int argc, char** argv)
{
    if (argc < 7) return 2;
    untouched = std::string(argv[1]) == "untouched";
    program = argv[2];
    source = argv[3];
    folder = fs::path(source).parent_path();
    warnings = argv[4];
    common = argv[5];
    cucc = {argv[6], "-std=c++20"};
    nvcc.assign(argv + 7, argv + argc);
    if (!untouched) folder = (fs::path(common) / ".." / "labs" / fs::path(source).parent_path().filename()).string();
    return doctest::Context().run();
}
