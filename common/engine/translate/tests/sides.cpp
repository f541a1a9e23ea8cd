#include "translated.hpp"

namespace {

/// The first line of the refusal, without its file.
std::string what(std::string_view source)
{
    const std::string all = refused(source);
    return all.empty() ? "" : all.substr(5, all.find('\n') - 5);
}

const std::string kSides = "__device__ float half_of(float x) { return x / 2; }\n"
                           "float twice(float x) { return 2 * x; }\n"
                           "__host__ __device__ float both(float x) { return x; }\n"
                           "__global__ void k(float* p, int n) { *p = half_of(both(n)); }\n";

std::string in_main(std::string_view statement) { return what(kSides + "int main() { " + std::string(statement) + " }"); }
std::string in_kernel(std::string_view statement)
{
    return what(kSides + "__global__ void m(float* p) { " + std::string(statement) + " }");
}

}  // namespace

TEST_CASE("a kernel called without <<< >>> is refused; code that only looks like such a call is not")
{
    CHECK(in_main("k(d, 1);") == "5: k is a kernel, but is called here like an ordinary function");
    CHECK(in_kernel("k(p, 1);") == "5: k is a kernel, but is called here like an ordinary function");
    CHECK(what("__global__ void k(int n) { if (n > 0) k(n - 1); }") == "1: k is a kernel, but is called here like an ordinary function");
    for (const std::string_view fine : {"k<<<1, 2>>>(d, 1);", "k << <1, 2 >> >(d, 1);", "RUN(k, d, 1);", "a.k(d, 1);", "b::k(d, 1);",
                                        "k(d);", "auto l = [] { k(d, 1); };", "void (*k)(float*, int) = f; k(d, 1);",
                                        "struct A { void f() { k(d, 1); } };"})
        CHECK_MESSAGE(in_main(fine) == "", fine);
    CHECK(what(kSides + "void k(double* p, int n) { k<<<1, 1>>>(p, n); }\nint main() { k(d, 1); }") == "");
    CHECK(what(kSides + "TYPE main2() { k(d, 1); }") == "");   // the macro may be __device__
}

TEST_CASE("a host function that is launched is refused, and one that is passed on is marked")
{
    CHECK(in_main("twice<<<1, 2>>>(3);") == "5: twice is launched as a kernel, but is a host function");
    CHECK(in_main("both<<<1, 2>>>(3);") == "");
    CHECK(what(kSides + "void go(void (*twice)(float)) { twice<<<1, 2>>>(3); }") == "");
    CHECK(translated("void f(int) { g(); }\nvoid h() { go(f); }") == "void f(int) { __halo_host_function__  g(); }\nvoid h() { go(f); }");
    CHECK(translated("void f(int) {}\nvoid h() { f(3); }") == "void f(int) {}\nvoid h() { f(3); }");
    CHECK(translated("__device__ void f(int) {}\nvoid h() { go(f); }") == "__device__ void f(int) {}\nvoid h() { go(f); }");
}

TEST_CASE("device code called by the host, and host code called by a kernel, are refused where both sides are certain")
{
    CHECK(in_main("x = half_of(1);") == "5: half_of is a __device__ function: host code can't call it");
    CHECK(in_kernel("*p = twice(*p);") == "5: twice is a host function: device code can't call it");
    CHECK(in_kernel("*p = both(half_of(*p));") == "");
    CHECK(in_main("x = both(twice(1));") == "");
    CHECK(in_kernel("float twice = 2; *p = twice;") == "");
    CHECK(in_kernel("auto twice = [](float x) { return x; }; *p = twice(1);") == "");
    CHECK(in_kernel("*p = p->twice(1) + a::twice(2);") == "");
    CHECK(what(kSides + "__device__ float twice(int x);\n__device__ float f() { return twice(1); }") == "");
    CHECK(what("constexpr int sq(int x) { return x * x; }\n__global__ void k(int* p) { *p = sq(3); }") == "2: sq is a host function: device code can't call it");
    CHECK(what("constexpr int sq(int x) { return x * x; }\n__global__ __launch_bounds__(sq(9)) void k(int* p) { *p = 3; }\nint n = sq(2);") == "");
    CHECK(what("constexpr __host__ __device__ int sq(int x) { return x * x; }\n__global__ void k(int* p) { *p = sq(3); }") == "");
    CHECK(what("template <class T> T sq(T x) { return x * x; }\n__global__ void k(int* p) { *p = sq(3) + sq<int>(4); }") == "2: sq is a host function: device code can't call it");
    CHECK(what("template <int N> constexpr int sq() { return N * N; }\n__global__ void k(int* p) { *p = sq<4>(); }") == "2: sq is a host function: device code can't call it");
    CHECK(what("template <class T> __device__ T sq(T x) { return x * x; }\n__global__ void k(int* p) { *p = sq<int>(4); }") == "");
    CHECK(what("struct A { int f(int x) { return x; } __device__ int g() { return f(1); } };") == "");
    CHECK(what(kSides + "__host__ __device__ float h(float x) {\n#ifdef __CUDA_ARCH__\nreturn half_of(x);\n#else\nreturn twice(x);\n#endif\n}") == "");
    CHECK(what(kSides + "__device__ float h(float x) {\n#ifdef X\nreturn twice(x);\n#endif\n}") == "");
}

TEST_CASE("names that belong to device code are refused in host code")
{
    CHECK(in_main("__syncthreads();") == "5: __syncthreads() is called in host code: it waits for the threads of a block");
    CHECK(in_main("int i = threadIdx.x;") == "5: threadIdx is used in host code: only the threads of a kernel have one");
    CHECK(in_main("__shared__ float s[3];") == "5: __shared__ memory is declared in host code: it belongs to the threads of a block");
    CHECK(in_main("dim3 blockDim(16); k<<<1, blockDim>>>(d, 1);") == "");
    CHECK(in_main("go([=] __device__(int i) { return threadIdx.x; });") == "");
    CHECK(what("DEVICE int f() { return threadIdx.x; }") == "");
}

TEST_CASE("the host's library and the device's heap are refused in device code")
{
    CHECK(in_kernel("*p = rand();") == "5: rand is used in device code: it belongs to the host's library");
    CHECK(in_kernel("mempcpy(p, q, 4);") == "5: mempcpy is used in device code: it belongs to the host's library");
    CHECK(in_kernel("*p = std::strlen(q);") == "5: strlen is used in device code: it belongs to the host's library");
    CHECK(in_kernel("memcpy(p, q, 4); memset(p, 0, 4);") == "");
    CHECK(what("__device__ int strlen(const char* s) { return *s; }\n__global__ void k(int* p) { *p = strlen(\"a\"); }") == "");
    CHECK(in_main("mempcpy(p, q, 4);") == "");
    CHECK(in_kernel("std::vector<int> v;") == "5: vector is used in device code: it belongs to the host's library");
    CHECK(in_kernel("p = new float[3];") == "5: new in device code allocates from the device's heap, which the CPU engine doesn't have");
    CHECK(in_kernel("p = (float*)malloc(4);") == "5: malloc in device code allocates from the device's heap, which the CPU engine doesn't have");
    CHECK(in_kernel("new (p) float(3); p->rand(); int rand = 4;") == "");
    CHECK(what("__device__ int rand(int s) { return s; }\n__global__ void k(int* p) { *p = rand(3); }") == "");
    CHECK(in_main("p = new float[rand()]; std::cout << p;") == "");
}

TEST_CASE("a kernel with a result is refused")
{
    CHECK(what("__global__ int k(int* p) { return *p; }") == "1: this kernel returns int: a kernel returns nothing");
}

TEST_CASE("what g++ takes in device code and nvcc refuses is refused: std::max, a host's lambda, a run-time size")
{
    CHECK(in_kernel("*p = std::max(*p, 0.0f);") == "5: std::max is a host function: device code can't call it");
    CHECK(in_kernel("*p = max(*p, 0.0f) + own::max(*p, 0.0f) + std::fmax(*p, 0.0f);") == "");
    CHECK(in_main("x = std::max(x, 0.0f);") == "");
    CHECK(in_kernel("*p = std::min<float>(*p, 0.0f);") == "5: std::min is a host function: device code can't call it");
    CHECK(in_kernel("*p = std::numeric_limits<float>::max();") == "5: std::numeric_limits is a host function: device code can't call it");
    CHECK(in_kernel("std::swap(p[0], p[1]);") == "5: std::swap is a host function: device code can't call it");
    CHECK(in_kernel("own::swap(p[0], p[1]); p->swap(1);") == "");
    const std::string lambda = "auto half = [](float x) { return x / 2; };\n";
    CHECK(what(lambda + "__global__ void k(float* p) { *p = half(*p); }") == "2: half is a host function: device code can't call it");
    CHECK(what(lambda + "__global__ void k(float* p) { auto half = [](float x) { return x; }; *p = half(*p); }") == "");
    CHECK(what("__global__ void k(float* p, int n) { float w[n]; p[0] = w[0]; }")
          == "1: the size of w[n] is known only when the kernel runs: device code has no such arrays");
    for (const std::string_view known : {"unsigned w[kBytes / sizeof(unsigned)];", "float w[sizeof(n)];", "float w[Tile::n];", "float w[kSize];"}) {
        CAPTURE(known);
        CHECK(what("__global__ void k(unsigned n) { " + std::string(known) + " }") == "");
    }
    CHECK(what("__global__ void k(float* p, int n) { constexpr int m = 3; float w[m]; p[n] = w[0]; }") == "");
}

TEST_CASE("a __device__ function cannot be launched")
{
    CHECK(what("__device__ void k(float* p) { *p = 1; }\nint main() { k<<<1, 2>>>(d); }") == "2: k is launched as a kernel, but is marked __device__");
    CHECK(what("__global__ void k(float* p) { *p = 1; }\nint main() { k<<<1, 2>>>(d); }") == "");
}

TEST_CASE("methods without __device__ are refused where device code calls them: of functors, of policies, constructors")
{
    const std::string adder = "struct Adder { float by; float operator()(float v) const { return v + by; } };\n";
    const std::string refusal = "2: Adder::operator() is a host function: device code can't call it";
    CHECK(what(adder + "__global__ void k(float* p) { *p = Adder{10}(*p); }") == refusal);
    CHECK(what(adder + "__global__ void k(float* p) { const Adder add{10}; *p = add(*p); }") == refusal);
    CHECK(what(adder + "__global__ void k(float* p, Adder add) { *p = add(*p); }") == refusal);
    CHECK(what(adder + "template <class F> __global__ void k(float* p, F f) { *p = f(*p); }\nvoid go(float* p) { k<<<1, 1>>>(p, Adder{1}); }") == refusal);
    CHECK(what(adder + "template <class F> __global__ void k(float* p, F f) { *p = f(*p); }\nvoid go(float* p) { Adder{1}(2); }") == "");
    CHECK(what(adder + "template <class F> __global__ void k(float* p, F f) { *p = f(*p); }\nvoid go(float* p) { with(p, Adder{1}); }") == refusal);
    CHECK(what(adder + "template <class F> __global__ void k(float* p, F f) { *p = f(*p); }\nvoid go(float* p) { std::transform(p, Adder{1}); }") == "");
    CHECK(what(adder + "__global__ void k(float* p, Adder add) { *p = add.by; }\nvoid go(float* p) { k<<<1, 1>>>(p, Adder{1}); }") == "");
    CHECK(what("struct Adder { __device__ float operator()(float v) const { return v; } };\n__global__ void k(float* p) { *p = Adder{}(*p); }") == "");
    CHECK(what("struct Adder { FN float operator()(float v) const { return v; } };\n__global__ void k(float* p) { *p = Adder{}(*p); }") == "");

    const std::string edge = "struct Edge { static int at(int i, int n) { return i < 0 ? 0 : i; } };\n"
                             "template <class Rule> __global__ void k(int* p) { *p = Rule::at(p[1], 3); }\n";
    CHECK(what(edge + "void go(int* p) { k<Edge><<<1, 1>>>(p); }") == "2: Edge::at is a host function: device code can't call it");
    CHECK(what(edge + "int go(int* p) { return Edge::at(p[0], 3); }") == "");
    CHECK(what("struct Edge { static __device__ int at(int i) { return i; } int size() { return 3; } };\n"
               "template <class Rule> __global__ void k(int* p) { *p = Rule::at(p[1]); }\nvoid go(int* p) { k<Edge><<<1, 1>>>(p); }") == "");

    CHECK(what("struct A { float by; A(float b) : by{b} {} };\n__global__ void k(float* p) { A a(*p); *p = a.by; }")
          == "2: A's constructor is a host function: device code can't call it");
    CHECK(what("struct A { float by; __device__ A(float b) : by{b} {} };\n__global__ void k(float* p) { A a(*p); *p = a.by; }") == "");
    CHECK(what("struct A { float by; A(float b) : by(b) {} };\n__global__ void k(float* p, A a) { *p = a.by; }") == "");
}

TEST_CASE("with --expt-relaxed-constexpr device code may call what is constexpr, and nothing else of the host")
{
    const auto is_refused = [](std::string_view before, std::string_view body, bool relaxed) {
        halo::engine::Rules rules;
        rules.relaxed_constexpr = relaxed;
        return halo::engine::translate(std::string(before) + kernel_of(body, "(int* p)"), "k.cu", rules).refusal.has_value();
    };
    const std::string_view twice = "constexpr int twice(int x) { return 2 * x; }\n";
    CHECK(is_refused(twice, "*p = twice(p[1]);", false));
    CHECK(!is_refused(twice, "*p = twice(p[1]);", true));
    CHECK(is_refused("", "*p = std::max(p[1], p[2]);", false));
    CHECK(!is_refused("", "*p = std::max(p[1], p[2]);", true));
    CHECK(is_refused("int twice(int x) { return 2 * x; }\n", "*p = twice(p[1]);", true));
}
