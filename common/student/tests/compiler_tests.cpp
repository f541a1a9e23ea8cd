// The compiler's output: whose lines they are, the first error, what distinguishes it from others, and what a screen shows.

#include <doctest/doctest.h>

#include <string>

#include "student/compiler.hpp"
#include "student/watch_screen.hpp"

using namespace halo::student;

namespace {

const std::string kLog =
    "[1/4] Generating labs/tiled.cpp\n"
    "FAILED: labs/libtiled.a.p/tiled.cpp.o \n"
    "c++ -c ../labs/04_tiled/tiled.cu\n"
    "/home/ada/halo/labs/04_tiled/tiled.cu: In function 'void k()':\n"
    "/home/ada/halo/labs/04_tiled/tiled.cu:30:9: warning: unused variable 'x'\n"
    "   30 |     int x;\n"
    "../labs/04_tiled/tiled.cu:31:5: error: 'flaot' was not declared in this scope\n"
    "   31 |     flaot sum2;\n"
    "      |     ^~~~~\n"
    "../labs/04_tiled/tiled.cu:33:5: error: 'sum2' was not declared\n"
    "   33 |     sum2 += 1;\n"
    "[tiled] is not progress\n"
    "ninja: build stopped: subcommand failed.\n";

std::string own() { return own_lines(kLog, {"/home/ada/halo/labs/04_tiled/", "../labs/04_tiled/"}); }

}  // namespace

TEST_CASE("only the compiler's lines of ninja's output stay, with paths cut to the file's name")
{
    const std::string lines = own();
    CHECK(lines.starts_with("tiled.cu: In function 'void k()':\n"));
    for (const char* gone : {"[1/4]", "FAILED", "c++ -c", "ninja:", "../labs"}) CHECK(lines.find(gone) == std::string::npos);
    CHECK(lines.find("[tiled] is not progress\n") != std::string::npos);
    CHECK(lines.find("31 |     flaot sum2;\n") != std::string::npos);
}

TEST_CASE("what the compiler says about library code goes, except an error there and the student's line that led to it")
{
    const std::string error = "tiled.cu: In function 'void k()':\n"
                              "tiled.cu:41:20: error: no matching function for call to 'min(float, const char*)'\n"
                              "   41 |     float sum = min(0.0f, \"x\");\n";
    const std::string notes = "In file included from ../common/engine/headers/halo/functions.hpp:7,\n"
                              "                 from <command-line>:\n"
                              "../common/engine/headers/halo/math.hpp:34:16: note: candidate: 'auto min(A, B)'\n"
                              "   34 | constexpr auto min(A a, B b)\n"
                              "../common/engine/headers/halo/math.hpp: In substitution of 'min(A, B) [with A = float]':\n"
                              "tiled.cu:41:20:   required from here\n"
                              "../common/engine/headers/halo/math.hpp:34:16:   required by the constraints of 'min(A, B)'\n"
                              "../common/engine/headers/halo/math.hpp:33:46: note: the expression is false\n";
    const std::string own_note = "tiled.cu:20:6: note: declared here\n   20 | void k();\n";
    CHECK(without_library_notes(error + notes) == error);
    CHECK(without_library_notes(error + notes + own_note) == error + own_note);
    CHECK(without_library_notes(error + own_note) == error + own_note);

    const std::string asserted = "../common/engine/headers/halo/shuffle.hpp:9:5: error: static assertion failed: 4 or 8 bytes\n";
    CHECK(without_library_notes("../common/engine/headers/halo/shuffle.hpp: In instantiation of 'T shuffle(T)':\n"
                                "tiled.cu:12:3:   required from here\n" + asserted + "    9 |     static_assert(sizeof(T) >= 4);\n" + error)
          == "tiled.cu:12:3:   required from here\n" + asserted + error);
    const std::string refused = "tiled.cu:43: vector is used in device code\n  where: std::vector<int> v;\n  try:   use it on the host\n";
    CHECK(without_library_notes(refused) == refused);
    CHECK(without_library_notes("tiled.cu(31): error: no instance of overloaded function\n/usr/local/cuda/include/a.h(12): note: this candidate\n")
          == "tiled.cu(31): error: no instance of overloaded function\n");
}

TEST_CASE("a line is about a file if it names a place in it, in g++'s way or nvcc's")
{
    CHECK(names_file("tiled.cu:31:5: error", "tiled.cu"));
    CHECK(names_file("/x/tiled.cu(31): error", "tiled.cu"));
    CHECK_FALSE(names_file("c++ -c tiled.cu -o tiled.o", "tiled.cu"));
}

TEST_CASE("the first error comes with what belongs to it, without warnings before and errors after")
{
    CHECK(first_error(own()) == "tiled.cu:31:5: error: 'flaot' was not declared in this scope\n"
                                "   31 |     flaot sum2;\n      |     ^~~~~\n");
    CHECK(count_errors(own()) == 2);
    CHECK(count_warnings(own()) == 1);
    const std::string message = "tiled.cu: a function is declared but not defined\n  where: the linker\n  try:   compare\n";
    CHECK(first_error(message) == message);         // not from a compiler: kept whole
}

TEST_CASE("an error is recognised again by its words without numbers and by the text of its line")
{
    const std::string source = "line 1\n    flaot sum2;   \n";
    const About about = about_first_error("tiled.cu:9:5: warning: w\ntiled.cu:2:5: error: \u2018flaot\u2019 is 2 much\n", "tiled.cu", source);
    CHECK(about.what == "flaot is  much");
    CHECK(about.line == 2);
    CHECK(about.source == "flaot sum2;");
    CHECK(about_first_error("tiled.cu(2): error: no\n", "tiled.cu", source).line == 2);
    CHECK(about_first_error("tiled.cu:99: error: no\n", "tiled.cu", source).source.empty());
    CHECK(about_first_error("other.cu:2:5: error: no\n", "tiled.cu", source).line == 0);
    CHECK(about_first_error("tiled.cu:2:5: note: no\ntiled.cu:1:  required from here\n", "tiled.cu", source).line == 0);
}

TEST_CASE("the linker's message names a function without a definition")
{
    CHECK(undefined_reference("a\n/usr/bin/ld: undefined reference to `f(float*)'\nb") == "undefined reference to `f(float*)'");
    CHECK_FALSE(undefined_reference("a\nb"));
}

TEST_CASE("a screen shows what is below the list of tests, and the last line as its foot")
{
    const Report report = report_of_tests("f\n  [ok]   a\n\nf.cu:3: wrong\n  try:   this\n\nrace: 1 of 2 tests pass. Next: make hint\n", "");
    CHECK(report.body == "f.cu:3: wrong\n  try:   this\n\n");
    CHECK(report.foot == "race: 1 of 2 tests pass. Next: make hint\n");
    CHECK(report_of_tests("one line\n", "").foot == "one line\n");
    CHECK(report_of_tests("a\n\npassed\n", "The compiler warns in line 3: x").foot == "passed\nThe compiler warns in line 3: x\n");
    CHECK(report_of_errors(own()).foot.find("the first of 2 errors") != std::string::npos);
    CHECK(report_of_errors("f.cu:1: error: one\n").foot == "does_not_compile. Next: fix this, or make hint\n");
}

TEST_CASE("ninja's steps are counted, other lines in brackets are not")
{
    const auto step = ninja_step("[12/57] Compiling C++ object");
    REQUIRE(step);
    CHECK(step->done == 12);
    CHECK(step->all == 57);
    for (const char* line : {"[12/57]Compiling", "[tiled] is not progress", "12/57 Compiling", "[12] x", "[/57] x", ""}) CHECK_FALSE(ninja_step(line));
}
