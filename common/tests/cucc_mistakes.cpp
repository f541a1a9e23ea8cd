// What cucc reports about wrong programs, and about missing files and tools.

#include <doctest/doctest.h>

#include <algorithm>

#include <fmt/format.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

TEST_CASE("a mistake in a launch is reported at the launch, like one in a plain call")
{
    struct Mistake {
        const char* line;
        const char* message;
    };
    constexpr Mistake mistakes[] = {
        {"k<<<1, 32>>>(d_out);", "error: static assertion failed: k takes 2 arguments (float* out, int n), but this launch passes 1\n"},
        {"k<<<1, 32>>>(d_out, 1, 2);", "error: static assertion failed: k takes 2 arguments (float* out, int n), but this launch passes 3\n"},
        {"k<<<1, 32>>>(d_wrong, 1);", "error: cannot convert 'double*' to 'float*' in argument passing\n"},
        {"k<<<1, 32>>>(d_out, missing);", "error: 'missing' was not declared in this scope"},
        {"kk<<<1, 32>>>(d_out, 1);", "error: 'kk' was not declared in this scope; did you mean 'k'?"},
        {"t<<<1, 32>>>(d_out, 1);", "error: no matching function for call to 't(float*, int)'"},
        {"k<<<d_out, 32>>>(d_out, 1);", "error: invalid conversion from 'float*' to 'unsigned int'"},
        {"k<<<1, 32>>>(d_out, 1)", "error: expected ';' before '}' token"},
        {"k<<<1, 32>>>();", "error: static assertion failed: k takes 2 arguments (float* out, int n), but this launch passes none\n"},
        {"cudaMalloc(d_out, 4);", "error: call to 'cudaMalloc<float>' declared with attribute error: cudaMalloc needs the address of the "
                                  "pointer, as in cudaMalloc(&d_in, bytes)\n"},
        {"cudaMalloc(4, &d_out);", "error: call to 'cudaMalloc' declared with attribute error: cudaMalloc takes the address of a pointer "
                                   "and a number of bytes, as in cudaMalloc(&d_in, bytes)\n"},
        {"cudaMemcpy(d_out, h, cudaMemcpyHostToDevice);", "error: too few arguments to function 'cudaError_t cudaMemcpy("},
    };
    Folder folder;
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.line);
        folder.write("bad.cu", "__global__ void k(float* out, int n) { out[n] = 1; }\n"
                               "template <class T> __global__ void t(T* out, T x) { *out = x; }\n"
                               "int main() {\nfloat *d_out = 0, *h = 0; double* d_wrong = 0; (void)h, (void)d_wrong;\n"
                               "    " + std::string(mistake.line) + "\n}\n");
        CHECK(folder.build({folder.in("bad.cu"), "-c", "-o", folder.in("bad.o")}) == 1);
        CAPTURE(folder.text);
        const std::size_t first = folder.text.find("error: ");
        const std::string above = folder.text.substr(0, first);
        CHECK(folder.text.substr(first).starts_with(mistake.message));
        CHECK(above.find(folder.in("bad.cu") + ":5:") != std::string::npos);
        CHECK(above.find(kit_include) == std::string::npos);
        CHECK(folder.text.find("halo_0") == std::string::npos);
        CHECK(folder.text.find("halo_1") == std::string::npos);
    }
}

TEST_CASE("a mistake in a launch's arguments is one error, with the column that it has in the file")
{
    struct Mistake {
        const char* line;
        int column;
    };
    constexpr Mistake mistakes[] = {
        {"k<<<1, 32>>>(d_out);", 5},
        {"if (h) k<<<1, 32>>>(d_out, 1, 2);", 12},
        {"k<<<1, 32>>>(d_wrong, 1);", 18},
        {"k<<<1, 32>>>(d_out, d_out);", 25},
        {"k<<<1, 32>>>(1, 1);", 18},
        {"cudaMalloc(d_out, 4);", 15},
    };
    Folder folder;
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.line);
        folder.write("bad.cu", "__global__ void k(float* out, int n) { out[n] = 1; }\nint main() {\n"
                               "float *d_out = 0, *h = 0; double* d_wrong = 0; (void)h, (void)d_wrong;\n"
                               "    " + std::string(mistake.line) + "\n}\n");
        CHECK(folder.build({folder.in("bad.cu"), "-c", "-o", folder.in("bad.o")}) == 1);
        CAPTURE(folder.text);
        const std::string at = fmt::format("{}:4:{}: error: ", folder.in("bad.cu"), mistake.column);
        CHECK(folder.text.starts_with(folder.in("bad.cu") + ": In function 'int main()':\n" + at));
        CHECK(folder.text.find(": error: ") == folder.text.rfind(": error: "));
        CHECK(folder.text.find("note: ") == std::string::npos);
        CHECK(folder.text.find("lambda") == std::string::npos);
    }
}

TEST_CASE("arguments that fit are accepted, whatever they look like and whatever else has the kernel's name")
{
    Folder folder;
    folder.write("fine.cu", "struct Pair { int a, b; };\n"
                            "__global__ void k(const float* __restrict__ in, float* const out, Pair p, unsigned int n) {}\n"
                            "__global__ void none() {}\n"
                            "__global__ void twice(int n) {}\n__global__ void twice(float* out, int n) {}\n"
                            "template <class T> __global__ void t(T* out, T x) {}\n"
                            "__global__ void other(int n, int m) {}\n"
                            "__global__ void with_default(int n, int m = 1) {}\n"
                            "#define LAUNCH(name, ...) name<<<1, 1>>>(__VA_ARGS__)\n#define ALSO(x) x\n"
                            "void f(void (*other)(int)) { other<<<1, 1>>>(1); }\n"
                            "int main()\n{\n    float* d = nullptr; char* c = nullptr; void* v = d;\n"
                            "    k<<<1, 1>>>(d, (float*)v, {1, 2}, 3);\n    k<<<1, 1>>>(0, NULL, Pair{1, 2}, c - c);\n"
                            "    k<<<1, 1>>>(nullptr,\n        d + 1, Pair(), 'x');\n    none<<<1, 1>>>();\n"
                            "    twice<<<1, 1>>>(d, 1), twice<<<1, 1>>>(1);\n    t<<<1, 1>>>(d, 1.0f);\n"
                            "    LAUNCH(twice, 1);\n    LAUNCH(k, d, d, Pair{}, 2);\n    ALSO([&] { k<<<1, 1>>>(d, d, Pair{}, 1); }());\n"
                            "    with_default<<<1, 1>>>(1);\n    for (int k = 0; k < 2; ++k) none<<<1, 1>>>();\n    f(nullptr);\n}\n");
    CHECK(folder.build({folder.in("fine.cu"), "-Wall", "-Wextra", "-Wno-unused-parameter", "-c", "-o", folder.in("fine.o")}) == 0);
    CHECK(folder.text == "");
}

TEST_CASE("a mistake is reported at the student's own line, without our headers above it")
{
    Folder folder;
    folder.write("bad.cu", "__global__ void k(int n)\n{\n    n = undeclared;\n}\nint main() { k<<<1,\n  2>>>(3); }\n");
    CHECK(folder.build({folder.in("bad.cu"), "-o", folder.in("bad")}) == 1);
    CHECK(folder.text.find(folder.in("bad.cu") + ":3:9: error: 'undeclared' was not declared in this scope") != std::string::npos);
    CHECK(folder.text.find("In file included from") == std::string::npos);
    CHECK(!folder.has("bad"));
}

TEST_CASE("common mistakes are reported at the student's own line, with nothing of our headers or macros above")
{
    struct Mistake {
        const char* line;   ///< line 5 of a kernel
        const char* message;
    };
    constexpr Mistake mistakes[] = {
        {"out[i] = vlaue;", "error: 'vlaue' was not declared in this scope"},
        {"int j = i", "error: expected ',' or ';' before 'out'"},
        {"__shared__ float s[n]; out[i] = s[i];", "the size of s[n] is known only when the kernel runs"},
        {"std::vector<int> v;", "vector is used in device code"},
        {"n = std::clamp(n, 0, 3);", "std::clamp is a host function: device code can't call it"},
        {"return 7;", "error: return-statement with a value"},
        {"out[threadidx.x] = 1;", "error: 'threadidx' was not declared in this scope; did you mean 'threadIdx'?"},
        {"threadIdx.x = 1;", "error: using rvalue as lvalue"},
        {"__syncthreads(n);", "error: macro \"__syncthreads\" passed 1 arguments, but takes just 0"},
        {"out[i] = __shfl_down_sync(out[i]);", "error: "},
        {"atomicAdd(out[i], 1.0f);", "error: no matching function for call to 'atomicAdd(float&, float)'"},
        {"twice(out[i]);", "twice is a host function: device code can't call it"},
        {"out[i] = rand();", "rand is used in device code"},
        {"k(out, n);", "k is a kernel, but is called here like an ordinary function"},
    };
    Folder folder;
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.line);
        folder.write("bad.cu", "float twice(float x) { return 2 * x; }\n__global__ void k(float* out, int n)\n{\n"
                               "    int i = threadIdx.x;\n    " + std::string(mistake.line) + "\n    out[n] = i;\n}\nint main() {}\n");
        CHECK(folder.build({folder.in("bad.cu"), "-c", "-o", folder.in("bad.o")}) == 1);
        CAPTURE(folder.text);
        const std::size_t at = std::min(folder.text.find(folder.in("bad.cu") + ":5:"), folder.text.find(folder.in("bad.cu") + ":6:"));
        REQUIRE(at != std::string::npos);
        CHECK(folder.text.substr(0, at).find(kit_include) == std::string::npos);
        CHECK(folder.text.find(mistake.message, at) < folder.text.find('\n', at));
    }
}

TEST_CASE("a missing `;` or bracket, or a wrong name in a loop, is reported in the student's words")
{
    struct Mistake {
        const char* lines;      ///< the first is line 6 of a kernel
        int line;
        const char* message;
    };
    constexpr Mistake mistakes[] = {
        {"out[i] = 1\nfor (int j = 0; j < n; ++j) out[j] = 0;", 6, "error: expected ';' before 'for'"},
        {"int m = n\nfor (int j = 0; j < n; ++j) out[j] = 0;", 7, "error: expected ',' or ';' before 'for'"},
        {"float a[2] = {1, 2}\nfor (int j = 0; j < n; ++j) out[j] = a[1];", 7, "error: expected ',' or ';' before 'for'"},
        {"__syncthreads()\nwhile (i < n) ++i;", 6, "error: expected ';' before 'while'"},
        {"i = n\ndo { ++i; } while (i < n);", 6, "error: expected ';' before 'do'"},
        {"do { ++i; } while (i < n)\nfor (int j = 0; j < n; ++j) out[j] = 0;", 6, "error: expected ';' before 'for'"},
        {"i = n\nif (i > 3) out[i] = 0;", 6, "error: expected ';' before 'if'"},
        {"i = n\nswitch (i) { default: break; }", 6, "error: expected ';' before 'switch'"},
        {"i = n\nreturn;", 6, "error: expected ';' before 'return'"},
        {"out[i] = 1\n__syncthreads();", 6, "error: expected ';' before '__syncthreads'"},
        {"int m = n\n__syncthreads();", 7, "error: expected ',' or ';' before '__syncthreads'"},
        {"__shared__ float s[4]\nint j = 1; s[j] = 0;", 6, "a `;` is missing at the end of this line"},
        {"for (int j = 0; j < n; ++j {\nout[j] = 0; }", 6, "this `(` is never closed"},
        {"    while (i < n) {\n        ++i;", 6, "this `{` is never closed"},
        {"for (int j = 0; j < m; ++j) out[j] = 0;", 6, "error: 'm' was not declared in this scope"},
        {"for (int j = 0; j < n; ++m) { out[j] = 0; }", 6, "error: 'm' was not declared in this scope"},
        {"while (m < n) ++i;", 6, "error: 'm' was not declared in this scope"},
        {"do { ++i; } while (m < n);", 6, "error: 'm' was not declared in this scope"},
    };
    Folder folder;
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.lines);
        folder.write("bad.cu", "float twice(float x) { return 2 * x; }\n__global__ void k(float* out, int n)\n{\n"
                               "    int i = threadIdx.x;\n    out[i] = 0;\n" + std::string(mistake.lines) + "\n}\nint main() {}\n");
        CHECK(folder.build({folder.in("bad.cu"), "-c", "-o", folder.in("bad.o")}) == 1);
        CAPTURE(folder.text);
        const std::size_t at = folder.text.find(fmt::format("{}:{}:", folder.in("bad.cu"), mistake.line));
        REQUIRE(at != std::string::npos);
        CHECK(folder.text.find("error: ") >= at);
        CHECK(folder.text.find(mistake.message, at) < folder.text.find('\n', at));
        CHECK(folder.text.find("halo_") == std::string::npos);
    }
}

TEST_CASE("a wrong name in the head of a loop is reported with its column")
{
    Folder folder;
    for (const std::string head : {"for (int j = wrong; j < n; ++j)", "for (int j = 0; j < wrong; ++j)", "for (int j = 0; j < n; j += wrong) {",
                                   "while (n < wrong) {"}) {
        CAPTURE(head);
        folder.write("bad.cu", "__global__ void k(float* out, int n)\n{\n    int i = 0;\n    " + head + "\n        out[i] = 1;\n" +
                                   (head.ends_with('{') ? "}\n" : "") + "}\nint main() {}\n");
        CHECK(folder.build({folder.in("bad.cu"), "-c", "-o", folder.in("bad.o")}) == 1);
        CAPTURE(folder.text);
        const std::string at = fmt::format("{}:4:{}: error: 'wrong'", folder.in("bad.cu"), 5 + head.find("wrong"));
        CHECK(folder.text.find(at) != std::string::npos);
    }
}

TEST_CASE("a mistake in the arguments of a macro is reported where the macro is used")
{
    Folder folder;
    folder.write("bad.cu", "#define CHECK(call) do { cudaError_t e = call; (void)e; } while (0)\nint main()\n{\n"
                           "    CHECK(cudaFree(3, 4));\n}\n");
    CHECK(folder.build({folder.in("bad.cu"), "-o", folder.in("bad")}) == 1);
    CHECK(folder.text.find(folder.in("bad.cu") + ":4:") < folder.text.find("error: "));
    CHECK(folder.text.substr(0, folder.text.find("error: ")).find(kit_include) == std::string::npos);
}

TEST_CASE("programs of older standards give no warnings about volatile")
{
    Folder folder;
    folder.write("old.cu", "__global__ void k(volatile int* v) { v[0] += v[1]; }\nint main() {}\n");
    CHECK(folder.build({folder.in("old.cu"), "-o", folder.in("old")}) == 0);
    CHECK(folder.text == "");
}

TEST_CASE("code that can't be translated is refused with the translator's message")
{
    Folder folder;
    folder.write("ptx.cu", "__global__ void k() { asm(\"nop\"); }\n");
    CHECK(folder.build({folder.in("ptx.cu"), "-o", folder.in("ptx")}) == 1);
    CHECK(folder.text.starts_with(folder.in("ptx.cu") + ":1: inline PTX is code for the GPU itself"));
    CHECK(!folder.has("ptx"));
}

TEST_CASE("a missing tool or file is named, and is not the student's fault")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("p")}, {"CXX=/nowhere/g++"}) == 2);
    CHECK(folder.text == "cucc: the compiler /nowhere/g++ can't be started: No such file or directory\n"
                         "  try:   install g++ (apt install g++), or set CXX to the compiler to use\n");
    CHECK(folder.build({folder.in("nothing.cu"), "-o", folder.in("p")}) == 2);
    CHECK(folder.text == "cucc: " + folder.in("nothing.cu") + " can't be read\n  try:   check its name and permissions\n");
    CHECK(folder.build({folder.in("prog.cu"), "--kit", folder.in("kit")}) == 2);
    CHECK(folder.text == "cucc: the engine's headers are not in " + folder.in("kit/include") +
                             "\n  try:   build Halo, or give --kit DIR\n");
}

TEST_CASE("a linker in PATH that cannot link for this compiler is passed over, and one that can has its say")
{
    Folder folder;
    fs::create_directory(folder.in("bin"));
    const auto quick_linker = [&](const std::string& script) {
        folder.write("bin/ld.lld", "#!/bin/sh\necho words of the quick linker >&2\n" + script);
        fs::permissions(folder.in("bin/ld.lld"), fs::perms::owner_all);
        return std::vector<std::string>{"PATH=" + folder.in("bin") + ":" + std::getenv("PATH")};
    };
    folder.write("missing.cu", "void missing();\nint main() { missing(); }\n");

    const std::vector<std::string> broken = quick_linker("exit 1\n");
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}, broken) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");
    CHECK(folder.build({folder.in("missing.cu"), "-o", folder.in("p")}, broken) == 1);
    CHECK(folder.text.find("words of the quick linker") == std::string::npos);
    const std::size_t first = folder.text.find("undefined reference to `missing()'");
    CHECK(first != std::string::npos);
    CHECK(folder.text.find("undefined reference", first + 1) == std::string::npos);
    CHECK(folder.build({folder.in("prog.cu"), "-fuse-ld=lld", "-o", folder.in("p")}, broken) == 1);
    CHECK(folder.text.starts_with("words of the quick linker\n"));

    const std::vector<std::string> right = quick_linker("for word do shift; case $word in --threads=1) ;; *) set -- \"$@\" \"$word\" ;; esac; done\n"
                                                        "exec ld \"$@\"\n");
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}, right) == 0);
    CHECK(folder.text == "words of the quick linker\n");
}

TEST_CASE("a variable that is added to before it has a value brings a warning")
{
    Folder folder;
    folder.write("sum.cu", "__global__ void sum(const float* in, float* out, int n)\n{\n    float total;\n    for (int i = 0; i < n; ++i) total += in[i];\n"
                           "    *out = total;\n}\nint main() {}\n");
    CHECK(folder.build({folder.in("sum.cu"), "-c", "-o", folder.in("sum.o")}) == 0);
    CHECK(folder.text.find("sum.cu:5:10: warning: 'total' may be used uninitialized") != std::string::npos);
    CHECK(folder.build({folder.in("sum.cu"), "-c", "-w", "-o", folder.in("sum.o")}) == 0);
    CHECK(folder.text == "");
    folder.write("right.cu", "__global__ void sum(const float* in, float* out, int n)\n{\n    float total;\n    total = in[n];\n    if (n > 3) total += 0.5f;\n"
                             "    *out = total;\n}\nint main() {}\n");
    CHECK(folder.build({folder.in("right.cu"), "-c", "-o", folder.in("right.o")}) == 0);
    CHECK(folder.text == "");
}

TEST_CASE("a header that isn't there is refused in a host file, too, unless it is left out")
{
    Folder folder;
    folder.write("draw.cpp", "#include <cuda_gl_interop.h>\nint main() {}\n");
    CHECK(folder.build({folder.in("draw.cpp"), "-c", "-o", folder.in("draw.o")}) == 1);
    CHECK(folder.text.starts_with(folder.in("draw.cpp") + ":1: <cuda_gl_interop.h>: the CPU engine shares no memory with a graphics library\n"));
    folder.write("left_out.cpp", "#ifdef WITH_BLAS\n#include <cublas_v2.h>\n#endif\nint main() {}\n");
    CHECK(folder.build({folder.in("left_out.cpp"), "-c", "-o", folder.in("left_out.o")}) == 0);
    CHECK(folder.text == "");
}
