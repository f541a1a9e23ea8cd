// usage: cucc_test CUCC INCLUDE LIBRARY TRANSLATE

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>

#include <fmt/format.h>

#include "cucc_folder.hpp"

using namespace cucc_test;

TEST_CASE("one command builds a program with headers, in a folder with a blank in its name")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");
}

TEST_CASE("an object is compiled first and linked later, together with plain C++")
{
    Folder folder;
    folder.write("main.cpp", "#include <cuda_runtime.h>\nint f();\nint main() { return f() == int(cudaSuccess) ? 3 : 4; }\n");
    folder.write("f.cu", "__global__ void k() {}\nint f() { k<<<1, 1>>>(); return cudaGetLastError(); }\n");
    CHECK(folder.build({"-c", folder.in("f.cu"), "-o", folder.in("f.o")}) == 0);
    CHECK(folder.build({folder.in("main.cpp"), folder.in("f.o"), "-o", folder.in("both")}) == 0);
    CHECK(folder.run({folder.in("both")}) == 3);
}

TEST_CASE("code that the preprocessor leaves out may contain anything; what it compiles is translated")
{
    Folder folder;
    folder.write("blocks.cu", R"cu(#include <cstdio>
#include "blocks.cuh"
#ifdef NEVER
}
don't /* asm("nop"); "
#include <cub/cub.cuh>
#endif
#if defined(VERSION) && VERSION(2) > 1 && __has_include("blocks.cuh")
__global__ void k(int* out) {
#elif 1
__global__ void k(int* out, int) {
#else
{
#endif
#ifdef FROM_HEADER
    __shared__ int s[8];
    s[threadIdx.x] = FROM_HEADER;
#else
    } }}
#endif
    for (int i = 0; i < 3; ++i) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
        out[threadIdx.x] += s[threadIdx.x];
#else
        out[0] = -1; }
#endif
#if COMMAND == 5
    }
#endif
}
int main()
{
    int *d_out, h[8] = {};
    cudaMalloc(&d_out, sizeof h);
    cudaMemset(d_out, 0, sizeof h);
    k<<<1, 8>>>(d_out);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    std::printf("%d\n", h[3]);
}
)cu");
    folder.write("blocks.cuh", "#ifndef BLOCKS\n#define BLOCKS\n#define VERSION(x) (x + 1)\n#if COMMAND == 5\n#define FROM_HEADER 4\n"
                               "__device__ int unused() { return 2; }\n#else\n}\n#endif\n#endif\n");
    const auto build = [&](const char* word) {
        return folder.build({folder.in("blocks.cu"), "-w", word, "-o", folder.in("blocks")});
    };
    CHECK(build("-DCOMMAND=5") == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("blocks")}) == 0);
    CHECK(folder.text == "12\n");
    folder.write("blocks.cu", "#include \"blocks.cuh\"\n#ifdef FROM_HEADER\nint main() {\n#endif\n}\n");
    CHECK(build("-DCOMMAND=5") == 0);
    CHECK(build("-UCOMMAND") == 1);
    CHECK(folder.text.starts_with(folder.in("blocks.cu") + ":5: this `}` closes nothing\n"));
    folder.write("blocks.cu", "#include \"blocks.cuh\"\nint main() {}\n");
    CHECK(build("-UCOMMAND") == 1);
    CHECK(folder.text.starts_with(folder.in("blocks.cuh") + ":8: this `}` closes nothing\n"));
    CHECK(build("-DCOMMAND=5") == 0);
}

TEST_CASE("a header that is compiled in two ways is translated for both")
{
    Folder folder;
    folder.write("both.cu", "#define FIRST\n#include \"both.cuh\"\n#undef FIRST\n#include \"both.cuh\"\n"
                            "int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n");
    folder.write("both.cuh", "#ifdef FIRST\n__device__ int f() { return 1; }\n__global__ void\n#else\nk() { __shared__ int s; s = f(); }\n#endif\n"
                             "#ifdef NEVER\n}\n#endif\n");
    CHECK(folder.build({folder.in("both.cu"), "-o", folder.in("both")}) == 0);
    CHECK(folder.run({folder.in("both")}) == 0);
    CHECK(folder.text == "");
}

TEST_CASE("halo-translate asks the given compiler, and reports the headers that the answer depends on")
{
    Folder folder;
    folder.write("part.hpp", "#define OPEN 1\n");
    folder.write("ask.cu", "#include \"part.hpp\"\n#if OPEN == 1\nvoid f() {\n#endif\n}\n#ifdef WORD\n}\n#endif\n");
    const std::string out = folder.in("out.cpp"), rule = folder.in("out.d");
    const auto ask = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {translate, folder.in("ask.cu"), "-o", out, "--depfile", rule});
        return folder.run(words);
    };
    CHECK(ask({"--", "g++", "-I", folder.path}) == 0);
    CHECK(folder.text == "");
    CHECK(halo::test::read(rule).find("part.hpp") != std::string::npos);
    CHECK(halo::test::read(rule).find("out.cpp.probe") == std::string::npos);
    CHECK(ask({"--", "g++", "-I", folder.path, "-DWORD"}) == 1);
    CHECK(folder.text.starts_with(folder.in("ask.cu") + ":7: this `}` closes nothing\n"));
    CHECK(ask({"--", "g++"}) == 0);          // no part.hpp: g++ will say so
    CHECK(ask({}) == 0);
    CHECK(!folder.has("out.cpp.probe"));
    CHECK(folder.run({translate, folder.in("prog.cu"), "-o", out, "--depfile", rule, "--", "/nowhere/g++"}) == 0);   // nothing to ask
    CHECK(halo::test::read(rule) == "");
}

TEST_CASE("nvcc's options are understood")
{
    Folder folder;
    folder.write("plain.txt", "#ifndef X\n#error\n#endif\nint main() { return Y; }\n");
    CHECK(folder.build({"-arch=sm_75", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo", "-G", "-rdc=true", "--use_fast_math",
                        "-Xcompiler", "-Wall,-DX", "-Xptxas", "-v", "--std=c++14", "-O3", "-D", "Y=5", "-lcudart", "-x", "cu",
                        folder.in("plain.txt"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 5);
}

TEST_CASE("the special functions of <cmath> and what they bring are there where a file may need them")
{
    Folder folder;
    folder.write("special.cu", R"cu(#include <cmath>
#include <cstdio>
#include <random>
using namespace std;
__global__ void k(double* out) { out[0] = cyl_bessel_i0(0.0); }
int main() { printf("%.6f %.6f %.6f\n", std::cyl_bessel_j(0.0, 1.0), double(riemann_zetaf(2.0f)), std::beta(2.0, 3.0)); }
)cu");
    CHECK(folder.build({folder.in("special.cu"), "-o", folder.in("special")}) == 0);
    CHECK(folder.run({folder.in("special")}) == 0);
    CHECK(folder.text == "0.765198 1.644934 0.083333\n");

    const auto takes = [&](const std::string& source) {
        CAPTURE(source);
        folder.write("one.cu", source);
        CHECK(folder.build({"-v", "-c", folder.in("one.cu"), "-o", folder.in("one.o")}) == 0);
        return folder.text.find("rest_of_cmath") != std::string::npos;
    };
    CHECK(takes("int least(int a, int b) { return std::min(a, b); }\n"));
    CHECK(takes("__device__ float limit() { return std::numeric_limits<float>::max(); }\n"));
    CHECK(takes("using namespace std;\nvoid exchange(float* a, float* b) { swap(a, b); }\n"));
    CHECK(takes("namespace s = ::std;\nint least(int a, int b) { return s::min(a, b); }\n"));
    folder.write("own.hpp", "#define LEAST std::min\n");
    CHECK(takes("#include \"own.hpp\"\nint least(int a, int b) { return LEAST(a, b); }\n"));
}

TEST_CASE("no file compiles the rest of <cmath> that cannot miss it")
{
    Folder folder;
    folder.write("own.hpp", "#define LEAST min\n");
    folder.write("one.cu", R"cu(#include <exception>
#include <source_location>
#include "own.hpp"
__global__ void k(float* stdbeta, float alpha_std) { stdbeta[0] = cyl_bessel_i0f(alpha_std) + LEAST(1, 2); }
struct Failed : std::exception {
    std::source_location at;
};
std::size_t whole(double x, std::int8_t a, std::int16_t b, std::int32_t c, std::int64_t d, std::uint8_t e, std::uint16_t f, std::uint32_t g, std::uint64_t h)
{
    std::ptrdiff_t i = std::abs(a) + b + c + d + e + f + g + h;
    char text[16], other[16];
    std::memset(text, '1', 15);
    std::memcpy(other, text, 16);
    i += std::memcmp(text, other, 16) + std::strcmp(text, other) + std::strncmp(text, other, 2) + (std::strrchr(text, '1') - text);
    i += std::printf("1") + std::fprintf(stdout, "2") + std::snprintf(text, 16, "3") + std::isnan(x) + std::isfinite(x);
    return i + std::sqrt(std::pow(std::exp(std::log(std::sin(std::cos(x)))), 2)) + std::fmin(std::ceil(x), std::floor(std::fmax(std::fabs(x), 1.0)));
}
)cu");
    CHECK(folder.build({"-v", "-c", folder.in("one.cu"), "-o", folder.in("one.o")}) == 0);
    CHECK(folder.text.find("rest_of_cmath") == std::string::npos);
    CHECK(folder.text.find("error") == std::string::npos);
}

TEST_CASE("device code in .cuh files is translated too, wherever they lie")
{
    Folder folder;
    fs::create_directories(folder.path / "parts");
    fs::create_directories(folder.path / "include");
    folder.write("parts/launch.cuh", "#pragma once\n#include \"kernel.cuh\"\ninline void go(int* d) { set<3><<<1, 1>>>(d); }\n");
    folder.write("parts/kernel.cuh", "#pragma once\ntemplate <int N> __global__ void set(int* d) { *d += N; }\n");
    folder.write("include/other.cuh", "#pragma once\n__device__ int start = 4;\n");
    folder.write("prog.cu", "#include \"parts/launch.cuh\"\n#include \"parts/kernel.cuh\"\n#include \"other.cuh\"\n"
                            "int main() { int *d, h; cudaMalloc(&d, 4); cudaMemcpyFromSymbol(&h, start, 4);\n"
                            "cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice); go(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
                            "cudaFree(d); return h; }\n");
    CHECK(folder.build({folder.in("prog.cu"), "-I" + folder.in("include"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 7);
    folder.write("parts/kernel.cuh", "int x;\nasm(\"\");\n");
    CHECK(folder.build({folder.in("prog.cu"), "-I" + folder.in("include"), "-o", folder.in("prog2")}) == 1);
    CHECK(folder.text.starts_with(folder.in("parts/kernel.cuh") + ":2: inline PTX"));
}

TEST_CASE("headers with device code are translated whatever their names and however they are included; others are not")
{
    Folder folder;
    fs::create_directories(folder.path / "src");
    fs::create_directories(folder.path / "common");
    fs::create_directories(folder.path / "include");
    folder.write("common/book.h", "#pragma once\n#include <settings.h>\n#include \"beside.h\"\n"
                                  "__global__ void add(int* d, int n) { if (n < 0) return; *d += n + kMore; }\n");
    folder.write("common/beside.h", "constexpr int kMore = 2;\n");
    folder.write("include/settings.h", "#pragma once\n#include \"launch.inl\"\nconstexpr int kStart = 4; inline void nop() { asm(\"\"); }\n");
    folder.write("include/launch.inl", "template <class... A> void go(void (*k)(A...), int* d, int n) { k<<<1, 1>>>(d, n); }\n");
    folder.write("include/plain.hpp", "#pragma once\ninline const char* where() { return __FILE__; }\n");
    folder.write("src/prog.cu", "#include \"../common/book.h\"\n#include <plain.hpp>\n#include <cstring>\n"
                                "int main() { int *d, h; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); go(add, d, kStart);\n"
                                "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); cudaFree(d);\n"
                                "return strstr(where(), \"/include/plain.hpp\") ? h : 0; }\n");
    CHECK(folder.build({"-I" + folder.in("include"), folder.in("src/prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 6);

    folder.write("include/launch.inl", "int x;\n__device__ int y = z;\n");
    CHECK(folder.build({"-I", folder.in("include"), folder.in("src/prog.cu"), "-o", folder.in("prog2")}) == 1);
    CHECK(folder.text.find(folder.in("include/launch.inl") + ":2:") != std::string::npos);
    CHECK(folder.text.find(folder.in("tmp")) == std::string::npos);
}

TEST_CASE("device variables and functions are shared between files")
{
    Folder folder;
    folder.write("a.cu", "__constant__ int c_table[2];\n__device__ int counter = 5;\n__device__ int twice(int x) { return 2 * x; }\n");
    folder.write("b.cu", "extern __constant__ int c_table[2];\nextern __device__ int counter;\n__device__ int twice(int x);\n"
                         "__global__ void k(int* d) { *d = twice(c_table[1]) + counter; }\n"
                         "int main() { int *d, h[] = {1, 2}; cudaMemcpyToSymbol(c_table, h, 8); cudaMalloc(&d, 4); k<<<1, 1>>>(d);\n"
                         "cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); cudaFree(d); return h[0]; }\n");
    CHECK(folder.build({"-rdc=true", "-c", folder.in("a.cu"), "-o", folder.in("a.o")}) == 0);
    CHECK(folder.build({"-dc", folder.in("b.cu"), "--output-file", folder.in("b.o")}) == 0);
    CHECK(folder.build({"-dlink", folder.in("a.o"), folder.in("b.o"), "-o", folder.in("link.o")}) == 0);
    CHECK(folder.build({folder.in("a.o"), folder.in("b.o"), folder.in("link.o"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("prog")}) == 9);
}

TEST_CASE("without the watchers a program gives the same result, and only barriers and crashes are reported")
{
    Folder folder;
    CHECK(folder.build({"--no-watch", folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.run({folder.in("prog")}) == 0);
    CHECK(folder.text == "7\n");

    folder.write("race.cu", "__global__ void k(int* d) { __shared__ int s[64]; s[threadIdx.x] = 1; *d = s[63 - threadIdx.x]; }\n"
                            "int main() { int* d; cudaMalloc(&d, 4); k<<<1, 64>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({folder.in("race.cu"), "-o", folder.in("watched")}) == 0);
    CHECK(folder.run({folder.in("watched")}) == 1);
    CHECK(folder.build({"--no-watch", folder.in("race.cu"), "-o", folder.in("fast")}) == 0);
    CHECK(folder.run({folder.in("fast")}) == 0);
    CHECK(folder.text == "");

    folder.write("barrier.cu", "__global__ void k()\n{\n    if (threadIdx.x < 7) __syncthreads();\n}\n"
                               "int main() { k<<<1, 64>>>(); cudaDeviceSynchronize(); }\n");
    CHECK(folder.build({"--no-watch", folder.in("barrier.cu"), "-o", folder.in("barrier")}) == 0);
    CHECK(folder.run({folder.in("barrier")}) == 1);
    CHECK(folder.text.find("barrier.cu:3: __syncthreads()") != std::string::npos);
}

TEST_CASE("nvcc's long options equal its short ones, and an option that neither it nor g++ knows is refused")
{
    Folder folder;
    folder.write("p.cu", "#include <x.h>\nint main() { return X + Y; }\n");
    fs::create_directories(folder.path / "inc");
    folder.write("inc/x.h", "#define X 3\n");
    std::vector<std::string> words = {"--include-path", folder.in("inc"), "--define-macro=Y=4", "--optimize", "3",
                                      "--gpu-architecture=sm_80", "--relocatable-device-code=true", "--resource-usage",
                                      "--ptxas-options=-v", "--compiler-options", "-Wall -Wextra", folder.in("p.cu"),
                                      "--output-file", folder.in("p")};
    CHECK(folder.build(words) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("p")}) == 7);
    for (const std::string unknown : {"--no-such-word", "-bogus"}) {
        words[8] = unknown;
        CHECK(folder.build(words) == 2);
        CHECK(folder.text == "cucc: " + unknown + " is not understood\n  try:   cucc --help\n");
    }
    CHECK(folder.build({"--ptx", folder.in("p.cu")}) == 2);
    CHECK(folder.text.starts_with("cucc: --ptx is not supported: cucc makes objects and programs\n"));
}

TEST_CASE("wrong usage ends with 2, help with 0 and on one screen")
{
    Folder folder;
    CHECK(folder.build({}) == 2);
    CHECK(folder.text == "cucc: no file to build\n  try:   cucc --help\n");
    CHECK(folder.build({"-o"}) == 2);
    CHECK(folder.build({"--no-such-word", "a.cu"}) == 2);
    CHECK(folder.build({"-c", "a.cu", "b.cu", "-o", "c.o"}) == 2);
    CHECK(folder.build({"--help"}) == 0);
    CHECK(std::count(folder.text.begin(), folder.text.end(), '\n') <= 25);
}

TEST_CASE("run builds a .cu first, leaves nothing behind, passes the arguments on and returns the program's exit code")
{
    Folder folder;
    folder.write("args.cu", "#include <cstdio>\nint main(int n, char** words) { printf(\"%d %s\\n\", n, words[2]); return 5; }\n");
    CHECK(folder.build({"run", "--threads=2", folder.in("args.cu"), "--order=backwards", "b c"}) == 5);
    CHECK(folder.text == "3 b c\n");
    CHECK(folder.build({folder.in("args.cu"), "-o", folder.in("args")}) == 0);
    CHECK(folder.build({"run", folder.in("args"), "x", "y"}) == 5);
    CHECK(folder.text == "3 y\n");
    folder.write("args.cu", "int main() { return undeclared; }\n");
    CHECK(folder.build({"run", folder.in("args.cu")}) == 1);
    CHECK(folder.text.find(folder.in("args.cu") + ":1:21: error: 'undeclared'") != std::string::npos);
}

TEST_CASE("run chooses the order of threads: a wrong program's output changes, its findings do not")
{
    Folder folder;
    folder.write("last.cu", "#include <cstdio>\n__global__ void last(int* d) { *d = threadIdx.x; }\nint main()\n{\n    int *d, h;\n"
                            "    cudaMalloc(&d, 4);\n    last<<<1, 32>>>(d);\n    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
                            "    printf(\"%d\\n\", h);\n    cudaFree(d);\n}\n");
    CHECK(folder.build({folder.in("last.cu"), "-o", folder.in("last")}) == 0);
    const std::string finding = "last.cu:2: two threads access d[0], with no barrier between\n"
                                "  where: block (0,0): thread (1,0) writes, thread (0,0) writes\n"
                                "  try:   let one thread own each element; do two of them compute the same index?\n\n";
    CHECK(folder.build({"run", folder.in("last")}) == 1);
    CHECK(folder.text == "31\n" + finding);
    CHECK(folder.build({"run", "--order=reverse", folder.in("last")}) == 1);
    CHECK(folder.text == "0\n" + finding);
    CHECK(folder.build({"run", "--order=random:3", folder.in("last")}) == 1);
    CHECK(folder.text.ends_with("\n" + finding));
}

TEST_CASE("two writes of the same value are reported as a race on request only")
{
    Folder folder;
    folder.write("same.cu", "__global__ void same(int* d) { *d = 1; }\n"
                            "int main() { int* d; cudaMalloc(&d, 4); same<<<1, 32>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({folder.in("same.cu"), "-o", folder.in("same")}) == 0);
    CHECK(folder.build({"run", folder.in("same")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.build({"run", "--report-same-value-writes", folder.in("same")}) == 1);
    CHECK(folder.text.find("same.cu:1: two threads access d[0]") != std::string::npos);
}

TEST_CASE("a kernel that does not end is stopped at run's time limit")
{
    Folder folder;
    folder.write("spin.cu", "__global__ void spin(int* d)\n{\n    while (*(volatile int*)d == 0) {}\n}\n"
                            "int main() { int* d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); spin<<<1, 1>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({"run", "--time-limit=1", folder.in("spin.cu")}) == 1);
    CHECK(folder.text.find("spin.cu:3: kernel spin did not end within 1 second") != std::string::npos);
}

TEST_CASE("a launch that the device refuses is reported when the program ends, unless it checked for the error")
{
    Folder f;
    const auto program = [](const std::string& look) {
        return "#include <cstdio>\n__global__ void k() {}\nint main()\n{\n    k<<<1, 2048>>>();\n" + look + "}\n";
    };
    f.write("deaf.cu", program(""));
    CHECK(f.run({cucc, "run", f.in("deaf.cu")}) == 1);
    CHECK(f.text.find("deaf.cu:5: kernel k never ran: invalid configuration argument\n") != std::string::npos);
    f.write("wary.cu", program("    std::puts(cudaGetErrorString(cudaGetLastError()));\n"));
    CHECK(f.run({cucc, "run", f.in("wary.cu")}) == 0);
    CHECK(f.text == "invalid configuration argument\n");
}

TEST_CASE("an invalid setting ends with 2, and lists the valid ones")
{
    Folder folder;
    const auto refused = [&](const std::string& option, const std::string& text) {
        CAPTURE(option);
        CHECK(folder.build({"run", option, folder.in("prog.cu")}) == 2);
        CHECK(folder.text == "cucc: " + text + "\n");
    };
    const std::string order = "  try:   --order=ORDER: forward, reverse, or random:SEED with a whole number";
    refused("--order=sideways", "--order=sideways is not understood\n" + order);
    refused("--order=random", "--order=random is not understood\n" + order);
    refused("--order=random:x", "--order=random:x is not understood\n" + order);
    refused("--order", "--order is not understood\n" + order);
    refused("--threads=0", "--threads=0 is not understood\n  try:   --threads=N: a whole number from 1 to 1024");
    refused("--time-limit=1.5", "--time-limit=1.5 is not understood\n  try:   --time-limit=S: whole seconds from 1 to 86400");
    refused("--device-memory=8G", "--device-memory=8G is not understood\n  try:   --device-memory=BYTES: whole bytes from 1048576 to 1099511627776");
    refused("--report-same-value-writes=no", "--report-same-value-writes takes no value\n  try:   cucc run --help");
    refused("--reverse", "run --reverse is not understood\n  try:   cucc run --help");

    CHECK(folder.build({"run"}) == 2);
    CHECK(folder.text == "cucc: no program to run\n  try:   cucc run --help\n");
    CHECK(folder.build({"run", folder.in("nothing")}) == 2);
    CHECK(folder.text.starts_with("cucc: there is no file " + folder.in("nothing") + "\n"));
    CHECK(folder.build({"run", folder.in("part of it.hpp")}) == 2);
    CHECK(folder.text.starts_with("cucc: the program " + folder.in("part of it.hpp") + " can't be started: Permission denied\n"));
    CHECK(folder.build({"run", "--help"}) == 0);
    CHECK(std::count(folder.text.begin(), folder.text.end(), '\n') <= 25);
}

TEST_CASE("an invalid environment variable ends the program with 2 at its first use of the device")
{
    Folder folder;
    CHECK(folder.build({folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    for (const std::string variable : {"HALO_ORDER=sideways", "HALO_THREADS=many", "HALO_LAUNCH_LIMIT=0", "HALO_DEVICE_MEMORY=8G", "HALO_SAME_VALUE=yes"}) {
        CAPTURE(variable);
        CHECK(folder.run({folder.in("prog")}, {variable}) == 2);
        CHECK(folder.text.starts_with(variable + " is not understood\n  where: the environment of this program\n  try:   "));
    }
    for (const std::string variable : {"HALO_ORDER=reverse", "HALO_ORDER=", "HALO_THREADS=3", "HALO_SAME_VALUE=report"}) {
        CAPTURE(variable);
        CHECK(folder.run({folder.in("prog")}, {variable}) == 0);
        CHECK(folder.text == "7\n");
    }
}

TEST_CASE("a kit is a self-contained folder that may be copied anywhere")
{
    Folder folder;
    fs::create_directories(folder.path / "a kit" / "lib");
    fs::copy(kit_include, folder.path / "a kit" / "include", fs::copy_options::recursive);
    fs::copy(kit_library, folder.path / "a kit" / "lib" / "libhalo_engine.a");
    CHECK(folder.build({"--kit", folder.in("a kit"), "-v", folder.in("prog.cu"), "-o", folder.in("prog")}) == 0);
    CHECK(folder.text.find(kit_include) == std::string::npos);
    CHECK(folder.text.find(kit_library) == std::string::npos);
    CHECK(halo::test::read(folder.path / "a kit" / "lib" / "libhalo_engine.a").starts_with("!<arch>"));
    CHECK(folder.run({folder.in("prog")}) == 0);

    // Precompiled, its first header is read in one piece, and only with the options that it was compiled with.
    CHECK(folder.build({"--kit", folder.in("a kit"), "--precompile"}) == 0);
    CHECK(folder.has("a kit/include/cuda_runtime.h.gch"));
    CHECK(folder.build({"--kit", folder.in("a kit"), "-c", "-Xcompiler=-H", folder.in("prog.cu"), "-o", folder.in("prog.o")}) == 0);
    CHECK(folder.text.find("! " + folder.in("a kit/include/cuda_runtime.h.gch")) != std::string::npos);
    CHECK(folder.build({"--kit", folder.in("a kit"), "-c", "-Xcompiler=-H", "--no-watch", folder.in("prog.cu"), "-o", folder.in("prog.o")}) == 0);
    CHECK(folder.text.find("! " + folder.in("a kit/include/cuda_runtime.h.gch")) == std::string::npos);

    // A finding in a header of the kit is named at the line that called it.
    folder.write("add.cu", "__global__ void add(int* d)\n{\n    atomicAdd(&d[1], 1);\n}\n"
                           "int main() { int* d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); add<<<1, 1>>>(d); cudaFree(d); }\n");
    CHECK(folder.build({"--kit", folder.in("a kit"), folder.in("add.cu"), "-o", folder.in("add")}) == 0);
    folder.run({folder.in("add")});
    CHECK(folder.text.find("add.cu:3: ") != std::string::npos);
}

int main(int argc, char** argv)
{
    if (argc < 5) {
        fmt::print(stderr, "usage: cucc_test CUCC INCLUDE LIBRARY TRANSLATE [doctest's options]\n");
        return 2;
    }
    cucc = argv[1];
    kit_include = argv[2];
    kit_library = argv[3];
    translate = argv[4];
    setenv("LC_ALL", "C", 1);   // g++ quotes with ' there
    doctest::Context context(argc - 4, argv + 4);
    return context.run();
}
