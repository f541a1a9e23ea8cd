#include "translated.hpp"

namespace {

/// Whether the body, in a kernel with these parameters, gets such text.
bool gets(std::string_view body, std::string_view text)
{
    const std::string out = translated(kernel_of(body, "(float x, unsigned char* out, const int* in, int n)"));
    return out.find(text) != std::string::npos;
}
bool gets_nothing(std::string_view body)
{
    const std::string source = kernel_of(body, "(float x, unsigned char* out, const int* in, int n)");
    return translated(source) == source;
}

}  // namespace

TEST_CASE("a shift goes through `by`, except one by a literal and what only looks like a shift")
{
    CHECK(gets("n = 1 << n;", "1 << ::halo_engine::by << "));
    CHECK(gets("n = in[0] >> (n + 1);", "in[0] >> ::halo_engine::by >> "));
    for (const std::string_view fine : {"n = n << 3;", "n >>= 1;", "n <<= n;", "f<g<int>>(n);", "bool b = n < n >> n;", "stream << \"text\";"})
        CHECK_MESSAGE(gets_nothing(fine), fine);
    passes_unchanged("int f(int n) { return 1 << n; }");      // the host's
    passes_unchanged("struct A { __device__ A operator<<(int n) const; };");
}

TEST_CASE("a conversion of what may be a floating-point number to an integer goes through the engine")
{
    CHECK(gets("n = (int)x;", "(int)(::halo_engine::Saturated<int>)"));
    CHECK(gets("n = (unsigned char)(x + 1);", "(unsigned char)(::halo_engine::Saturated<unsigned char>)"));
    CHECK(gets("n = int(x);", "int(::halo_engine::to<int> = "));
    CHECK(gets("n = static_cast<unsigned char>(x);", "(::halo_engine::to<unsigned char> = "));
    CHECK(gets("out[n] = x;", "= ::halo_engine::to<unsigned char> = "));
    CHECK(gets("*out = x;", "= ::halo_engine::to<unsigned char> = "));
    CHECK(gets("int i = floorf(2 * n), j = x;", "j = ::halo_engine::to<int> = "));
    for (const std::string_view fine : {"n = (int)in[0];", "int i = in[0] * n;", "x = (float)n;", "out[n] = in[0];", "in = (const int*)out;", "n = sizeof(int) * n;",
                                        "n = (int)sizeof(x);", "n = int(in[n]);", "f((int)n);", "bool b = x;", "float y = x;", "int a = in[0], b = n;"})
        CHECK_MESSAGE(gets_nothing(fine), fine);
}

TEST_CASE("what follows a shift or a conversion keeps its column, except in a macro's arguments")
{
    CHECK(translated("__global__ void k(int n)\n{\n    n = 1 << n;\n}\n") == "__global__ void k(int n)\n{\n    n = 1 << ::halo_engine::by << \n#line 3\n             n;\n}\n");
    CHECK(gets("RUN(1 << n);", "RUN(1 << ::halo_engine::by << n);"));
    CHECK(gets("assert(1 << n);", "assert(1 << ::halo_engine::by << n);"));
}

TEST_CASE("a static variable of device code is the device's, unless it is const")
{
    CHECK(translated("__device__ int f() { static int a = 1, b[2]; return a++ + b[0]; }") ==
          "__device__ int f() { [[gnu::used]] static const char halo_device_template_21_a = 0; [[gnu::used]] static const char halo_device_template_21_b = 0; "
          "static __halo_instance__ int a = 1, b[2]; return a++ + b[0]; }");
    for (const std::string_view fine : {"static const int t[2] = {1, 2};", "static constexpr int t = 1;", "struct A { static int f(); };", "static_assert(true);"}) stays(fine);
    passes_unchanged("int f() { static int a; return ++a; }");
}

TEST_CASE("a function of both sides that asks for __CUDA_ARCH__ has a body for each")
{
    const std::string body = "\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n  return 2;\n#endif\n";
    for (const std::string head : {"__host__ __device__ int f()\n", "__device__ __host__ int f()\n", "#define BOTH __host__ __device__\nBOTH int f()\n"}) {
        const auto result = halo::engine::translate(head + "{" + body + "}\n", "k.cu");
        CHECK(result.text.find("{ if (::halo_engine::on_device()) {\n#if 1\n") != std::string::npos);
        CHECK(result.text.find("} else {\n#line ") != std::string::npos);
        CHECK(result.text.find(body + "\n#line ") != std::string::npos);
    }
    CHECK(translated("__device__ int f() {" + body + "}").find("on_device") == std::string::npos);
    CHECK(translated("__host__ __device__ int f() { return 1; }").find("on_device") == std::string::npos);
}
