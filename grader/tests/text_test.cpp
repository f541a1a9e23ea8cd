#include <doctest/doctest.h>

#include "judging/compiler_output.hpp"
#include "machine/progress.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"

namespace text_test {

using namespace halo;
using namespace halo::grader;

TEST_CASE("a hash is that of FIPS 180-4, whatever the length")
{
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("fields whose concatenations are equal have different hashes")
{
    Sha256 one, other;
    one.add_field("ab"), one.add_field("c");
    other.add_field("a"), other.add_field("bc");
    CHECK(one.hex() != other.hex());
}

TEST_CASE("white space goes at both ends, and nowhere else")
{
    CHECK(trimmed(" \t a b\r\n") == "a b");
    CHECK(trimmed("a") == "a");
    CHECK(trimmed(" \n\v\f") == "");
    CHECK(trimmed("") == "");
}

TEST_CASE("a name that is text stays as it is")
{
    for (const char* name : {"ada", "Zoë Müller", "李雷", "Ｏ’Brien", "José-María", "🦊"}) CHECK(printable(name) == name);
}

TEST_CASE("invalid bytes, and characters that move others, become visible")
{
    CHECK(printable("jos\xE9") == "jos\\xE9");
    CHECK(printable("a\x1b[31mb") == "a\\x1B[31mb");
    CHECK(printable("a\xC0\xAF" "b") == "a\\xC0\\xAFb");                // overlong
    CHECK(printable("\xED\xA0\x80") == "\\xED\\xA0\\x80");              // a surrogate
    CHECK(printable("abc\xE2\x80\xAEuc.cba") == "abc\\x202Euc.cba");    // right to left override
    CHECK(printable("two\nlines") == "two lines");
    CHECK(printable("two\r\nlines\t.", true) == "two\nlines\t.");
}

TEST_CASE("a cell of a spreadsheet is never a formula, and a quote does not end it")
{
    CHECK(csv_text("=HYPERLINK(1)") == "'=HYPERLINK(1)");
    CHECK(csv_text("@x") == "'@x");
    CHECK(csv_text("-1+2") == "'-1+2");
    CHECK(csv_text("a=b") == "a=b");
    CHECK(csv_text("say \"hi\", twice") == "\"say \"\"hi\"\", twice\"");
    CHECK(csv_text("=1,2") == "\"'=1,2\"");
    CHECK(csv_text("\t=1") == "\"'\t'=1\"");
    CHECK(csv_text("\xEF\xBC\x9D" "1") == "'\xEF\xBC\x9D" "1");       // as wide as East Asian letters
}

TEST_CASE("a cell stays a cell where a semicolon or a tab separates: nothing after one is a formula")
{
    CHECK(csv_text("x;=1") == "\"x;'=1\"");
    CHECK(csv_text("x\t@1\n+1") == "\"x\t'@1\n'+1\"");
    CHECK(csv_text("x; \"=1") == "\"x; \"\"'=1\"");
    CHECK(csv_text("a;b") == "\"a;b\"");                                  // near misses: no sign, or none where a cell begins
    CHECK(csv_text("5 - 3; a=b") == "\"5 - 3; a=b\"");
    CHECK(csv_text("-7.5") == "-7.5");
    CHECK(csv_text("--") == "--");
    CHECK(csv_text("-7.5.1") == "'-7.5.1");
    CHECK(csv_line({"a", "", "x;=1", "-1"}) == "a,,\"x;'=1\",-1\n");
}

TEST_CASE("numbers are short and never infinite")
{
    CHECK(number(30) == "30");
    CHECK(number(7.5) == "7.5");
    CHECK(number(10.02813) == "10.0281");
    CHECK(number(-0.00001) == "0");
    CHECK(number(1.0 / 0.0) == "");
}

TEST_CASE("columns line up for names that are not ASCII too")
{
    CHECK(fit("Zoë", 5) == "Zoë  ");
    CHECK(fit("李雷", 6) == "李雷  ");
    CHECK(fit("conv2d_tiled", 6) == "conv2…");
    CHECK(columns("e\xCC\x81") == 1);
    CHECK(shortened("äöü", 3) == "ä …");
}

TEST_CASE("the first error in a compiler's output is reported, without the folders of the sandbox")
{
    const Message m = judging::first_error(
        "In file included from /kit/include/cuda_runtime.h:3:\n"
        "/src/conv2d_tiled.cu: In function 'void f()':\n"
        "/src/conv2d_tiled.cu:16:9: warning: unused variable 'a'\n"
        "/src/conv2d_tiled.cu:17:5: error: expected ';' before '}' token\n"
        "   17 |     float sum = 0.0f\n"
        "      |                     ^\n"
        "/src/conv2d_tiled.cu:20:1: error: another\n",
        "conv2d_tiled.cu");
    CHECK(m.headline == "conv2d_tiled.cu:17: error: expected ';' before '}' token");
    CHECK(m.where == "`float sum = 0.0f`");
}

TEST_CASE("a division and a comment are not paths")
{
    CHECK(judging::without_folders("a / b // c /* d */ x/y") == "a / b // c /* d */ x/y");
    CHECK(judging::without_folders("'/out/student.o'") == "'student.o'");
}

TEST_CASE("a refusal of the translator keeps its three lines")
{
    const Message m = judging::first_error("/src/a.cu:4: inline PTX cannot run here\n  where: asm volatile\n  try:   write it in C++\n", "a.cu");
    CHECK(m == Message{"a.cu:4: inline PTX cannot run here", "asm volatile", "write it in C++"});
}

TEST_CASE("a refusal is the headline, whatever the warnings before it quote")
{
    const auto headline = [](const std::string& output) { return judging::first_error(output, "a.cu").headline; };
    const std::string warning = "/src/a.cu:1:2: warning: #warning error: this is none [-Wcpp]\n    1 | #warning error: this is none\n      |  ^~~~~~~\n";
    const std::string note = "/src/a.cu:1:9: note: '#pragma message: a.cu:7: error: nor this'\n    1 | #pragma message \"a.cu:7: error: nor this\"\n";
    for (const std::string& before : {warning, note, warning + note + "/src/a.cu: In function 'int f()':\n"}) {
        CHECK(headline(before + "/src/a.cu:2:9: error: expected primary-expression\n    2 | int x = ;\n      |         ^\n") == "a.cu:2: error: expected primary-expression");
        CHECK(headline(before + "/src/a.cu:4: inline PTX cannot run here\n  where: asm volatile\n  try:   write it in C++\n") == "a.cu:4: inline PTX cannot run here");
    }
    CHECK(headline(warning) == "a.cu: a.cu:1:2: warning: #warning error: this is none [-Wcpp]");
}

TEST_CASE("a compiler's limit is called one, and what a broken compiler asks its makers is left out")
{
    const Message deep = judging::first_error("/src/a.cu:1:58: fatal error: template instantiation depth exceeds maximum of 900 (use '-ftemplate-depth=' to increase the maximum)\n    1 | x\ncompilation terminated.\n", "a.cu");
    CHECK(deep.headline == "a.cu:1: fatal error: template instantiation depth exceeds maximum of 900");
    CHECK(deep.attempt == "it is a limit of the compiler: nest less deep, and compute less before the program runs");
    const std::string constant = "/src/a.cu:2:19: error: non-constant condition for static assertion\n/src/a.cu:2:16:   in 'constexpr' expansion of 'f()'\n";
    CHECK(judging::first_error(constant + "/src/a.cu:1:32: error: 'constexpr' loop iteration count exceeds limit of 9 (use 'x' to increase the limit)\n", "a.cu").headline ==
          "a.cu:1: error: 'constexpr' loop iteration count exceeds limit of 9");
    CHECK(judging::first_error(constant + "/src/a.cu:4:1: error: other\n", "a.cu").headline == "a.cu:2: error: non-constant condition for static assertion");
    const std::string broken = "g++: internal compiler error: Segmentation fault signal terminated program cc1plus\nPlease submit a full bug report\n";
    const Message stack = judging::first_error("/src/a.cu:1:1: warning: x\n" + broken, "a.cu");
    CHECK(stack.headline == "a.cu: the compiler gave up: it is too long for it, or nested too deep");
    CHECK(stack.where == "Segmentation fault signal terminated program cc1plus");
    CHECK(judging::first_error("/src/a.cu:12:7: internal compiler error: in tsubst, at cp/pt.cc:1\n", "a.cu").headline.starts_with("a.cu:12: the compiler gave up"));
    CHECK(judging::first_error("/src/a.cu:12:7: sorry, unimplemented: cannot nest more than 255 namespaces\n", "a.cu").where == "cannot nest more than 255 namespaces");
    CHECK(judging::first_error("/src/a.cu:1:2: error: #error internal compiler error: in f\n", "a.cu").headline == "a.cu:1: error: #error internal compiler error: in f");
    CHECK(judging::without_bug_report("a.cu:1: warning: x\n" + broken) == "a.cu:1: warning: x\n");
    CHECK(judging::without_bug_report("a.cu:1:2: error: #error internal compiler error: in f\n") == "a.cu:1:2: error: #error internal compiler error: in f\n");
}

TEST_CASE("a missing function and a second main are reported in the student's terms")
{
    const Message missing = judging::link_error("/usr/bin/ld: /tmp/x.o: in function `main':\n(.text+0x5): undefined reference to "
                                       "`conv2d_basic(float const*, float const*, float*, int, int)'\n", "conv2d_tiled.cu");
    CHECK(missing.headline == "conv2d_tiled.cu: conv2d_basic(float const*, float const*, float*, int, int) is declared but defined nowhere");
    CHECK(missing.attempt == "define it with exactly the name and the parameters that conv2d_tiled.hpp declares");
    const Message twice = judging::link_error("ld: librun.a(x.o): multiple definition of `main'; first here\n", "a.cu");
    CHECK(twice.headline == "a.cu: main is defined twice");
    CHECK(twice.attempt == "hand in no main(); the course brings its own");
    const Message of_gold = judging::link_error("/out/student.o:/src/a.cu:7: error: undefined reference to 'g(int)'\ncollect2: error: ld returned 1\n", "a.cu");
    CHECK(of_gold.headline == "a.cu: g(int) is declared but defined nowhere");
}

TEST_CASE("progress shows the time left once it can be estimated")
{
    CHECK(Progress::line(1, 60, 1, "ada").starts_with("[ 1/60] · ada"));
    CHECK(Progress::line(4, 100, 2, "x").starts_with("[  4/100] · x"));
    CHECK(Progress::line(5, 100, 2, "x").starts_with("[  5/100] about 38 s left"));
    CHECK(Progress::line(30, 60, 12, "ada 07").starts_with("[30/60] about 12 s left · ada 07"));
    CHECK(Progress::line(100, 1000, 60, "x").starts_with("[ 100/1000] about 9 min left"));
}

}  // namespace text_test
