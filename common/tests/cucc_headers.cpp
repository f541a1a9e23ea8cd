// What cucc makes of headers and of what the preprocessor leaves out: which are translated, and what of the standard library is there.

#include <doctest/doctest.h>

#include <algorithm>

#include "cucc_folder.hpp"

using namespace cucc_test;

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
        CHECK(folder.build({"-std=c++20", "--expt-relaxed-constexpr", "-v", "-c", folder.in("one.cu"), "-o", folder.in("one.o")}) == 0);
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
    CHECK(folder.build({"-std=c++20", "-v", "-c", folder.in("one.cu"), "-o", folder.in("one.o")}) == 0);
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

TEST_CASE("what the engine lacks is refused in a header without device code, at its line there")
{
    Folder folder;
    const auto says = [&](const std::string& header) {
        folder.write("own.h", header);
        folder.write("outer.h", "#pragma once\n#include \"own.h\"\n");
        folder.write("p.cu", "#include \"outer.h\"\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
        const int code = folder.build({folder.in("p.cu"), "-o", folder.in("p")});
        CHECK((code != 0) == !folder.text.empty());
        return folder.text;
    };
    const std::string own = folder.in("own.h");
    CHECK(says("#pragma once\n#include <cublas_v2.h>\n") ==
          own + ":2: <cublas_v2.h>: cuBLAS is a library for GPUs; the CPU engine doesn't have it\n"
                "  where: #include <cublas_v2.h>; included by " + folder.in("outer.h:2") + ", by " + folder.in("p.cu:1") + "\n"
                "  try:   write the computation as a kernel\n");
    for (const std::string library : {"thrust/device_vector.h", "cub/cub.cuh", "curand_kernel.h", "cuda/std/atomic", "curand.h", "nccl.h", "cublasLt.h", "mma.h", "thrust/sort.h"}) {
        CAPTURE(library);
        CHECK(says("\n#include <" + library + ">\n").starts_with(own + ":2: <" + library + ">: "));
    }
    CHECK(says("inline void record() { cudaGraph_t graph; }\n").starts_with(own + ":1: cudaGraph_t belongs to CUDA graphs"));

    CHECK(says("#ifdef WITH_CUBLAS\n#include <cublas_v2.h>\n#endif\n").empty());
    CHECK(says("#if __has_include(<no/such/cublas_v2.h>)\n#include <cublas_v2.h>\n#endif\n").empty());
    CHECK(says("inline int f() { asm(\"nop\"); return 0; }\n").empty());                 // for the host's own processor
    folder.write("cublas_utils.h", "inline int answer() { return 42; }\n");
    CHECK(says("#include \"cublas_utils.h\"\n").empty());
}

TEST_CASE("host code of a header may name its own variables as a kernel's built-ins")
{
    Folder folder;
    folder.write("own.h", "inline int sum(int n) { int s = 0; for (int blockIdx = 0; blockIdx < n; ++blockIdx) s += blockIdx; return s; }\n");
    folder.write("p.cu", "#include \"own.h\"\n__global__ void k(int* out) { out[blockIdx.x] = 1; }\nint main() { return sum(4); }\n");
    CHECK(folder.build({folder.in("p.cu"), "-o", folder.in("p")}) == 0);
    CHECK(folder.text == "");
    CHECK(folder.run({folder.in("p")}) == 6);
}
