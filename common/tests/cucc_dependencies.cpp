// The lists of headers that cucc writes for make and ninja: both build again what changed, and nothing else.

#include <doctest/doctest.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

namespace {

/// Two headers with kernels, which cucc translates, one of them by way of the other; and one that it leaves as it is.
struct Project : Folder {
    Project()
    {
        write("prog.cu", "#include \"fill.cuh\"\n" + kMain);
        write("fill.cuh", "#pragma once\n#include \"value.cuh\"\n__global__ void fill(int* out) { out[threadIdx.x] = value(); }\n");
        write("value.cuh", "#pragma once\n#include \"plain.hpp\"\n__device__ int value() { return kValue; }\n");
        write("plain.hpp", "#pragma once\nconstexpr int kValue = 7;\n");
        write("unused.cuh", "__device__ int unused() { return 1; }\n");
    }

    int run_in_folder(const char* program, std::vector<std::string> words)
    {
        words.insert(words.begin(), {"/usr/bin/env", program, "-C", path.string()});
        return run(words);
    }
    std::string result()
    {
        REQUIRE(run({in("prog")}) == 0);
        return text;
    }
};

/// Changes each header, and asks before and after whether anything would be built.
template <class Build, class IsCurrent>
void check_rebuilds(Project& project, Build build, IsCurrent is_current)
{
    REQUIRE(build());
    CHECK(project.result() == "7\n");
    CHECK(is_current());
    project.write("unused.cuh", "__device__ int unused() { return 2; }\n");
    CHECK(is_current());

    project.write("plain.hpp", "#pragma once\nconstexpr int kValue = 8;\n");
    CHECK_FALSE(is_current());
    REQUIRE(build());
    CHECK(project.result() == "8\n");
    project.write("value.cuh", "#pragma once\n#include \"plain.hpp\"\n__device__ int value() { return kValue + 1; }\n");
    CHECK_FALSE(is_current());
    REQUIRE(build());
    CHECK(project.result() == "9\n");
    project.write("fill.cuh", "#pragma once\n#include \"value.cuh\"\n__global__ void fill(int* out) { out[threadIdx.x] = value() + 1; }\n");
    CHECK_FALSE(is_current());
    REQUIRE(build());
    CHECK(project.result() == "10\n");
    CHECK(is_current());
}

}  // namespace

TEST_CASE("make builds again what includes a changed header, and only that")
{
    Project project;
    project.write("Makefile", "prog: prog.o\n\t'" + fs::absolute(cucc).string() + "' $^ -o $@\n%.o: %.cu\n\t'" + fs::absolute(cucc).string() + "' -MMD -MP -c $< -o $@\n-include prog.d\n");
    check_rebuilds(project, [&] { return project.run_in_folder("make", {}) == 0; },
                   [&] { return project.run_in_folder("make", {"-q"}) == 0; });
}

TEST_CASE("ninja builds again what includes a changed header, and only that, with blanks in the names")
{
    Project project;
    fs::rename(project.path / "prog.cu", project.path / "pr og.cu");
    fs::rename(project.path / "value.cuh", project.path / "val ue.cuh");
    project.write("value.cuh", "#include \"val ue.cuh\"\n");
    project.write("build.ninja", "rule cu\n  command = '" + fs::absolute(cucc).string() + "' -MD -MF $out.d -c $in -o $out\n  depfile = $out.d\n"
                                 "rule link\n  command = '" + fs::absolute(cucc).string() + "' $in -o $out\n"
                                 "build pr$ og.o: cu pr$ og.cu\nbuild prog: link pr$ og.o\n");
    const auto is_current = [&] {
        REQUIRE(project.run_in_folder("ninja", {"-n"}) == 0);
        return project.text.find("no work to do") != std::string::npos;
    };
    check_rebuilds(project, [&] { return project.run_in_folder("ninja", {}) == 0; }, is_current);
}

TEST_CASE("a list has the user's names, for the target and in the file that nvcc would choose")
{
    Project project;
    const std::string source = project.in("prog.cu");
    const auto begins = [&](const std::string& name, const std::string& target) {
        const std::string text = halo::test::read(project.path / name);
        INFO(text);
        CHECK(text.starts_with(target + ": "));
        for (const char* header : {"fill.cuh", "value.cuh", "plain.hpp"}) CHECK(text.find(header) != std::string::npos);
        for (const char* none : {"unused.cuh", ".cu.cpp", ".cuh.cpp", "/tmp/cucc-", ".part"}) CHECK(text.find(none) == std::string::npos);
        fs::remove(project.path / name);
    };
    const auto in_make = [&](const std::string& name) {   // the folder's name has a blank
        std::string path = project.in(name);
        return path.insert(path.find(' '), "\\");
    };

    CHECK(project.build({"-MD", "-c", source, "-o", project.in("some.obj")}) == 0);
    begins("some.d", in_make("some.obj"));
    CHECK(project.build({"-MMD", source, "-o", project.in("prog")}) == 0);
    begins("prog.d", in_make("prog"));
    CHECK(project.build({"-MMD", "-odir", project.path, "-c", source}) == 0);
    CHECK(project.has("prog.o"));
    begins("prog.d", in_make("prog.o"));
    CHECK(project.build({"--generate-dependencies-with-compile", "--dependency-output=" + project.in("l"), "--dependency-target-name", "a",
                         "-c", source, "-o", project.in("p.o")}) == 0);
    begins("l", "a");
    CHECK(project.build({"-Xcompiler", "-MMD,-MT,a", "-c", source, "-o", project.in("p.o")}) == 0);
    begins("p.d", "a");
    CHECK(project.build({"--submission", "-MMD", "-MF", project.in("l"), "-MT", "a", "-MQ", "b$", "-c", source, "-o", project.in("p.o")}) == 0);
    begins("l", "a b$$");
    fs::remove(project.path / "p.o");
    CHECK(project.build({"-MM", source, "-c", "-o", project.in("p.o")}) == 0);
    CHECK_FALSE(project.has("p.o.o"));
    begins("p.o", "prog.o");   // -o names the list, as nvcc does
    CHECK(project.build({"-M", source}) == 0);
    CHECK(project.text.starts_with("prog.o: "));
    CHECK(project.text.find("cstdio") != std::string::npos);
    CHECK(project.build({"-MM", source}) == 0);
    CHECK(project.text.find("cstdio") == std::string::npos);
}

TEST_CASE("a list is asked of sources, of one where its name is given, and not written for a refused one")
{
    Project project;
    project.write("other.cu", "__global__ void k() { asm(\"nop\"); }\n");
    const std::string source = project.in("prog.cu"), other = project.in("other.cu");
    CHECK(project.build({"-M", project.in("prog.o")}) == 2);
    CHECK(project.text == "cucc: -M, but there is no source file\n  try:   cucc --help\n");
    CHECK(project.build({"-MMD", source, other, "-o", project.in("prog")}) == 2);
    CHECK(project.text == "cucc: -MMD with -o takes one source file\n  try:   cucc --help\n");
    CHECK(project.build({"-MM", "-MF", project.in("l"), source, other}) == 2);
    CHECK(project.build({"-MMD", "-MF", project.in("l"), "-c", other, "-o", project.in("other.o")}) == 1);
    CHECK_FALSE(project.has("l"));
    CHECK(project.build({"-c", source, "-o", project.in("prog.o")}) == 0);
    CHECK(project.build({"-MMD", project.in("prog.o"), "-o", project.in("prog")}) == 0);   // nothing to list
    CHECK_FALSE(project.has("prog.d"));
}
