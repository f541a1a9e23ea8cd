// cucc --submission: words are checked after preprocessing, and names are hidden when the object is linked.

#include <doctest/doctest.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

TEST_CASE("a submission is refused for a word that only the preprocessor knew, with its line; the file as such is not")
{
    Folder folder;
    folder.write("a.cu", "#include <cstdio>\n#define JOINED(a, b) a##b\n\nvoid f() { JOINED(as, m)(\"nop\"); }\n");
    CHECK(folder.build({"-c", folder.in("a.cu"), "-o", folder.in("a.o")}) == 0);
    CHECK(folder.build({"--submission", "-c", folder.in("a.cu"), "-o", folder.in("a.o")}) == 1);
    CHECK(folder.text == folder.in("a.cu") + ":4: asm is inline assembly, and not for submissions\n"
                                             "  try:   write plain C++ and CUDA; what the course counts, it must see\n");
}

TEST_CASE("a submission's launches, headers and macros compile; its errors are reported at their lines")
{
    Folder folder;
    folder.write("lab.hpp", "#pragma once\nvoid answer(int* out);\n");
    folder.write("a.cu", "#include \"lab.hpp\"\n#include <vector>\n#define LAUNCH(...) k<<<1, 32>>>(__VA_ARGS__)\n"
                         "__constant__ int c_one;\n__global__ void k(int* out) { __shared__ int s[32]; s[threadIdx.x] = c_one; __syncthreads();\n"
                         "#pragma unroll 4\n    for (int i = 0; i < 32; ++i) atomicAdd(out, s[i]); }\n"
                         "void answer(int* out) { std::vector<int> v(3); LAUNCH(out); k<<<1, v.size()>>>(out); }\n");
    CHECK(folder.build({"--submission", "--no-main", "-c", folder.in("a.cu"), "-o", folder.in("a.o")}) == 0);
    CHECK(folder.text == "");
    folder.write("b.cu", "#define TWO 2\nvoid f()\n{\n    int a = TWO\n}\n");
    CHECK(folder.build({"--submission", "-c", folder.in("b.cu"), "-o", folder.in("b.o")}) == 1);
    CHECK(folder.text.find("b.cu:5:1: error: expected") != std::string::npos);
}

TEST_CASE("a macro of a submission that changes a header is refused; ordinary macros are not, wherever they are")
{
    Folder folder;
    folder.write("mine.cuh", "#define MORE 2\n#include <array>\n");
    folder.write("right.cu", "#define TILE 16\n#define _USE_MATH_DEFINES\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#ifndef M_PI\n#define M_PI 3.14159265358979\n#endif\n"
                             "#include <cmath>\n#define HEADER <numeric>\n#include HEADER\n#define NDEBUG\n#include <cassert>\n#include \"mine.cuh\"\n"
                             "#include <vector>\n#define M_E 2.7\n#undef TILE\n#define TILE 8\n#include <cooperative_groups.h>\nint f() { assert(TILE); return MAX(TILE, MORE); }\n");
    CHECK(folder.build({"--submission", "-w", "-c", folder.in("right.cu"), "-o", folder.in("a.o")}) == 0);
    CHECK(folder.text == "");
    folder.write("wrong.cu", "#define TILE 16\n#include <vector>\n#undef __glibcxx_function_requires\n#define __glibcxx_function_requires(...) __as##m__(\"nop\");\n#include <numeric>\nint f();\n");
    CHECK(folder.build({"--submission", "-c", folder.in("wrong.cu"), "-o", folder.in("a.o")}) == 1);
    CHECK(folder.text == folder.in("wrong.cu") + ":3: a macro of this file changes the header stl_numeric.h: __asm__ is inline assembly, and not for submissions\n"
                                                 "  try:   include headers first, and give macros names of their own\n");
}

TEST_CASE("a submission that is linked shows the functions that are asked for, and replaces nothing else")
{
    Folder folder;
    folder.write("a.cu", "int helper() { return 1; }\nint answer() { return 40 + helper(); }\n");
    folder.write("main.cpp", "int answer();\nint helper() { return 2; }\nint main() { return answer() + helper(); }\n");
    folder.write("functions", "_Z6answer*\n");
    CHECK(folder.build({"--submission", "-c", folder.in("a.cu"), "-o", folder.in("a.o")}) == 0);
    CHECK(folder.build({"-c", folder.in("main.cpp"), "-o", folder.in("main.o")}) == 0);
    CHECK(folder.build({folder.in("a.o"), folder.in("main.o"), "-o", folder.in("twice")}) != 0);    // helper is defined twice
    CHECK(folder.build({"--submission", "--functions", folder.in("functions"), folder.in("a.o"), folder.in("main.o"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.run({folder.in("prog")}) == 43);
}

TEST_CASE("a submission may include the headers of a compiler that is elsewhere, and none that lie elsewhere themselves")
{
    Folder folder;
    CHECK(folder.run({"/usr/bin/env", "g++", "-print-file-name=include"}) == 0);
    const std::string of_gcc = folder.text.substr(0, folder.text.find('\n'));
    REQUIRE(fs::is_directory(of_gcc));
    fs::create_directory(folder.in("gcc"));
    fs::copy(of_gcc, folder.in("gcc/include"), fs::copy_options::recursive);
    folder.write("elsewhere", "#!/bin/sh\nexec g++ -isystem '" + folder.in("gcc/include") + "' \"$@\"\n");
    fs::permissions(folder.in("elsewhere"), fs::perms::owner_all);
    fs::create_directory(folder.in("mine"));
    folder.write("mine/a.cu", "#include <climits>\n#include <vector>\nint f() { return INT_MAX; }\n");
    CHECK(folder.build({"--submission", "-c", folder.in("mine/a.cu"), "-o", folder.in("a.o")}, {"CXX=" + folder.in("elsewhere")}) == 0);
    CHECK(folder.text == "");
    folder.write("mine/b.cu", "#include \"" + folder.in("gcc/include/limits.h") + "\"\nint f() { return INT_MAX; }\n");
    CHECK(folder.build({"--submission", "-c", folder.in("mine/b.cu"), "-o", folder.in("a.o")}) == 1);
    CHECK(folder.text.find("b.cu:1: a submission may not include limits.h") != std::string::npos);
}

TEST_CASE("--submission says what it needs")
{
    Folder folder;
    CHECK(folder.build({"--submission", "-c", folder.in("a.cpp"), "-o", folder.in("a.o")}) == 2);
    CHECK(folder.text.find("--submission -c takes a .cu file") != std::string::npos);
    CHECK(folder.build({"--submission", folder.in("a.o"), "-o", folder.in("a")}) == 2);
    CHECK(folder.text.find("--functions FILE") != std::string::npos);
}
