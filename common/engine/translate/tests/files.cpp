#include "translated.hpp"

TEST_CASE("a bare return in a kernel records its line; elsewhere it does not")
{
    CHECK(translated("__global__ void k(int n)\n{\n  if (n) return;\n  { if (n) return ; }\n}\nvoid f() { return; }\n") ==
          "__global__ void k(int n)\n{\n  if (n) return ::halo_engine::left_at(__LINE__);\n"
          "  { if (n) return ::halo_engine::left_at(__LINE__) ; }\n}\nvoid f() { return; }\n");
    CHECK(translated("template <int N> __global__ void __launch_bounds__(N) k(A<int> a) { return; }").find("left_at") !=
          std::string::npos);
    passes_unchanged("__device__ void f() { return; }\n__global__ void k();\nvoid g() { return; }");
}

TEST_CASE("a return in a lambda or a local class does not leave the kernel")
{
    passes_unchanged("__global__ void k() { auto f = [&](int i) { if (i) return; g(i); }; f(1); each([] { return; }); }");
    passes_unchanged("__global__ void k() { auto f = [] __device__ (int i) mutable -> void { return; }; }");
    passes_unchanged("__global__ void k() { struct F : B<int> { void operator()() { return; } } f; f(); }");
    CHECK(translated("__global__ void k(int* p) { p[0] = a[1]; { return; } struct S s; if (p) { return; } }") ==
          "__global__ void k(int* p) { p[0] = a[1]; { return ::halo_engine::left_at(__LINE__); } struct S s; "
          "if (p) { return ::halo_engine::left_at(__LINE__); } }");
}

TEST_CASE("what the engine can't run is refused with line, reason and advice")
{
    CHECK(refused("__device__ unsigned lane()\n{\n    unsigned x;\n    asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x));\n}\n") ==
          "k.cu:4: inline PTX is code for the GPU itself; the CPU engine can't run it\n"
          "  where: asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x));\n"
          "  try:   write it in C++, or with an intrinsic such as __ldg or __shfl_sync\n");
    CHECK(refused("#define LANE(x) \\\n  __asm__ volatile(\"\" : : \"r\"(x))\n").starts_with("k.cu:2: inline PTX"));
    CHECK(refused("__global__ void k() {\n  m<<<1, 2>>>();\n}\n") ==
          "k.cu:2: device code launches a kernel; the CPU engine can't do that\n"
          "  where: m<<<1, 2>>>();\n"
          "  try:   launch it from host code; here call the computation as a __device__ function\n");
    CHECK(refused("__device__ void sum(float* x) { x[0] = 1; }\n__global__ void k(float* x)\n{\n    sum<<<1, 2>>>(x);\n}\n") ==
          "k.cu:4: sum is a __device__ function: it is called, not launched\n"
          "  where: sum<<<1, 2>>>(x);\n"
          "  try:   the thread is on the device already; write a call as in plain C++, without <<< >>>: each thread makes it for itself\n");
    CHECK(refused("__global__ void m(float* x) { x[0] = 1; }\n__global__ void k(float* x)\n{\n    m<<<1, 2>>>(x);\n}\n")
              .starts_with("k.cu:4: device code launches a kernel;"));
    CHECK(refused("__global__ void m(int n) {}\nvoid f(int n)\n{\n    m<<<n // 256 + 1, 256>>>(n);\n}\n")
              .ends_with("try:   // begins a comment; / divides, and between two ints it rounds towards 0\n"));
    CHECK(refused("__global__ void m(int n) {}\nvoid f(int n)\n{\n    m<<<(n // 256) + 1, 256>>>(n);\n}\n")
              .ends_with("try:   // begins a comment, and the closing one is in it; / divides\n"));
    CHECK(refused("__global__ void m(int n) {}\nvoid f(int n)\n{\n    m<<<(n, 256>>>(n); // 256\n}\n").ends_with("try:   add the missing `)`\n"));
    CHECK(refused("texture<float, 2> t;\n").starts_with("k.cu:1: texture references were removed from CUDA 12\n"));
    CHECK(refused("#include <cub/cub.cuh>\n") ==
          "k.cu:1: <cub/cub.cuh>: CUB uses inline PTX, which the CPU engine can't run\n"
          "  where: #include <cub/cub.cuh>\n"
          "  try:   reduce and scan by __shfl_down_sync and __syncthreads(), or by <cooperative_groups/reduce.h> and <cooperative_groups/scan.h>\n");
    CHECK(refused("#include <cuda/pipeline>\n").ends_with("  try:   use memcpy_async() and wait() of <cooperative_groups/memcpy_async.h>\n"));
    CHECK(refused("#include <cuda/std/array>\n").ends_with("  try:   write what you need of it as a __device__ function, or a struct, of your own\n"));
    for (const std::string_view name : {"mma.h", "thrust/sort.h", "cuda/std/atomic"}) {
        CAPTURE(name);
        CHECK(refused("#include <" + std::string(name) + ">\n").starts_with("k.cu:1: <" + std::string(name) + ">: "));
    }
}

TEST_CASE("names that the engine doesn't support are refused, unless the program declares them itself or may not compile them")
{
    CHECK(refused("__device__ int f(int x)\n{\n    return __shfl_down(x, 1);\n}\n") ==
          "k.cu:3: __shfl_down was removed from CUDA: it did not say which lanes take part; __shfl_down_sync does\n"
          "  where: return __shfl_down(x, 1);\n"
          "  try:   name the lanes that take part: it takes a mask as first argument, 0xffffffff for a whole warp\n");
    for (const std::string_view text :
         {"__ballot(1);", "if (__any(x)) ;", "cudaGraph_t graph;", "cudaGraphLaunch(g, s);", "cudaBindTexture2D(0, t, p);", "cuModuleLoad(&m, s);"}) {
        CAPTURE(text);
        CHECK(refused("void f() {\n" + std::string(text) + "\n}\n").starts_with("k.cu:2: "));
    }
    CHECK(refused("__global__ void __cluster_dims__(2, 1, 1) k() {}\n").starts_with("k.cu:1: __cluster_dims__ makes clusters"));
    CHECK(refused("#define SHFL(x) __shfl(x, 0)\n").starts_with("k.cu:1: __shfl was removed"));
    CHECK(refused("__global__ void k() { cudaDeviceSynchronize(); }\n").starts_with("k.cu:1: cudaDeviceSynchronize in a kernel"));
    passes_unchanged("__device__ int __any(int x) { return x; } struct S { int __all; } s; void f() { s.__all = 1; cudaDeviceSynchronize(); }");
    passes_unchanged("#if CUDART_VERSION >= 9000\n#define ALL(x) __all_sync(~0u, x)\n#else\n#define ALL(x) __all(x)\n#endif\n");
    passes_unchanged("void f() {\n#ifdef OLD\ng(__any(1));\n#endif\n}\n__device__ int my__any(), __any_sync_count();");
}

TEST_CASE("of several refusals the one in the first line is reported")
{
    CHECK(refused("int a;\n__global__ void k() { __shared__ int x = 1; }\nasm(\"\");\n").starts_with("k.cu:2: "));
    CHECK(refused("int a;\nasm(\"\");\n__global__ void k() { __shared__ int x = 1; }\n").starts_with("k.cu:2: inline"));
}

TEST_CASE("Halo's own header is not mistaken for libcu++, though its folder is called cuda")
{
    CHECK(refused("#include \"cuda/check.hpp\"\n").empty());
}

TEST_CASE("what only looks like something that can't run is translated")
{
    passes_unchanged("int asm_count = 1; // asm(\"nop\")\nconst char* s = \"asm\"; /* __asm__ */\n");
    passes_unchanged("int texture = 1; bool b = texture < 3; bool c = texture < a && d > e;");
    passes_unchanged("#include \"my_thrust/x.h\"\n#include <cuda_runtime.h>\n#include <cstdio>\n// #include <mma.h>\n");
    passes_unchanged("#if 0\n#include <cub/cub.cuh>\nasm(\"\");\n#endif\n");
    CHECK(refused("void f() { k<<<1, 2>>>(); }\n__global__ void k() {}\n").empty());
}

TEST_CASE("brackets, strings and comments that are not closed are refused where they begin")
{
    CHECK(refused("void f()\n{\n  g(1;\n}\n") == "k.cu:3: this `(` is never closed\n  where: g(1;\n  try:   add the missing `)`\n");
    CHECK(refused("int a[2] = {b[1, 2};\n").starts_with("k.cu:1: this `[` is never closed\n"));
    CHECK(refused("void f() { g({1, 2); }\n") == "k.cu:1: this `)` does not match the open `{`\n  where: the `{` in line 1 is still open\n"
                                                "  try:   close it with `}` first\n");
    CHECK(refused("void f()\n{\n  g();\n") == "k.cu:2: this `{` is never closed\n  where: {\n  try:   add the missing `}`\n");
    CHECK(refused("int a; }\n").starts_with("k.cu:1: this `}` closes nothing\n"));
    CHECK(refused("int a;\nconst char* s = \"abc;\nint b;\n").starts_with("k.cu:2: this string is never closed\n"));
    CHECK(refused("int a;\nchar s = 'abc;\n").starts_with("k.cu:2: this character is never closed\n"));
    CHECK(refused("int a;\n/* abc\n").starts_with("k.cu:2: this comment is never closed\n"));
    CHECK(refused("auto s = R\"(abc\n").starts_with("k.cu:1: this raw string is never closed\n"));
    CHECK(refused(std::string(5000, '(')).starts_with("k.cu:1: brackets are nested more than 1000 deep\n"));
}

TEST_CASE("of braces that don't match, the one with the wrong indentation is reported")
{
    CHECK(refused("void f()\n{\n    for (;;) {\n        g();\n    if (a) {\n    }\n}\nvoid h()\n{\n}\n") ==
          "k.cu:3: this `{` is never closed\n  where: for (;;) {\n"
          "  try:   add the missing `}`; the one in line 7 is indented too little to match it\n");
    CHECK(refused("void f()\n{\n    for (;;)\n        g();\n    }\n    h();\n}\n") ==
          "k.cu:5: this `}` closes nothing\n  where: the open `{` in line 2 is indented less\n"
          "  try:   remove the `}`, or look for the bracket that should open it\n");
    CHECK(refused("void f() {\n  for (a;\n       b;) {\n  }\n  if (c) {\n}\n").starts_with("k.cu:5: this `{` is never closed\n"));
    passes_unchanged("void f()\n{\n    if (a) {\n}\n        }\n");
}

TEST_CASE("branches of the preprocessor are alternatives, and macros may hide brackets")
{
    passes_unchanged("#ifdef A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\n");
    passes_unchanged("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint x;\n#ifdef __cplusplus\n}\n#endif\n");
    passes_unchanged("#define BEGIN {\n#define END }\nvoid f() BEGIN g(); END\n");
    passes_unchanged("#define BEGIN {\nvoid f() BEGIN g(); }\n");
    passes_unchanged("#ifdef A\ndon't\n#endif\n");
}

TEST_CASE("__CUDA_ARCH__ is defined in device code and not in host code")
{
    CHECK(translated("__device__ int f()\n{\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n  return 2;\n#endif\n}\n") ==
          "__device__ int f()\n{\n#if 1\n  return 1;\n#else\n  return 2;\n#endif\n}\n");
    CHECK(translated("__global__ void k()\n{\n#if !defined( __CUDA_ARCH__ ) || (__CUDA_ARCH__ < 600)   // old\n#elif __CUDA_ARCH__>=800\n"
                     "#endif\n#ifndef __CUDA_ARCH__\n#endif\n  f(__CUDA_ARCH__);\n}\n") ==
          "__global__ void k()\n{\n#if !1 || (900 < 600)   // old\n#elif 900>=800\n#endif\n#if 0\n#endif\n  f(900);\n}\n");
    CHECK(translated("#if __CUDA_ARCH__ >= 700\n__device__ int f();\n#endif\n") == "#if 900 >= 700\n__device__ int f();\n#endif\n");
    passes_unchanged("int main()\n{\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n  return 2;\n#endif\n}\n");
    passes_unchanged("#ifndef __CUDA_ARCH__\n#include <vector>\n#endif\n__device__ int f();\n");
    passes_unchanged("__device__ int f()\n{\n#ifdef MY__CUDA_ARCH__X\n#endif\n#if 0\n#if __CUDA_ARCH__\n#endif\n#endif\n}\n");
}

TEST_CASE("everything else is copied byte for byte")
{
    passes_unchanged("");
    passes_unchanged("\n\n");
    passes_unchanged("int a;\r\n#define X \\\r\n 1\r\nint b;");
    passes_unchanged("// gr\xC3\xB6\xC3\x9F" "e \xFF\xFE\nint gr\xC3\xB6\xC3\x9F" "e; // \\\n still a comment <<<\n");
    passes_unchanged(std::string_view("int a;\0\x01 int b;", 15));
    passes_unchanged("int a \\\n = 1;\n#define S(x) #x \\\n  /* two\n lines */ x\n");
    CHECK(translated("\xEF\xBB\xBFint a;\n") == "int a;\n");
}

TEST_CASE("a path with quotes and backslashes stays one line directive")
{
    CHECK(halo::engine::translate("", "a \"b\"\\c.cu").text == "#line 1 \"a \\\"b\\\"\\\\c.cu\"\n");
}
