#include "translated.hpp"

namespace of_pieces {
namespace {

std::string in_pieces(std::string_view source)
{
    halo::engine::Rules rules;
    rules.watch = false;
    rules.pieces = true;
    const halo::engine::Translation result = halo::engine::translate(source, "k.cu", rules);
    return result.refusal ? "refused" : result.text.substr(result.text.find('\n') + 1);
}

std::string kernel(std::string_view body) { return "__global__ void k(const float* in, float* out, int n) { " + std::string(body) + " }"; }

/// `want`: the body with CUT where a barrier was.
void becomes(std::string_view body, std::string want)
{
    CAPTURE(body);
    constexpr std::string_view cut = "return ::halo_engine::next_piece(__COUNTER__, __LINE__, [=]() mutable __attribute__((always_inline)) {";
    std::string ends;
    for (std::size_t at = 0; (at = want.find("CUT", at)) != std::string::npos; at += cut.size()) {
        want.replace(at, 3, cut);
        ends += "}); ";
    }
    std::string whole = kernel(want);
    whole.insert(whole.size() - 1, ends);
    CHECK(in_pieces(kernel(body)) == whole);
}

bool is_cut(std::string_view source) { return in_pieces(source).find("next_piece") != std::string::npos; }

/// The first is cut, the second, which differs by one thing, is not.
void only_first(std::string_view cut, std::string_view whole)
{
    CAPTURE(cut);
    CHECK(is_cut(kernel(cut)));
    CAPTURE(whole);
    CHECK(!is_cut(kernel(whole)));
    CHECK(in_pieces(kernel(whole)).find("__syncthreads") != std::string::npos);
}

}  // namespace

TEST_CASE("a kernel is cut at each barrier of its own body, in the same line")
{
    becomes("int x = 1; __syncthreads(); out[x] = in[x];", "int x = 1; CUT out[x] = in[x];");
    becomes("f(); __syncthreads(); g(); __syncthreads(); h();", "f(); CUT g(); CUT h();");
    becomes("int x = 1;\n__syncthreads();\nout[x] = in[x];", "int x = 1;\nCUT\nout[x] = in[x];");
    becomes("if (n) f(); else { g(); }\n__syncthreads(); { h(); }", "if (n) f(); else { g(); }\nCUT { h(); }");
    becomes("do f(); while (n);\n__syncthreads(); while (n) if (n) { h(); }", "do f(); while (n);\nCUT while (n) if (n) { h(); }");
}

TEST_CASE("only kernels are cut, and only if it is asked for")
{
    CHECK(is_cut("__global__ void k() { f(); __syncthreads(); g(); }"));
    CHECK(is_cut("template <class T> __global__ void k(T* out) { f(); __syncthreads(); g(out); }"));
    CHECK(!is_cut("__device__ void k() { f(); __syncthreads(); g(); }"));
    CHECK(!is_cut("void k() { f(); __syncthreads(); g(); }"));
    CHECK(translated("__global__ void k() { f(); __syncthreads(); g(); }").find("next_piece") == std::string::npos);
}

TEST_CASE("a barrier in a branch, a loop or a block of its own is not a cut, but does not hinder others")
{
    only_first("if (n) f(); __syncthreads();", "if (n) __syncthreads();");
    only_first("for (;n;) { } __syncthreads();", "for (;n;) { __syncthreads(); }");
    only_first("if (n) { } else { } __syncthreads();", "if (n) { } else __syncthreads();");
    only_first("{ } __syncthreads();", "{ __syncthreads(); }");
    only_first("do { } while (n); __syncthreads();", "do __syncthreads(); while (n);");
    becomes("if (n) __syncthreads(); __syncthreads(); for (;n;) __syncthreads();", "if (n) __syncthreads(); CUT for (;n;) __syncthreads();");
    only_first("__syncthreads();", "int some = __syncthreads_count(n);");
}

TEST_CASE("a variable that lives across the barrier is a number, a small vector or a pointer")
{
    for (const char* type : {"int", "const unsigned", "unsigned long long", "const float", "float4", "const float*", "float* __restrict__", "const Pixel*", "dim3"}) {
        const std::string body = std::string(type) + " x = a; __syncthreads(); f(x);";
        CAPTURE(body);
        CHECK(is_cut(kernel(body)));
    }
    only_first("int x = a, y = b; __syncthreads();", "int x[2] = a; __syncthreads();");
    only_first("int x = a, y(b); __syncthreads();", "int x = a, y; __syncthreads();");
    only_first("__syncthreads(); int x, y;", "int x; __syncthreads();");
    only_first("const int x = in[0]; __syncthreads();", "const int& x = in[0]; __syncthreads();");
    only_first("const Pixel* x = in; __syncthreads();", "const Pixel* x = in, y = in; __syncthreads();");
    only_first("x = a; __syncthreads();", "Pixel x = a; __syncthreads();");
    only_first("x = a; __syncthreads();", "auto x = a; __syncthreads();");
    only_first("x(a); __syncthreads();", "Pixel x(a); __syncthreads();");
    only_first("image::x(a); __syncthreads();", "image::Pixel x(a); __syncthreads();");
    only_first("f(a); __syncthreads();", "Vector<int> x; __syncthreads();");
    only_first("f(a); __syncthreads();", "DECLARE(a); __syncthreads();");
}

TEST_CASE("no variable may be known by its address")
{
    only_first("int x = a; p = &in[x]; __syncthreads();", "int x = a; p = &x; __syncthreads();");
    only_first("int x = a; y = n & x; __syncthreads();", "int x = a; f(&x); __syncthreads();");
    only_first("__shared__ int s_x; atomicAdd(&s_x, 1); __syncthreads();", "int s_x; atomicAdd(&s_x, 1); __syncthreads();");
    only_first("p = &in->x; __syncthreads();", "p = &in.x; __syncthreads();");
    only_first("int x = a; __syncthreads(); p = &in[x];", "int x = a; __syncthreads(); p = &x;");
    CHECK(!is_cut("__global__ void k(const Pixel& p) { __syncthreads(); f(p); }"));
    CHECK(!is_cut("template <class... P> __global__ void k(P... p) { __syncthreads(); f(p...); }"));
}

TEST_CASE("no parameter may be of a class, whose copy constructor would run in each thread")
{
    for (const char* plain : {"const float* in", "Pixel* __restrict__ p", "const Pixel* const p", "unsigned int n", "float4 f", "std::size_t n", "const int n", "int", "const T* in"})
        CHECK_MESSAGE(is_cut(std::string("template <class T> __global__ void k(") + plain + ") { __syncthreads(); g(); }"), plain);
    for (const char* other : {"Pixel p", "const Pixel p", "T value", "Owner<int*> owner", "std::pair<int, int> p"})
        CHECK_MESSAGE(!is_cut(std::string("template <class T> __global__ void k(") + other + ") { __syncthreads(); g(); }"), other);
}

TEST_CASE("a name is declared once: in the lambda, another would be accepted")
{
    only_first("int x = a; __syncthreads(); int y = b;", "int x = a; __syncthreads(); int x = b;");
    only_first("int x = a; __syncthreads(); { int x = b; }", "int n = a; __syncthreads();");
    only_first("__shared__ int s[8], t; __syncthreads(); int u = 0;", "__shared__ int s[8], t; __syncthreads(); int t = 0;");
    only_first("__shared__ int s[8]; __syncthreads();", "__syncthreads(); __shared__ int s[8];");
    only_first("{ __shared__ int s[8]; } __syncthreads();", "__syncthreads(); { __shared__ int s[8]; }");
}

TEST_CASE("words that mean something else in a lambda, or that lead out of it, keep a kernel whole")
{
    for (const char* word : {"goto end", "assert(n)", "throw n", "static int x", "f(__func__)", "f(__PRETTY_FUNCTION__)"}) {
        const std::string body = "__syncthreads(); if (n) { " + std::string(word) + "; }";
        CAPTURE(body);
        CHECK(!is_cut(kernel(body)));
    }
    only_first("__syncthreads(); if (n) return;", "__syncthreads(); return;");
    only_first("f(); __syncthreads();", "f() __syncthreads();");
    only_first("f();\n__syncthreads();", "f()\n__syncthreads();");
    only_first("f(); __syncthreads();", "f(); __syncthreads()");
    CHECK(!is_cut("__global__ void k() { f(); __syncthreads(); {"));
    std::string many;
    for (int i = 0; i < 8; ++i) many += "__syncthreads(); ";
    only_first(many, many + "__syncthreads();");
}

TEST_CASE("a directive in the body may leave the barrier out, and a macro may be more than a value")
{
    only_first("\n#pragma unroll\nfor (;n;) { }\n__syncthreads();", "\n#ifdef X\n__syncthreads();\n#endif\n");
    only_first("\n#pragma once\n__syncthreads();", "\n#define N 3\n__syncthreads();");
    const auto with = [](std::string_view macro) { return "#define M " + std::string(macro) + "\n" + kernel("f(M); __syncthreads();"); };
    for (const char* value : {"3", "(a + b)", "sizeof(float)"}) CHECK(is_cut(with(value)));
    for (const char* more : {"3; return", "&x", "3); { g(", "__func__"}) CHECK(!is_cut(with(more)));
    CHECK(!is_cut("#define A(x) B\n#define B &x\n" + kernel("f(A(1)); __syncthreads();")));
    CHECK(is_cut("#define A(x) B\n#define B x\n" + kernel("f(A(1)); __syncthreads();")));
    CHECK(!is_cut("#define __syncthreads() f()\n" + kernel("__syncthreads();")));
}

}  // namespace of_pieces
