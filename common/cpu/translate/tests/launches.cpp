#include "translated.hpp"

TEST_CASE("a launch becomes a call of the engine, with the kernel's name and line")
{
    CHECK(translated("void f() { k<<<g, b>>>(x, y); }") ==
          "void f() { ::halo_cpu::launch(::halo_cpu::LaunchConfig(g, b).named(\"k\", __FILE__, __LINE__), "
          "[=](auto... halo_args) { k(halo_args...); }, x, y); }");
}

TEST_CASE("a launch without arguments leaves no comma behind")
{
    CHECK(translated("void f() { k<<<g, b>>>(); }") ==
          "void f() { ::halo_cpu::launch(::halo_cpu::LaunchConfig(g, b).named(\"k\", __FILE__, __LINE__), "
          "[=](auto... halo_args) { k(halo_args...); }); }");
}

TEST_CASE("shared bytes and a stream go along")
{
    CHECK(translated("void f() { k<<<g, b, n * sizeof(float), s>>>(x); }").find(
              "LaunchConfig(g, b, n * sizeof(float), s).named(\"k\"") != std::string::npos);
}

TEST_CASE("whatever names a kernel in front of <<< is called")
{
    const std::string_view callees[] = {
        "k", "::k", "ns::k", "a::b::k", "k<float>", "k<A<B<3>>, 4>", "ns::k<T, (1 > 2)>", "Kernels<T>::run",
        "Kernels<T>::template run<4>", "(k)", "(*pointer)", "table[i]", "pick(n)", "pick<3>(n)[1]", "object.kernel",
        "object->kernel", "this->table[0]", "k<sizeof(int) * 2>", "k<'<'>", "k<x->y>",
    };
    for (const std::string_view callee : callees) {
        CAPTURE(callee);
        for (const std::string_view before : {"", "return ", "if (a > b) ", "if (a) {} else ", "x = 1; ", "label: "}) {
            CAPTURE(before);
            std::string source = "void f() { ";
            source.append(before).append(callee).append("<<<g, b>>>(x); }");
            std::string want = "void f() { ";
            want.append(before).append("::halo_cpu::launch(::halo_cpu::LaunchConfig(g, b).named(\"").append(callee);
            want.append("\", __FILE__, __LINE__), [=](auto... halo_args) { ").append(callee);
            want.append("(halo_args...); }, x); }");
            CHECK(translated(source) == want);
        }
    }
}

TEST_CASE("the end of a configuration is the >>> in front of the arguments, not a template's")
{
    const std::string_view configs[] = {
        "n >> 1, 256", "1, sizeof(A<B<C<int>>>)", "dim3{1, 2}, dim3(3, 4)", "1, Foo<Bar<3>>::value", "Size<A<B>>{}, 1",
        "(a > b) ? 1 : 2, 1 << 3", "f([] { return 1; }), 1", "grid(n, '>'), 1",
    };
    for (const std::string_view config : configs) {
        CAPTURE(config);
        std::string source = "void f() { k<<<";
        source.append(config).append(">>>(x); }");
        CHECK(translated(source).find("LaunchConfig(" + std::string(config) + ").named(\"k\"") != std::string::npos);
    }
}

TEST_CASE("a launch over several lines keeps its tokens where they are, and names its first line")
{
    CHECK(translated("void f() {\n  k<<<g,   // blocks\n      b>>>(x,\n           y);\n}\n") ==
          "void f() {\n  ::halo_cpu::launch(::halo_cpu::LaunchConfig(g,   // blocks\n"
          "      b).named(\"k\", __FILE__, 2), [=](auto... halo_args) { k(halo_args...); }, x,\n           y);\n}\n");
    CHECK(translated("void f() {\n k<A,\n   B>\n <<<g, b>>>\n (x); }") ==
          "void f() {\n ::halo_cpu::launch(::halo_cpu::LaunchConfig(\n\n g, b).named(\"k<A, B>\", __FILE__, 2), "
          "[=](auto... halo_args) { k<A, B>(halo_args...); }\n , x); }");
}

TEST_CASE("NULL as an argument stays a null pointer behind a generic call")
{
    CHECK(translated("void f() { k<<<1, 2>>>(NULL, g(NULL), NULL); }").ends_with("}, nullptr, g(NULL), nullptr); }"));
    CHECK(translated("void f() { k<<<1, 2>>>(NULL + 0); }").ends_with("}, NULL + 0); }"));
}

TEST_CASE("a launch in a macro works, and a macro's parameter gives the name")
{
    CHECK(translated("#define RUN(kernel, n, ...) \\\n  kernel<<<n, 256>>>(__VA_ARGS__)\n") ==
          "#define RUN(kernel, n, ...) \\\n  ::halo_cpu::launch(::halo_cpu::LaunchConfig(n, 256).named(#kernel, __FILE__, "
          "__LINE__), [=](auto... halo_args) { kernel(halo_args...); } __VA_OPT__(,) __VA_ARGS__)\n");
    CHECK(translated("#define RUN(n) k_##n<<<1, \\\n 2>>>(x)\n") ==
          "#define RUN(n) ::halo_cpu::launch(::halo_cpu::LaunchConfig(1, \\\n 2).named(\"k_##n\", __FILE__, __LINE__), "
          "[=](auto... halo_args) { k_##n(halo_args...); }, x)\n");
}

TEST_CASE("two launches in one line, and one in the argument of a macro")
{
    CHECK(translated("void f() { a<<<1, 2>>>(x); b<<<3, 4>>>(y); }").find("(x)") == std::string::npos);
    CHECK(translated("void f() { CHECK((a<<<1, 2>>>(x))); }").ends_with("a(halo_args...); }, x))); }"));
}

TEST_CASE("what only looks like a launch is left alone")
{
    passes_unchanged("bool f(int a, int b) { return a < b; }");
    passes_unchanged("int x = 1<<3; int y = 1 << 3 << 2; void f() { x >>= 1; x <<= 2; x = x >> 1; }");
    passes_unchanged("const char* s = \"k<<<1, 2>>>(x)\"; // k<<<1, 2>>>(x)\n/* k<<<1,\n 2>>>(x) */ int a;");
    passes_unchanged("const char* s = R\"(k<<<1, 2>>>(x) \" ' )\"; const char* t = R\"x(k<<<a)\" >>>)x\";");
    passes_unchanged("auto f = &operator<<<int>; auto g = operator<< <int>; A<B<C<int>>> x;");
    passes_unchanged("struct S { friend std::ostream& operator<<<>(std::ostream&, S); };");
    passes_unchanged("#if 0\nk<<<1, 2>>>(x) don't \" /* */\n#endif\n");
    passes_unchanged("#ifndef __HALO_CPU__\nasm(\"x\"); k<<<1\n#else\nint x;\n#endif\n");
    passes_unchanged("#include <a<<<b>\n#error don't <<< do that\n#pragma x '<<<\n");
    passes_unchanged("int big = 1'000'000; char c = '\\''; char d = '<'; auto e = 0x1'F; double z = 1e+5, h = 0x1p-3;");
}

TEST_CASE("a launch that is cut off is refused in its own line")
{
    CHECK(refused("void f()\n{\n    k<<<1, 2>>;\n}\n") ==
          "k.cu:3: this launch has no `>>>(`\n"
          "  where: k<<<1, 2>>;\n"
          "  try:   write kernel<<<grid, block>>>(arguments), in a macro too\n");
    CHECK(refused("#define ARGS(g, b) <<<g, b>>>\n") ==
          "k.cu:1: this launch names no kernel in front of `<<<`\n"
          "  where: #define ARGS(g, b) <<<g, b>>>\n"
          "  try:   write kernel<<<grid, block>>>(arguments); a macro that holds only `<<< >>>` can't be translated\n");
}
