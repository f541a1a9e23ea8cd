#include "translated.hpp"

TEST_CASE("a call whose result is not used says so, if it stands as a statement in a file with a main of its own")
{
    CHECK(translated("void f() { cudaFree(d); }") == "void f() { cudaFree(d), ::halo_engine::Unused{\"cudaFree\", __FILE__, 1}; }");
    CHECK(translated("void f() { if (d)\n ::cudaFree(d); }").find("), ::halo_engine::Unused{\"cudaFree\", __FILE__, 2};") != std::string::npos);
    CHECK(translated("void f() { cudaMemcpy(d,\nh, 4, kind); }") == "void f() { cudaMemcpy(d,\nh, 4, kind); }");
    for (const std::string text :
         {"void f() { e = cudaFree(d); }", "void f() { return cudaFree(d); }", "void f() { check(cudaFree(d)); }", "void f() { cudaCheck(d); }",
          "void f() { (void)cudaFree(d); }", "cudaError_t cudaFree(void* d);", "#define FREE(d) cudaFree(d);\n", "struct A { void cudaFree(int); };"})
        CHECK(translated(text) == text);
}

namespace {

/// Argument `number`, evaluated by the host.
std::string captured(int number, std::string_view argument)
{
    return ", halo_" + std::to_string(number) + " = ::halo_engine::argument(" + std::string(argument) + ")";
}

std::string launch(std::string_view config, std::string_view kernel, std::string_view line = "__LINE__")
{
    return "::halo_engine::Launch(::halo_engine::configure(" + std::string(config) + ").named(\"" + std::string(kernel) + "\", __FILE__, " +
           std::string(line) + "))";
}

/// The translation of `kernel<<<config>>>(…)`. `arguments`: the lambda's captures; `call`: the call inside it.
std::string launched(std::string_view config, std::string_view kernel, std::string_view arguments, std::string_view call,
                     std::string_view line = "__LINE__")
{
    std::string kept;
    for (int i = 0; arguments.find("halo_" + std::to_string(i) + " = ") != std::string_view::npos; ++i)
        kept += (i == 0 ? "" : ", ") + ("halo_" + std::to_string(i));
    if (!kept.empty()) kept = ", ::halo_engine::keep_parameters(" + kept + ")";
    return launch(config, kernel, line) + ".launched_by([&" + std::string(arguments) + "]() mutable __attribute__((no_sanitize(\"thread\"))) { " +
           std::string(call) + kept + "; })";
}

std::string in_f(std::string_view statement) { return "void f() { " + std::string(statement) + " }"; }

}  // namespace

TEST_CASE("a launch becomes a call of the engine, with the kernel's name and line")
{
    CHECK(translated(in_f("k<<<g, b>>>(x, y);")) ==
          in_f(launched("g, b", "k", captured(0, "x") + " " + captured(1, "y"), "k(halo_0(), halo_1())") + ";"));
}

TEST_CASE("a launch without arguments calls without arguments")
{
    CHECK(translated(in_f("k<<<g, b>>>();")) == in_f(launched("g, b", "k", "", "k()") + ";"));
}

TEST_CASE("arguments without a type of their own stay in the call: literals, null pointers, braces")
{
    CHECK(translated(in_f("k<<<1, 2>>>(0, NULL, nullptr, -1.5f, \"s\", {n, 2}, true);")) ==
          in_f(launched("1, 2", "k", "      ", "k(0, NULL, nullptr, -1.5f, \"s\", {n, 2}, true)") + ";"));
    CHECK(translated(in_f("k<<<1, 2>>>(0, n);")) == in_f(launched("1, 2", "k", " " + captured(0, "n"), "k(0, halo_0())") + ";"));
    CHECK(translated(in_f("k<<<1, 2>>>(NULL + n, g(0));")) ==
          in_f(launched("1, 2", "k", captured(0, "NULL + n") + " " + captured(1, "g(0)"), "k(halo_0(), halo_1())") + ";"));
}

TEST_CASE("a literal over several lines keeps its lines")
{
    CHECK(translated("void f() { k<<<1, 2>>>(R\"(a\nb)\", \"c\\\nd\"); }").find("k(halo_0(), halo_1())") != std::string::npos);
    CHECK(translated("template <class... A> void f(A... a) { k<<<1, 2>>>(g(\"c\\\nd\", a)...); }").find("argument(g(\"cd\", a))...)") !=
          std::string::npos);
}

TEST_CASE("a comma between template arguments does not separate the launch's arguments")
{
    CHECK(translated(in_f("k<<<1, 2>>>(f<a, b>(x), A<1, 2>{}, c < d, e > g);")) ==
          in_f(launched("1, 2", "k",
                        captured(0, "f<a, b>(x)") + " " + captured(1, "A<1, 2>{}") + " " + captured(2, "c < d") + " " + captured(3, "e > g"),
                        "k(halo_0(), halo_1(), halo_2(), halo_3())") +
               ";"));
}

TEST_CASE("a pack of arguments stays a pack")
{
    const std::string text = translated("template <class... A> void f(A... a) { k<<<1, 2>>>(x, g(a)...); }");
    CHECK(text.find("[&, halo_0 = ::halo_engine::argument(x) ](auto&... halo_1) mutable ") != std::string::npos);
    CHECK(text.find("{ k(halo_0(), halo_1()...), ::halo_engine::keep_parameters(halo_0, halo_1...); }, ::halo_engine::argument(g(a))...)") != std::string::npos);
    const std::string two = translated("template <class... A> void f(A... a) { k<<<1, 2>>>(NULL, g(a)..., x, h(a)..., 0); }");
    CHECK(two.find("](auto&... halo_0) mutable ") != std::string::npos);
    CHECK(two.find("{ k(NULL, halo_0()..., 0), ::halo_engine::keep_parameters(halo_0...); }, ::halo_engine::argument(g(a))..., "
                   "::halo_engine::argument(x), ::halo_engine::argument(h(a))...)") != std::string::npos);
}

TEST_CASE("a launch of a kernel of known type is a call with the arguments as they are written")
{
    CHECK(translated("__global__ void k(const float* in, unsigned n) {}\nvoid f() {\n  k<<<g, b>>>(x,\n\t {1});\n}\n") ==
          "__global__ void k(const float* in, unsigned n) {}\nvoid f() {\n  " + launch("g, b", "k") +
              ".HALO_OF(k)(\n#line 3\n              x,\n\t {1});\n}\n");
    CHECK(translated("__global__ void k(int n) {}\nvoid f() {\n  CHECK(k<<<g, b>>>(x)); }\n").find("#line") == std::string::npos);
    for (const std::string_view kernel : {"(*k)", "table[i]", "pick(n)", "pick<3>(n)[1]", "object->table[0]"}) {
        CAPTURE(kernel);
        CHECK(translated(in_f(std::string(kernel) + "<<<g, b>>>(x, 0);")) == in_f(launch("g, b", kernel) + ".of(" + std::string(kernel) + ")(\n#line 1\n" + std::string(22 + kernel.size(), ' ') + "x, 0);"));
    }
    for (const std::string_view pointer : {"void f(void (*k)(int)) {", "void f() { auto k = pick(3);", "void f() { for (auto* k : table)"})
        CHECK(translated(std::string(pointer) + " k<<<g, b>>>(x); }").find(launch("g, b", "k") + ".of(k)(") != std::string::npos);
    CHECK(translated("template <class T> __global__ void k(T x) {} void f() { auto k = pick(3); k<<<g, b>>>(x); }").find(".of(k)") == std::string::npos);
    CHECK(translated("__global__ void k(int n, float x = 1) {} void f() { k<<<g, b>>>(x); k<<<g, b>>>(x, y); }").find(
              ".launched_by([&, halo_0 = ::halo_engine::argument<int>(x)]()") != std::string::npos);
    const std::string two = "__global__ void k(int x) {} ";
    for (const std::string other : {"int k(float x) { return 1; } ", "std::vector<int> k(const std::vector<int>& v); ", "void g() { use(k(1.0f)); } "})
        CHECK(translated(two + other + in_f("k<<<g, b>>>(1);")).find("OF(k)") == std::string::npos);
    for (const std::string same : {"__global__ void k(int x); ", "void k2(int x) { use(x, k); } "})
        CHECK(translated(two + same + in_f("k<<<g, b>>>(1);")).find("OF(k)") != std::string::npos);
    const std::string_view kernels = "template <class T, int N> __global__ void t(T* out, T x) {} ";
    CHECK(translated(std::string(kernels) + in_f("t<float, 2><<<g, b>>>(x, 0);")).ends_with("x, 0); }"));
    CHECK(translated(std::string(kernels) + in_f("t<float, 2><<<g, b>>>(x, 0);")).find(".HALO_OF(t<float, 2>)(") != std::string::npos);
    for (const std::string_view launch : {"t<float><<<g, b>>>(x, 0);", "t<<<g, b>>>(x, 0);", "u<float, 2><<<g, b>>>(x, 0);", "(t)<<<g, b>>>(x, 0);"})
        CHECK(translated(std::string(kernels) + in_f(launch)).find("OF(") == std::string::npos);
    for (const std::string_view other : {"__global__ void t(int* out, int x) {}", "template <class T, int N> __global__ void t(T* out, int x) {}",
                                         "template <class T, int... N> __global__ void s(T* out, T x = 0) {}"}) {
        CAPTURE(other);
        const std::string text = translated(std::string(kernels) + std::string(other) + in_f("t<float, 2><<<g, b>>>(x, 0); s<float, 2><<<g, b>>>(x);"));
        CHECK((text.find(".HALO_OF(t<") == std::string::npos) == (other.find(" t(") != other.npos));
        CHECK(text.find(".HALO_OF(s<") == std::string::npos);
    }
}

TEST_CASE("the host converts an argument to its parameter's type, as far as that is none of the template")
{
    CHECK(translated("template <class T> __global__ void k(const float* in, T* out, int n, T x, const N<3> y) {} " + in_f("k<<<g, b>>>(a, c, 0, d, e);"))
              .ends_with(in_f(launch("g, b", "k") + ".launched_by([&, halo_0 = ::halo_engine::argument<const float*>(a) , halo_1 = ::halo_engine::argument(c)"
                              "  , halo_2 = ::halo_engine::argument(d) , halo_3 = ::halo_engine::argument(e)]() mutable "
                              "__attribute__((no_sanitize(\"thread\"))) { k(halo_0(), halo_1(), 0, halo_2(), halo_3()), "
                              "::halo_engine::keep_parameters(halo_0, halo_1, halo_2, halo_3); });")));
    for (const std::string type : {"const uint32_t", "unsigned", "const dim3"})      // without a name
        CHECK(translated("template <class T> __global__ void k(T* out, " + type + ") {} " + in_f("k<<<g, b>>>(a, c);")).find("argument<" + type + ">(c)") != std::string::npos);
}

TEST_CASE("a launch with the wrong number of arguments becomes an error at the kernel's name, and no call")
{
    const std::string text = translated("__global__ void k(int n) {}\nvoid f() {\n  k<<<g, b>>>(x, y);\n}\n");
    CHECK(text.find("static_assert(\n#line 3\n  false, \"k takes 1 argument (int n), but this launch passes 2\"); ") != std::string::npos);
    CHECK(text.find("k(halo_0") == std::string::npos);
    CHECK(text.find("argument<int>(x)") != std::string::npos);
    CHECK(translated("__global__ void k(Pair<int, 3> p) {}\nvoid f() { k<<<g, b>>>(x, y); }").find("k takes 1 argument (Pair<int, 3> p), but") != std::string::npos);
    for (const std::string_view kernel : {"template <class T> __global__ void k(T n) {}", "__global__ void k(int n, int m = 0) {}", "__global__ void k(int n) {} int (*k)();",
                                          "__global__ void k(int n) {} __global__ void k(float n, int m) {}", "__global__ void k(int... n) {}",
                                          "__global__ void k(Pair<int, 3> p, Pair<float, 4> q) {}"}) {
        CAPTURE(kernel);
        CHECK(translated(std::string(kernel) + "\nvoid f() { k<<<g, b>>>(x, y); }").find("static_assert") == std::string::npos);
    }
}

TEST_CASE("shared bytes and a stream are passed on")
{
    CHECK(translated("void f() { k<<<g, b, n * sizeof(float), s>>>(x); }").find(
              "configure(g, b, n * sizeof(float), s).named(\"k\"") != std::string::npos);
}

TEST_CASE("any expression before <<< that names a kernel is called")
{
    const std::string_view callees[] = {
        "k", "::k", "ns::k", "a::b::k", "k<float>", "k<A<B<3>>, 4>", "ns::k<T, (1 > 2)>", "Kernels<T>::run",
        "Kernels<T>::template run<4>", "(k)", "object.kernel", "object->kernel", "k<sizeof(int) * 2>", "k<'<'>", "k<x->y>",
    };
    for (const std::string_view callee : callees) {
        CAPTURE(callee);
        for (const std::string_view before : {"", "return ", "if (a > b) ", "if (a) {} else ", "x = 1; ", "label: "}) {
            CAPTURE(before);
            std::string source = "void f() { ";
            source.append(before).append(callee).append("<<<g, b>>>(x); }");
            const std::string call = std::string(callee) + "(halo_0())";
            const std::string want = in_f(std::string(before) + launched("g, b", callee, captured(0, "x"), call) + ";");
            CHECK(translated(source) == want);
        }
    }
}

TEST_CASE("a configuration ends at the >>> before the arguments, not at a template's")
{
    const std::string_view configs[] = {
        "n >> 1, 256", "1, sizeof(A<B<C<int>>>)", "dim3{1, 2}, dim3(3, 4)", "1, Foo<Bar<3>>::value", "Size<A<B>>{}, 1",
        "(a > b) ? 1 : 2, 1 << 3", "f([] { return 1; }), 1", "grid(n, '>'), 1",
    };
    for (const std::string_view config : configs) {
        CAPTURE(config);
        std::string source = "void f() { k<<<";
        source.append(config).append(">>>(x); }");
        CHECK(translated(source).find("configure(" + std::string(config) + ").named(\"k\"") != std::string::npos);
    }
}

TEST_CASE("a launch over several lines keeps its tokens in place, and is reported at its first line")
{
    CHECK(translated("void f() {\n  k<<<g,   // blocks\n      b>>>(x,\n           y);\n}\n") ==
          "void f() {\n  " + launched("g,   // blocks\n      b", "k", captured(0, "x") + "\n           " + captured(1, "y"),
                                     "k(halo_0(), halo_1())", "2") + ";\n}\n");
    CHECK(translated("void f() {\n k<A,\n   B>\n <<<g, b>>>\n (x); }") ==
          "void f() {\n " + launch("\n\n g, b", "k<A, B>", "2") + ".launched_by(\n [&" + captured(0, "x") +
              "]() mutable __attribute__((no_sanitize(\"thread\"))) { k<A, B>(halo_0()), ::halo_engine::keep_parameters(halo_0); }); }");
}

TEST_CASE("a launch in a macro works, and a macro's parameter names the kernel")
{
    CHECK(translated("#define RUN(kernel, n, ...) \\\n  kernel<<<n, 256>>>(__VA_ARGS__)\n") ==
          "#define RUN(kernel, n, ...) \\\n  ::halo_engine::Launch(::halo_engine::configure(n, 256).named(#kernel, __FILE__, __LINE__))"
          ".taking([&](auto&... halo_args) __attribute__((no_sanitize(\"thread\"))) { kernel(halo_args()...), "
          "::halo_engine::keep_parameters(halo_args...); })(__VA_ARGS__)\n");
    CHECK(translated("#define RUN(...) k<<<1, 2>>>(NULL, ##__VA_ARGS__)\n").find("})(nullptr, ##__VA_ARGS__)\n") != std::string::npos);
    CHECK(translated("#define RUN(n) k_##n<<<1, \\\n 2>>>(x)\n") ==
          "#define RUN(n) " + launched("1, \\\n 2", "k_##n", captured(0, "x"), "k_##n(halo_0())") + "\n");
}

TEST_CASE("two launches in one line, and one in the argument of a macro")
{
    CHECK(translated(in_f("a<<<1, 2>>>(x); b<<<3, 4>>>(y);")) ==
          in_f(launched("1, 2", "a", captured(0, "x"), "a(halo_0())") + "; " + launched("3, 4", "b", captured(0, "y"), "b(halo_0())") + ";"));
    CHECK(translated("void f() { CHECK((a<<<1, 2>>>(x))); }").ends_with("{ a(halo_0()), ::halo_engine::keep_parameters(halo_0); }))); }"));
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

TEST_CASE("a launch must give its blocks and its threads, and at most four parts")
{
    CHECK(refused("void f()\n{\n    k<<<n>>>(x);\n}\n") ==
          "k.cu:3: this launch gives the number of blocks, but not the threads per block\n"
          "  where: k<<<n>>>(x);\n"
          "  try:   write kernel<<<grid, block>>>(arguments), or <<<grid, block, shared bytes, stream>>>\n");
    CHECK(refused("void f() { k<<<1, 2, 3, 4, 5>>>(x); }").starts_with("k.cu:1: this launch has 5 parts between <<< and >>>"));
    CHECK(refused("void f() { k<<<f<a, b>(), 2, 3, g(4, 5)>>>(x); }").empty());
    CHECK(refused("#define GO(config) k<<<config>>>()\n").empty());
}

TEST_CASE("a launch that is cut off is refused in its own line")
{
    CHECK(refused("void f()\n{\n    k<<<1, 2>>;\n}\n") ==
          "k.cu:3: this launch has no `>>>(`\n"
          "  where: k<<<1, 2>>;\n"
          "  try:   write kernel<<<grid, block>>>(arguments), in a macro too\n");
    CHECK(refused("#define ARGS(g, b) <<<g, b>>>\n") ==
          "k.cu:1: this launch names no kernel before `<<<`\n"
          "  where: #define ARGS(g, b) <<<g, b>>>\n"
          "  try:   write kernel<<<grid, block>>>(arguments); a macro with only `<<< >>>` can't be translated\n");
}

TEST_CASE("a line without its `;` before a launch is refused, unless it may come from a macro")
{
    CHECK(refused("void f(int n)\n{\n    int blocks = n / 64\n    k<<<blocks, 64>>>(n);\n}\n") ==
          "k.cu:3: a `;` is missing at the end of this line\n"
          "  where: int blocks = n / 64\n"
          "  try:   write it; the launch in line 4 is a statement of its own\n");
    for (const std::string line : {"cudaMalloc(&d, 4)", "int b = n", "int b = N", "int b", "b = (n + 1)", "b = f(n)", "b = a[n]",
                                   "const char* s = \"a\"", "check<int>(n)"})
        CHECK(refused("void f()\n{\n    " + line + "\n    k<<<1, 2>>>(n);\n}\n").starts_with("k.cu:3: a `;` is missing"));
    for (const std::string line : {"CHECK(cudaMalloc(&d, 4))", "check(cudaMalloc(&d, 4))", "TIMED", "timed", "if (n)", "else", "(void)", "do",
                                   "for (;;)", "case 1:", "int b =\n#ifdef B\n1;\n#else\n2;\n#endif"})
        CHECK(refused("void f()\n{\n    " + line + "\n    k<<<1, 2>>>(n);\n}\n").empty());
    CHECK(refused("#include \"cuda/check.hpp\"\nvoid f()\n{\n    CUDA_CHECK(f())\n    k<<<1, 2>>>(n);\n}\n").starts_with("k.cu:4: a `;`"));
    CHECK(refused("#define GO(n) int b = n \\\n k<<<1, 2>>>(b)\n").empty());
}

TEST_CASE("a launch by pointer loses its cast to void*, and nothing else does")
{
    CHECK(translated("int f() { return cudaLaunchKernel((void*)k<int, 2>, g, b, a); }") ==
          "int f() { return cudaLaunchKernel(k<int, 2>, g, b, a); }");
    CHECK(translated("int f() { return cudaLaunchCooperativeKernel((const void *)\n&k, g, b, a); }") ==
          "int f() { return cudaLaunchCooperativeKernel(\n&k, g, b, a); }");
    CHECK(translated("int f() { return cudaLaunchKernel(reinterpret_cast<void const*>(k), g, b, a); }") ==
          "int f() { return cudaLaunchKernel((k), g, b, a); }");
    CHECK(translated("#define RUN(k) cudaLaunchKernel((void*)(void*)k, g, b, a)\n") ==
          "#define RUN(k) cudaLaunchKernel(k, g, b, a)\n");
    passes_unchanged("int f() { return cudaLaunchKernel((Kernel*)p, g, b, (void**)a) + other((void*)k); }");
    passes_unchanged("cudaError_t cudaLaunchKernel(const void* k, dim3 grid);");
}

TEST_CASE("<<< and >>> may be split by an editor")
{
    CHECK(translated(in_f("k << <1, 2 >> >(x);")) == in_f(launched(" 1, 2 ", "k", captured(0, "x"), "k(halo_0())") + ";"));
    passes_unchanged("void f() { std::cout << a << b; int x = a >> b; }");
}

TEST_CASE("a kernel that is to be inlined keeps a function of its own; a device function is inlined as written")
{
    CHECK(translated("__forceinline__ __global__ void k() {}") == "inline __global__ void k() {}");
    CHECK(translated("static __global__ __forceinline__ void k(int n);") == "static __global__ inline void k(int n);");
    CHECK(translated("__attribute__((always_inline)) inline __global__ void k() {}") == "__attribute__((noinline)) inline __global__ void k() {}");
    CHECK(translated("#define KERNEL __global__ __forceinline__\n") == "#define KERNEL __global__ inline\n");
    const std::string_view device = "__forceinline__ __device__ int f() { return 1; } __global__ void k() { f(); }";
    CHECK(translated(device) == device);
}
