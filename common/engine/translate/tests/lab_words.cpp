// What a submission's lines may not have, as the preprocessor leaves them.

#include "engine/translate/lab_words.hpp"

#include <doctest/doctest.h>

#include <string>

using halo::engine::check_submission;
using halo::engine::line_directive;

namespace of_lab_words {
namespace {

/// As g++ -E writes a file whose lines after a header are `lines`.
std::string preprocessed(const std::string& lines)
{
    return "# 0 \"/tmp/c/1/a.cu.cpp\"\n# 1 \"<built-in>\"\n# 1 \"/kit/include/cuda_runtime.h\" 1\n"
           "inline void barrier() { asm volatile(\"nop\"); }\n__attribute__((no_sanitize(\"thread\"))) void launch();\n"
           "# 1 \"/src/a.cu\"\n" +
           lines;
}

/// "3: asm is …"; empty if nothing is refused.
std::string refused(const std::string& lines)
{
    const auto result = check_submission(preprocessed(lines), {{"/kit/include", "/usr", "/tmp/c"}, "/src", "halo_unhooked_1"});
    return result.refusal ? std::to_string(result.refusal->line) + ": " + result.refusal->what : "";
}

bool is_refused(const std::string& lines, const std::string& beginning) { return refused(lines).starts_with(beginning); }

}  // namespace

TEST_CASE("words with which a submission would leave the engine's sight are refused, with their line")
{
    CHECK(is_refused("int a;\nvoid f() { asm(\"syscall\"); }\n", "2: asm is inline assembly"));
    CHECK(is_refused("\n\n__asm__(\".globl mine\");\n", "3: __asm__ is"));
    CHECK(is_refused("int w(int) __asm(\"write\");\n", "1: __asm is"));
    CHECK(is_refused("__attribute__((no_sanitize(\"thread\"))) void f();\n", "1: the attribute no_sanitize is"));
    CHECK(is_refused("__attribute__((unused, __constructor__(101)))\nvoid f();\n", "1: the attribute __constructor__ is"));
    CHECK(is_refused("void f()\n__attribute__((\nalias(\"g\")));\n", "3: the attribute alias is"));
    CHECK(is_refused("[[gnu::optimize(\"O3\")]] void f();\n", "1: the attribute optimize is"));
    CHECK(is_refused("[[using gnu: unused, target(\"avx\")]] void f();\n", "1: the attribute target is"));
    CHECK(is_refused("[[nodiscard]] [[gnu::naked]] int f();\n", "1: the attribute naked is"));
    CHECK(is_refused("__attribute__((section(\".preinit_array\"))) int a;\n", "1: the attribute section is"));
    CHECK(is_refused("int a;\n#pragma GCC optimize(\"O3\")\n", "2: #pragma GCC optimize"));
    CHECK(is_refused("void f() {\n\n# 3 \"/src/a.cu\"\n#pragma GCC push_options\n# 3 \"/src/a.cu\"\n}\n", "3: #pragma GCC push_options is"));
    CHECK(is_refused("#pragma weak f\n", "1: #pragma weak is"));
    CHECK(is_refused("void* f() { return __builtin_return_address(0); }\n", "1: __builtin_return_address is"));
    CHECK(is_refused("void f() { __builtin_ia32_wrpkru(0); }\n", "1: __builtin_ia32_wrpkru is"));
    CHECK(is_refused("void f(void* a, void* b) { __builtin_memcpy(a, b, 4); }\n", "1: __builtin_memcpy is"));
    CHECK(is_refused("extern \"C\" void __tsan_read4(void*);\n", "1: __tsan_read4 is a name of the course's"));
    CHECK(is_refused("void f() { halo_engine::set_loop_path(1); }\n", "1: halo_engine is the course's"));
    CHECK(is_refused("using namespace halo_engine;\n", "1: halo_engine is"));
    CHECK(is_refused("<:<:gnu::optimize(\"O3\"):>:> void f();\n", "1: the attribute optimize is"));
    CHECK(is_refused("\nvoid f(int n) { char* a = (char*)__builtin_alloca(n); }\n", "2: alloca is"));
    CHECK(is_refused("void f(void** a) { __builtin_longjmp(a, 1); }\n", "1: __builtin_longjmp is"));
    CHECK(is_refused("int no_sani\\\ntize;\n", "1: a \\ outside a string"));
}

TEST_CASE("nothing hides a word: not a string that looks like a header's line, nor lines between")
{
    CHECK(is_refused("const char* s = R\"(\n# 1 \"/kit/include/x.h\"\n)\"; void f() { asm(\"\"); }\n", "3: asm is"));
    CHECK(is_refused("char c = '\"'; void f() { asm(\"\"); } // \"\n", "1: asm is"));
    CHECK(is_refused("int n = 1'000; void f() { asm(\"\"); } char c = 'a';\n", "1: asm is"));
    CHECK(is_refused("const char* s = \"\"R\"(\"; void f() { asm(\"\"); } const char* t = \")\";\n", "1: asm is"));      // R is the suffix of ""
    CHECK(is_refused("int \\U000000f6 = 1; void f() { a\\\nsm(\"\"); }\n", "1: a \\ outside a string"));
    CHECK(is_refused("__attribute__((unused,\n# 7 \"/src/a.cu\"\n naked)) void f();\n", "7: the attribute naked is"));
    CHECK(is_refused("# 1 \"/src/other.cuh\" 1\nvoid f() { asm(\"\"); }\n", "1: asm is"));
    CHECK(is_refused("# 1 \"/kit/include/../../src/x.h\" 1\nvoid f() { asm(\"\"); }\n", "1: asm is"));
    CHECK(is_refused("int a;\n# 1 \"/usr/lib/gcc/x86_64-linux-gnu/12/include/immintrin.h\" 1 3 4\n", "2: a submission may not include immintrin.h"));
    CHECK(is_refused("\n# 1 \"/proc/self/cmdline\" 1\nint a;\n", "2: a submission may not include cmdline"));
    CHECK(is_refused("# 1 \"/src/../other/a.cu\" 1\nint a;\n", "1: a submission may not include a.cu"));
    CHECK(is_refused("\n# 1 \"/kit/include/engine/engine.hpp\" 1\nint a;\n", "2: a submission may not include engine.hpp"));
    CHECK(line_directive("int a;\n#line 7 \"/kit/include/x.h\"\n")->line == 2);
    CHECK(line_directive("  # 7 \"/kit/include/x.h\" 1\n")->line == 1);
    CHECK(line_directive("#/**/line 7\n")->line == 1);
    CHECK(line_directive("int a;\n#li\\\nne 7\n")->line == 2);
    CHECK(line_directive("# \\ \nline 7\n")->line == 1);
    CHECK(line_directive("int a;\n%:line 7 \"x\"\n")->line == 2);
}

TEST_CASE("ordinary C++ and CUDA pass")
{
    for (const char* lines : {
             "const char* s = \"asm __attribute__((naked)) \\\\ \\\" asm\"; char c = '\\'';\n",
             "__attribute__((flatten)) void k(float* __restrict a) { a[(::halo_engine::thread_index()).x] = 1; }\n",
             "static thread_local __attribute__((aligned(128))) float s_tile[18][18];\n",
             "out[i] = ::halo_engine::returned(fmaf(a, b, c));\n",
             "float gr\\U000000f6\\u00dfe = __real__ z; const char* s = R\"(a\\U\nb)\"_text;\n",
             "__attribute__((section(\"halo_constant\"), used, aligned(32))) float c_filter[5];\n",
             "[[nodiscard]] inline __attribute__((always_inline)) int f([[maybe_unused]] int n) { return a[b[0]]; }\n",
             "auto f = [&]() mutable halo_unhooked_1 { k(a); };\n",
             "#pragma unroll 4\nfor (;;) {}\n#pragma GCC unroll 8\n#pragma nv_diag_suppress 177\n#pragma omp parallel\n",
             "bool b = __builtin_expect(x > 0, 1) && __builtin_isnan(y); float i = __builtin_inff(); int n = __builtin_popcount(7);\n",
             "int my_asm = 0, asm_count = 1; struct halo {}; int attribute = 2; double d = 1'000.5e-3;\n",
             "# 1 \"/usr/include/c++/12/vector\" 1 3\n__attribute__((naked)) void f();\n# 2 \"/src/a.cu\" 2\nstd::vector<int> v;\n",
             "# 1 \"/kit/include/groups/../groups.hpp\" 1\nvoid g() { asm(\"\"); }\n# 2 \"/src/a.cu\" 2\n",
             "const char* text = R\"x(\n#pragma GCC optimize\nasm\n)x\";\n",
         }) {
        CAPTURE(lines);
        CHECK(refused(lines) == "");
    }
    CHECK(!line_directive("// #line 7\n#include <vector>\nconst char* s = \"%:line\"; int a = 7 % ::b;\n#define LINES 3\n"));
}

TEST_CASE("the translation's own word becomes its attribute, wherever the text has it")
{
    const auto result = check_submission("# 1 \"/src/a.cu\"\nauto f = []() mutable halo_unhooked_1 {};\n", {{}, "/src", "halo_unhooked_1"});
    CHECK(result.text == "# 1 \"/src/a.cu\"\nauto f = []() mutable __attribute__((no_sanitize(\"thread\"))) {};\n");
}

}  // namespace of_lab_words
