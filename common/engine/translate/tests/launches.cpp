#include "translated.hpp"

namespace {

/// The lambda's captures for the variables that `arguments` defines.
std::string captured(std::string_view arguments)
{
    std::string out;
    for (int i = 0; arguments.find("auto halo_" + std::to_string(i) + " = ") != std::string_view::npos; ++i)
        out += ", halo_" + std::to_string(i);
    return out;
}

/// The translation of `kernel<<<config>>>(…)`. `arguments`: their evaluation; `call`: the call inside the lambda.
std::string launched(std::string_view config, std::string_view kernel, std::string_view arguments, std::string_view call,
                     std::string_view line = "__LINE__")
{
    return "__extension__ ({ const auto halo_config = ::halo_engine::configure(" + std::string(config) + ").named(\"" +
           std::string(kernel) + "\", __FILE__, " + std::string(line) + "); " + std::string(arguments) +
           "::halo_engine::launch(halo_config, [&" + captured(arguments) + "]() mutable __attribute__((no_sanitize(\"thread\"))) { " +
           std::string(call) + "; }); })";
}

std::string in_f(std::string_view statement) { return "void f() { " + std::string(statement) + " }"; }

}  // namespace

TEST_CASE("a launch becomes a call of the engine, with the kernel's name and line")
{
    CHECK(translated(in_f("k<<<g, b>>>(x, y);")) ==
          in_f(launched("g, b", "k", "auto halo_0 = x;  auto halo_1 = y; ", "k(halo_0, halo_1)") + ";"));
}

TEST_CASE("a launch without arguments calls without arguments")
{
    CHECK(translated(in_f("k<<<g, b>>>();")) == in_f(launched("g, b", "k", "", "k()") + ";"));
}

TEST_CASE("arguments without a type of their own stay in the call: literals, null pointers, braces")
{
    CHECK(translated(in_f("k<<<1, 2>>>(0, NULL, nullptr, -1.5f, \"s\", {n, 2}, true);")) ==
          in_f(launched("1, 2", "k", "      ", "k(0, NULL, nullptr, -1.5f, \"s\", {n, 2}, true)") + ";"));
    CHECK(translated(in_f("k<<<1, 2>>>(0, n);")) == in_f(launched("1, 2", "k", " auto halo_0 = n; ", "k(0, halo_0)") + ";"));
    CHECK(translated(in_f("k<<<1, 2>>>(NULL + n, g(0));")) ==
          in_f(launched("1, 2", "k", "auto halo_0 = NULL + n;  auto halo_1 = g(0); ", "k(halo_0, halo_1)") + ";"));
}

TEST_CASE("a literal over several lines keeps its lines")
{
    CHECK(translated("void f() { k<<<1, 2>>>(R\"(a\nb)\", \"c\\\nd\"); }").find("k(halo_0, halo_1)") != std::string::npos);
    CHECK(translated("template <class... A> void f(A... a) { k<<<1, 2>>>(g(\"c\\\nd\", a)...); }").find("g(\"cd\", a)...)") !=
          std::string::npos);
}

TEST_CASE("a comma between template arguments does not separate the launch's arguments")
{
    CHECK(translated(in_f("k<<<1, 2>>>(f<a, b>(x), A<1, 2>{}, c < d, e > g);")) ==
          in_f(launched("1, 2", "k",
                        "auto halo_0 = f<a, b>(x);  auto halo_1 = A<1, 2>{};  auto halo_2 = c < d;  auto halo_3 = e > g; ",
                        "k(halo_0, halo_1, halo_2, halo_3)") +
               ";"));
}

TEST_CASE("a pack of arguments stays a pack")
{
    const std::string text = translated("template <class... A> void f(A... a) { k<<<1, 2>>>(x, g(a)...); }");
    CHECK(text.find("auto halo_0 = x; ") != std::string::npos);
    CHECK(text.find("[&, halo_0](auto... halo_1) mutable ") != std::string::npos);
    CHECK(text.find("{ k(halo_0, halo_1...); }, g(a)...); })") != std::string::npos);
    const std::string two = translated("template <class... A> void f(A... a) { k<<<1, 2>>>(NULL, g(a)..., x, h(a)..., 0); }");
    CHECK(two.find("[&](auto... halo_0) mutable ") != std::string::npos);
    CHECK(two.find("{ k(NULL, halo_0..., 0); }, g(a)..., x, h(a)...); })") != std::string::npos);
}

TEST_CASE("arguments of a kernel in the same file have its parameters' types, and keep line and column")
{
    const std::string text = translated("__global__ void k(const float* __restrict__ in, unsigned n) {}\nvoid f() {\n  k<<<g, b>>>(x,\n\t 1);\n}\n");
    CHECK(text.find("const float* halo_0 =\n#line 3\n              x; \n") != std::string::npos);
    CHECK(text.find("unsigned halo_1 =\n#line 4\n\t 1; ") != std::string::npos);
    CHECK(text.find("{ k(halo_0, halo_1); }") != std::string::npos);
    CHECK(translated("__global__ void k(int n) {}\nvoid f() { CHECK(k<<<g, b>>>(x)); }").find("int halo_0 = x; ") != std::string::npos);
}

TEST_CASE("a launch with the wrong number of arguments becomes an error at the kernel's name, and no call")
{
    const std::string text = translated("__global__ void k(int n) {}\nvoid f() {\n  k<<<g, b>>>(x, y);\n}\n");
    CHECK(text.find("static_assert(\n#line 3\n  false, \"k takes 1 argument (int n), but this launch passes 2\"); ") != std::string::npos);
    CHECK(text.find("k(halo_0") == std::string::npos);
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
        "Kernels<T>::template run<4>", "(k)", "(*pointer)", "table[i]", "pick(n)", "pick<3>(n)[1]", "object.kernel",
        "object->kernel", "this->table[0]", "k<sizeof(int) * 2>", "k<'<'>", "k<x->y>",
    };
    for (const std::string_view callee : callees) {
        CAPTURE(callee);
        for (const std::string_view before : {"", "return ", "if (a > b) ", "if (a) {} else ", "x = 1; ", "label: "}) {
            CAPTURE(before);
            std::string source = "void f() { ";
            source.append(before).append(callee).append("<<<g, b>>>(x); }");
            const std::string call = std::string(callee) + "(halo_0)";
            const std::string want = in_f(std::string(before) + launched("g, b", callee, "auto halo_0 = x; ", call) + ";");
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
          "void f() {\n  " + launched("g,   // blocks\n      b", "k", "auto halo_0 = x; \n           auto halo_1 = y; ",
                                     "k(halo_0, halo_1)", "2") + ";\n}\n");
    CHECK(translated("void f() {\n k<A,\n   B>\n <<<g, b>>>\n (x); }") ==
          "void f() {\n " + launched("\n\n g, b", "k<A, B>", "\n auto halo_0 = x; ", "k<A, B>(halo_0)", "2") + "; }");
}

TEST_CASE("a launch in a macro works, and a macro's parameter names the kernel")
{
    CHECK(translated("#define RUN(kernel, n, ...) \\\n  kernel<<<n, 256>>>(__VA_ARGS__)\n") ==
          "#define RUN(kernel, n, ...) \\\n  __extension__ ({ const auto halo_config = ::halo_engine::configure(n, 256).named(#kernel, "
          "__FILE__, __LINE__); ::halo_engine::launcher(halo_config, [&](auto... halo_args) "
          "__attribute__((no_sanitize(\"thread\"))) { kernel(halo_args...); })(__VA_ARGS__); })\n");
    CHECK(translated("#define RUN(...) k<<<1, 2>>>(NULL, ##__VA_ARGS__)\n").find("})(nullptr, ##__VA_ARGS__); })") !=
          std::string::npos);
    CHECK(translated("#define RUN(n) k_##n<<<1, \\\n 2>>>(x)\n") ==
          "#define RUN(n) " + launched("1, \\\n 2", "k_##n", "auto halo_0 = x; ", "k_##n(halo_0)") + "\n");
}

TEST_CASE("two launches in one line, and one in the argument of a macro")
{
    CHECK(translated("void f() { a<<<1, 2>>>(x); b<<<3, 4>>>(y); }").find("(x)") == std::string::npos);
    CHECK(translated("void f() { CHECK((a<<<1, 2>>>(x))); }").ends_with("{ a(halo_0); }); }))); }"));
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
    CHECK(translated(in_f("k << <1, 2 >> >(x);")) == in_f(launched(" 1, 2 ", "k", "auto halo_0 = x; ", "k(halo_0)") + ";"));
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
