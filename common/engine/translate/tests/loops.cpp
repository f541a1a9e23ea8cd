#include "translated.hpp"

namespace of_loops {
namespace {

/// `text` with every LOOP and TURN written out.
std::string spelled(std::string text)
{
    const auto replace = [&](std::string_view word, std::string_view meaning) {
        for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += meaning.size())
            text.replace(at, word.size(), meaning);
    };
    replace("LOOP", "switch (::halo_engine::Loop halo_loop{}) default:");
    replace("TURN", "halo_loop.turn()");
    return text;
}

void becomes(std::string_view body, std::string_view want)
{
    CAPTURE(body);
    CHECK(translated(kernel_of(body)) == kernel_of(spelled(std::string(want))));
}

}  // namespace

TEST_CASE("each loop of device code reports its iterations")
{
    becomes("for (int i = 0; i < n; ++i) f(i);", "LOOP for (int i = 0; i < n; ++i, TURN) f(i);");
    becomes("for (;;) { f(); }", "LOOP for (;; TURN) { f(); }");
    becomes("while (x = f()) g();", "LOOP while (TURN, x = f()) g();");
    becomes("do { f(); } while (n);", "LOOP do { TURN; f(); } while (n);");
    becomes("while (n) { f(); }", "LOOP while (n) { TURN; f(); }");
    becomes("for (int x : {1, 2}) { f(x); }", "LOOP for (int x : {1, 2}) { TURN; f(x); }");
    becomes("for (auto r = f(); int x : r) { f(x); }", "LOOP for (auto r = f(); int x : r) { TURN; f(x); }");
    CHECK(translated("__device__ int f() { while (1) ; }") == spelled("__device__ int f() { LOOP while (TURN, 1) ; }"));
}

TEST_CASE("loops in loops, in branches and in lambdas have one each")
{
    becomes("for (;a;) for (;b;) while (c) do { } while (d);",
            "LOOP for (;a; TURN) LOOP for (;b; TURN) LOOP while (TURN, c) LOOP do { TURN; } while (d);");
    becomes("if (n) while (a) f(); else for (;b;) g();", "if (n) LOOP while (TURN, a) f(); else LOOP for (;b; TURN) g();");
    becomes("do { do { } while (a); } while (b); while (c) ;",
            "LOOP do { TURN; LOOP do { TURN; } while (a); } while (b); while (c) ;");
    becomes("do { } while (a); f(); while (c) ;", "LOOP do { TURN; } while (a); f(); LOOP while (TURN, c) ;");
    becomes("auto f = [=] { while (n) ; };", "auto f = [=] { LOOP while (TURN, n) ; };");
    becomes("switch (n) { case 1: while (n) ; break; default: for (;n;) ; }",
            "switch (n) { case 1: LOOP while (TURN, n) ; break; default: LOOP for (;n; TURN) ; }");
}

TEST_CASE("a condition that declares a variable is left alone; one that only looks like a declaration is not")
{
    stays("while (int x = f()) g(x);");
    stays("while (const float* p = next()) g(p);");
    stays("while (A<int> x = f()) g(x);");
    stays("while (ns::T* p = f()) g(p);");
    stays("while (auto x{f()}) g(x);");
    becomes("for (; int x = f(); ) g(x);", "LOOP for (; int x = f(); TURN ) g(x);");
    becomes("while (int x = f()) { g(x); }", "LOOP while (int x = f()) { TURN; g(x); }");
    becomes("while (*p = f()) g();", "LOOP while (TURN, *p = f()) g();");
    becomes("while (a[i] = f()) g();", "LOOP while (TURN, a[i] = f()) g();");
    becomes("while (p->x = f()) g();", "LOOP while (TURN, p->x = f()) g();");
    becomes("while (int(x) < 3) g();", "LOOP while (TURN, int(x) < 3) g();");
    becomes("while (a * b == c) g();", "LOOP while (TURN, a * b == c) g();");
}

TEST_CASE("loops before which nothing can safely be inserted are left alone")
{
    stays("\n#pragma GCC unroll 4\nfor (int i = 0; i < n; ++i) f(i);");
    stays("_Pragma(\"GCC ivdep\") for (int i = 0; i < n; ++i) f(i);");
    becomes("\n#pragma unroll\nfor (int i = 0; i < n; ++i) f(i);", "\n#pragma unroll\nLOOP for (int i = 0; i < n; ++i, TURN) f(i);");
    becomes("_Pragma(\"unroll\") for (int i = 0; i < n; ++i) f(i);", "_Pragma(\"unroll\") LOOP for (int i = 0; i < n; ++i, TURN) f(i);");
    stays("for (int x : r) f(x);");
    stays("do f(); while (n);");
    stays("do if (a) f(); while (n);");
    stays("FOR_EACH(i, n) f(i);");
    stays("for (RANGE(i, n)) f(i);");
    becomes("for (RANGE(i, n)) { f(i); }", "LOOP for (RANGE(i, n)) { TURN; f(i); }");
    becomes("do { f(); } while (0);", "do { f(); } while (0);");
    stays("switch (n) { case 0: do { f(); case 1: f(); } while (n); }");
    stays("switch (n) case 1: while (n) f();");
    stays("goto in; while (n) { in: f(); }");
    becomes("while (n) { goto out; } out: f();", "LOOP while (n) { TURN; goto out; } out: f();");
    becomes("while (n) { if (a) goto next; f(); next: ; }", "LOOP while (n) { TURN; if (a) goto next; f(); next: ; }");
}

TEST_CASE("a loop after a statement without its `;` is left alone, so that g++ reports it; one after a macro is not")
{
    for (const std::string statement : {"f()", "x = n", "x = N", "x = MAX(1, n)", "x = a[n]", "x = (n)", "int x", "int x = 1",
                                        "int x[2] = {1, 2}", "int x{1}", "++x", "x++", "do f(); while (n)"})
        for (const std::string loop : {"for (;;) f();", "while (n) f();", "do { } while (n);"}) stays(statement + "\n" + loop);
    becomes("UNROLL for (;;) f();", "UNROLL LOOP for (;; TURN) f();");
    becomes("UNROLL(4) for (;;) f();", "UNROLL(4) LOOP for (;; TURN) f();");
    becomes("[[likely]] while (n) f();", "[[likely]] LOOP while (TURN, n) f();");
    becomes("{ } if (n) { } while (n) f();", "{ } if (n) { } LOOP while (TURN, n) f();");
}

TEST_CASE("insertions keep the columns of the loop's own text")
{
    becomes("f();  // now\n    for (a; b; c)\n        while (d) {\n            g();\n        }",
            "f(); LOOP  // now\n    for (a; b; c, TURN) LOOP\n        while (d) { TURN;\n            g();\n        }");
    becomes("f();\n#if A\n    for (a; b; c) f();\n#endif\n", "f();\n#if A\n    LOOP for (a; b; c, TURN) f();\n#endif\n");
}

TEST_CASE("a loop in a macro reports its iterations, because device code may use it")
{
    const auto becomes = [](std::string_view source, std::string_view want) {
        CAPTURE(source);
        CHECK(translated(source) == spelled(std::string(want)));
    };
    const std::string each = "#define EACH(i) for (int i = 0; i < 4; ++i)\n", each_counted = "#define EACH(i) LOOP for (int i = 0; i < 4; ++i, TURN)\n";
    becomes(each, each_counted);
    becomes(each + kernel_of("EACH(k) f(k);"), each_counted + kernel_of("EACH(k) f(k);"));
    becomes(each + "constexpr int a = 4;\nconstexpr int f() { return 1; }\n" + kernel_of("EACH(k) f(k);"),
            each_counted + "constexpr int a = 4;\nconstexpr int f() { return 1; }\n" + kernel_of("EACH(k) f(k);"));
    becomes("#define EACH for (int i = 0; i < n; ++i) {\n#define END }\n", "#define EACH LOOP for (int i = 0; i < n; ++i, TURN) {\n#define END }\n");
    becomes("#define EACH(i) _Pragma(\"unroll\") for (int i = 0; i < 4; ++i)\n", "#define EACH(i) _Pragma(\"unroll\") LOOP for (int i = 0; i < 4; ++i, TURN)\n");
    becomes("#define SUM(a) do { \\\n    for (;a;) while (n) { f(); } \\\n} while (0)\n",
            "#define SUM(a) do { LOOP \\\n    for (;a; TURN) LOOP while (n) { TURN; f(); } \\\n} while (0)\n");
}

TEST_CASE("a macro that may not be a whole statement, or may end a loop, is left alone")
{
    passes_unchanged("#define UNTIL(c) while (!(c))\n" + kernel_of("do { f(); } UNTIL(n);"));
    passes_unchanged("#define EACH(i) for (int i = 0; i < 4; ++i)\n" + kernel_of("\n#pragma GCC unroll 4\nEACH(k) f(k);"));
    passes_unchanged("#define EACH(i) for (int i = 0; i < 4; ++i)\n" + kernel_of("x = n\nEACH(k) f(k);"));
    passes_unchanged("#define EACH(i) for (int i = 0; i < 4; ++i)\nint f(int n) { switch (n) { EACH(k) { case 1: g(); } } }\n");
    passes_unchanged("#define EACH(i) for (int i = 0; i < 4; ++i)\nconstexpr int f() { int s = 0; EACH(k) s += k; return s; }\n" + kernel_of("EACH(k) f(k);"));
    passes_unchanged("#define EACH(i) for (int i = 0; i < 4; ++i)\n#define SUM(s) EACH(k) s += k\nconstexpr int f() { int s = 0; SUM(s); return s; }\n");
    passes_unchanged("#define LOOP for\n#define RANGE(i) int i = 0; i < 4; ++i\n");
}

TEST_CASE("loops in host code are unchanged, and so are all loops without the watchers")
{
    passes_unchanged("int main() { for (;;) ; }\n__global__ void k();\nstruct S { int f() { while (1) ; } };");
    const std::string_view source = "__global__ void k() { for (;;) ; }";
    CHECK(halo::engine::translate(source, "k.cu", {.watch = false}).text == "#line 1 \"k.cu\"\n" + std::string(source));
}

TEST_CASE("both alternatives of a loop's end in an #if are left as ends")
{
    const std::string text = translated("__global__ void k() { do { f(); }\n#ifdef A\nwhile (a);\n#else\nwhile (b);\n#endif\n}");
    CHECK(text.find("while (b);") != std::string::npos);
}

}  // namespace of_loops
