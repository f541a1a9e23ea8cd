// What a submission's macros may not do to the headers that it includes.

#include "engine/translate/header_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace halo::engine;

namespace of_header_text {
namespace {

const SubmissionRules kRules{{"/kit/include", "/usr", "/tmp/c"}, "/src", "halo_unhooked_1"};

/// As g++ -E -dI writes a file that includes <numeric> in line 4, whose third line is `line`.
std::string preprocessed(const std::string& line)
{
    return "# 1 \"/src/a.cu\"\n\n\n\n#include <numeric>\n# 1 \"/usr/include/c++/12/numeric\" 1 3\n\n#include <bits/a.h>\n# 30 \"/usr/include/c++/12/numeric\" 3\n"
           "int iota() {\n" + line + "\n}\n# 5 \"/src/a.cu\" 2\n#include \"mine.cuh\"\n# 1 \"/src/mine.cuh\" 1\nint mine;\n#include <array>\n# 6 \"/src/a.cu\" 2\nint own;\n";
}

const std::string kPristine = "# 1 \"/tmp/c/headers.cpp\"\n#include <numeric>\n# 1 \"/usr/include/c++/12/numeric\" 1 3\n"
                              "int iota() {\n   ;\n}\n# 2 \"/tmp/c/headers.cpp\" 2\n";

std::vector<MacroLine> macros(const std::string& source)
{
    std::vector<MacroLine> out;
    add_macro_lines(source, out);
    return out;
}

}  // namespace

TEST_CASE("the headers of a submission are those that its own lines include, and not its own files")
{
    CHECK(header_includes(preprocessed("   ;"), kRules) == "#include <numeric>\n#include <array>\n");
}

TEST_CASE("a macro that puts assembly or an attribute into a header is refused; one that changes its values passes")
{
    CHECK(!changed_header(preprocessed("   ;"), kPristine, kRules, macros("#define TILE 16\n")));
    CHECK(!changed_header(preprocessed("   int size = 16;"), kPristine, kRules, macros("#define size_of_tile 16\n")));
    const auto found = changed_header(preprocessed("   asm(\"nop\");"), kPristine, kRules, macros("#define TILE 16\n#undef  /**/ __valid_range\n#define __valid_range(a, b) asm(\"nop\")\n"));
    REQUIRE(found.has_value());
    CHECK(found->line == 2);
    CHECK(found->what == "a macro of this file changes the header numeric: asm is inline assembly, and not for submissions");
    const auto unnamed = changed_header(preprocessed("   __attribute__((naked)) void f();"), kPristine, kRules, macros("#define TILE 16\n"));
    REQUIRE(unnamed.has_value());
    CHECK(unnamed->line == 4);
}

TEST_CASE("what a header has by itself, and what comes before a submission's own lines, is not its doing")
{
    const std::string pristine = std::string(kPristine).replace(kPristine.find("   ;"), 4, "   asm(\"nop\");");
    CHECK(!changed_header(preprocessed("   asm(\"nop\");"), pristine, kRules, macros("#define TILE 16\n")));
    CHECK(!changed_header("# 1 \"/kit/include/p.hpp\" 1\nasm(\"nop\");\n# 1 \"/src/a.cu\"\nint a;\n", kPristine, kRules, {}));
}

TEST_CASE("the names of macros are found, however their directives are written")
{
    const auto all = macros("#define ONE 1\n# /* a */ define TWO(a) a\n#if 0\n#undef THREE\n#endif\n#ifdef FOUR\n#endif\n");
    std::string names;
    for (const MacroLine& macro : all) names += macro.name + ":" + std::to_string(macro.line) + " ";
    CHECK(names == "ONE:1 TWO:2 THREE:4 ");
}

}  // namespace of_header_text
