#include "translated.hpp"

TEST_CASE("dynamic shared memory becomes a pointer, whatever the order of its words")
{
    const std::string want = "__global__ void k() { [[maybe_unused]] float* const s = ::halo_engine::dynamic_shared<float>(\"s\"); }";
    for (const std::string_view one :
         {"extern __shared__ float s[];", "__shared__ extern float s[];", "extern __shared__ __align__(16) float s[];",
          "extern __align__(16) __shared__ float s[];", "extern __shared__ alignas(16) float s[];",
          "extern __shared__ float s[256];", "extern float __shared__ s[];", "extern __shared__ __attribute__((aligned(16))) float s[];"}) {
        CAPTURE(one);
        CHECK(translated("__global__ void k() { " + std::string(one) + " }") == want);
    }
}

TEST_CASE("a kernel says how large its blocks may be")
{
    CHECK(translated("template <int n> __global__ void __launch_bounds__(2 * n, 3) k() {f(); }") ==
          "template <int n> __global__ void __launch_bounds__(2 * n, 3) k() { __halo_launch_bounds__(2 * n) f(); }");
    CHECK(translated("__launch_bounds__(64) __global__ void k() { f(); }").find("{ __halo_launch_bounds__(64) f();") != std::string::npos);
    CHECK(translated("__global__ void __launch_bounds__(64) k();") == "__global__ void __launch_bounds__(64) k();");
}

TEST_CASE("dynamic shared memory may have rows, a dependent type, two names, and several lines")
{
    CHECK(translated("__global__ void k() {int t = 1; __shared__ int s[8]; s[t] = t; }").starts_with("__global__ void k() { __halo_kernel__ int t = 1;"));
    CHECK(translated("__global__ void k() { extern __shared__ float s[][33]; }") ==
          "__global__ void k() { [[maybe_unused]] float (* const s)[33] = ::halo_engine::dynamic_shared<float[33]>(\"s\"); }");
    CHECK(translated("__global__ void k() { extern __shared__ A<T, 3>::type s[][4][N + 1]; }") ==
          "__global__ void k() { [[maybe_unused]] A < T , 3 > :: type (* const s)[4][N + 1] = "
          "::halo_engine::dynamic_shared<A < T , 3 > :: type[4][N + 1]>(\"s\"); }");
    CHECK(translated("__global__ void k() { extern __shared__ volatile int a[], b[]; }") ==
          "__global__ void k() { [[maybe_unused]] volatile int* const a = ::halo_engine::dynamic_shared<volatile int>(\"a\"); "
          "[[maybe_unused]] volatile int* const b = ::halo_engine::dynamic_shared<volatile int>(\"b\"); }");
    CHECK(translated("__global__ void k() {\n  extern __shared__\n    unsigned char s[\n ];\n  int x;\n}\n") ==
          "__global__ void k() {\n  [[maybe_unused]] unsigned char* const s = ::halo_engine::dynamic_shared<unsigned char>(\"s\")\n\n;\n"
          "  int x;\n}\n");
}

TEST_CASE("dynamic shared memory outside a function is an object there, and a pointer in the kernels that use it")
{
    CHECK(translated("extern __shared__ char s[];\n__global__ void k() { f(s); }\n__global__ void m(int s) { f(s); }\n"
                     "__device__ int g() { return 1; }\n__global__ void n() { extern __shared__ int s[]; s[0] = 1; }\n") ==
          "[[maybe_unused]] static constexpr ::halo_engine::DynamicShared<char> s{};\n"
          "__global__ void k() { [[maybe_unused]] char* const s = ::halo_engine::dynamic_shared<char>(\"s\"); f(s); }\n"
          "__global__ void m(int s) { f(s); }\n__device__ int g() { return 1; }\n"
          "__global__ void n() { [[maybe_unused]] int* const s = ::halo_engine::dynamic_shared<int>(\"s\"); s[0] = 1; }\n");
    CHECK(translated("namespace a { extern \"C\" { extern __shared__ float s[][5]; } }") ==
          "namespace a { extern \"C\" { [[maybe_unused]] static constexpr ::halo_engine::DynamicShared<float[5]> s{}; } }");
}

TEST_CASE("other shared variables stay as they are, and their kernel is marked")
{
    CHECK(translated("__global__ void k() { __shared__ float s[16][17], t; s[0][0] = 1; t = 2; }") ==
          "__global__ void k() { __halo_kernel__ __shared__ float s[16][17], t; s[0][0] = 1; t = 2; }");
    passes_unchanged("template <class T> __device__ void f() { __shared__ T s[sizeof(T) == 4 ? 1 : 2]; s[0] = {}; }");
    passes_unchanged("__device__ void f() { __shared__ struct P { int x; } p; p.x = 1; }");
    passes_unchanged("__global__ void k(float* s) { s[0] = 1; }");
    passes_unchanged("#define TILE(T, n) __shared__ T n[16]\n");
    CHECK(translated("__global__ void k() { extern __shared__ float s[]; s[0] = 1; }").find("__halo_kernel__") == std::string::npos);
}

TEST_CASE("alignas after __shared__ goes before it: the macro is a specifier, after which g++ takes none")
{
    CHECK(translated("__global__ void k() { __shared__ alignas(16) float s[4]; }") == "__global__ void k() { __halo_kernel__ alignas(16) __shared__  float s[4]; }");
    CHECK(translated("__global__ void k() { const int n = 1; static __shared__ alignas(8) alignas(sizeof(T)) int s; }") ==
          "__global__ void k() { __halo_kernel__ const int n = 1;  alignas(8) alignas(sizeof(T)) __shared__   int s; }");
    for (const std::string_view same : {"alignas(16) __shared__ float s[4];", "__shared__ struct alignas(16) S { float x; } s;", "__shared__ __align__(16) float s[4];"}) {
        CAPTURE(same);
        CHECK(translated("__global__ void k() { " + std::string(same) + " }") == "__global__ void k() { __halo_kernel__ " + std::string(same) + " }");
    }
}

TEST_CASE("a shared variable with an initialiser is refused")
{
    CHECK(refused("__global__ void k()\n{\n    __shared__ float sum = 0.0f;\n}\n") ==
          "k.cu:3: a __shared__ variable can't have an initialiser: which thread would write it?\n"
          "  where: __shared__ float sum = 0.0f;\n"
          "  try:   declare it without one, let some threads store the value, then __syncthreads()\n");
    CHECK(refused("__global__ void k() { __shared__ float s[2] = {1, 2}; }").starts_with("k.cu:1: a __shared__ variable"));
    CHECK(refused("__global__ void k() { __shared__ float s{}; }").starts_with("k.cu:1: a __shared__ variable"));
    CHECK(refused("__global__ void k() { extern __shared__ float* s; }").starts_with("k.cu:1: dynamic shared memory must be declared"));
}

TEST_CASE("a shared array without its `;` is not mistaken for one with an initialiser")
{
    const std::string what = "k.cu:2: a `;` is missing at the end of this line\n  where: ", advice = "  try:   write it: the declaration ends here\n";
    CHECK(refused("__global__ void k() {\n__shared__ float s[2]\nint x = 1; }") == what + "__shared__ float s[2]\n" + advice);
    CHECK(refused("__global__ void k() {\nextern __shared__ float s[]\nint x = 1; }") == what + "extern __shared__ float s[]\n" + advice);
    CHECK(refused("__global__ void k() {\n__shared__ float s[2]\n    __align__(16);\n}").empty());
}

TEST_CASE("a device variable gets its section, a device function does not")
{
    CHECK(translated("__device__ int n;") == "__device__ __halo_device_variable__ int n;");
    CHECK(translated("static __device__ float t[4] = {1, 2};") == "static __device__ __halo_device_variable__ float t[4] = {1, 2};");
    CHECK(translated("__device__ __align__(16) A<int, (3)> x{1};") ==
          "__device__ __halo_device_variable__ __align__(16) A<int, (3)> x{1};");
    CHECK(translated("__device__ decltype(f()) x = 1;") == "__device__ __halo_device_variable__ decltype(f()) x = 1;");
    CHECK(translated("__device__ __managed__ int x;") == "__device__ __halo_managed_variable__ __managed__ int x;");
    CHECK(translated("extern __device__ int n;") == "extern __device__ __halo_extern_device_variable__ int n;");
    CHECK(translated("extern __constant__ float c[9];") == "extern __halo_extern_constant__ float c[9];");
    CHECK(translated("extern const __constant__ float c[9];") == "extern const __halo_extern_constant_const__ float c[9];");
    CHECK(translated("__constant__ float c[9];") == "__constant__ float c[9];");
    CHECK(translated("__managed__ int x;") == "__managed__ __halo_managed_variable__ int x;");
    CHECK(translated("__device__ void (*p)(int) = f;") == "__device__ __halo_device_variable__ void (*p)(int) = f;");
    passes_unchanged("__device__ float f(float x) { return x; } __device__ int g();");
    passes_unchanged("__host__ __device__ __forceinline__ A<int> f(const B& x = {}) { return {}; }");
    passes_unchanged("struct S { __device__ S() : a{1}, b(2) {} __device__ ~S() {} __device__ operator int() const; };");
    passes_unchanged("__device__ bool operator<(A a, B b) { return a.x < b.x; } __device__ int& operator[](int);");
    passes_unchanged("__device__ int operator()(int x) const { return x; } __device__ bool operator==(A, B);");
    passes_unchanged("auto f = [=] __device__ (int i) { return i; }; auto g = [] __host__ __device__ { return 1; };");
    passes_unchanged("#define DEVICE __device__ inline\n__device__ __constant__ float c[3];\n");
    passes_unchanged("__device__ __launch_bounds__(3) void f(int a[3]); __device__ API(1) int f(int x) { return x; }");
}

TEST_CASE("a constant that is const-qualified gets a section of its own")
{
    passes_unchanged("__constant__ float c[3];");
    passes_unchanged("__constant__ const float* c;");
    passes_unchanged("__constant__ A<const int> c;");
    // Variable templates have no section: a symbol names them.
    CHECK(translated("template <class T, class U = A<T>> __constant__ T c[2];") ==
          "[[gnu::used]] static const char halo_constant_template_0_c = 0; template <class T, class U = A<T>> __halo_instance__ T c[2];");
    CHECK(translated("template <class T> static __device__ T c = 1;") ==
          "[[gnu::used]] static const char halo_device_template_0_c = 0; template <class T> static __device__ __halo_instance__ T c = 1;");
    CHECK(translated("template <class T> __device__ constexpr T c{1};") ==
          "[[gnu::used]] static const char halo_constant_const_template_0_c = 0; template <class T> __device__ __halo_instance__ constexpr T c{1};");
    CHECK(translated("template <class T> static const __constant__ T c = 1;") ==
          "[[gnu::used]] static const char halo_constant_const_template_0_c = 0; template <class T> static const __halo_instance__ T c = 1;");
    passes_unchanged("template <> __constant__ float c<float>[2];");
    passes_unchanged("template <class T> __device__ T f(T x) { return x; }");
    passes_unchanged("template <class T> struct A {};\n__constant__ A<int> c;");
    CHECK(translated("const __constant__ int c = 1;") == "const __halo_constant_const__ int c = 1;");
    CHECK(translated("__constant__ float* const c = nullptr;") == "__halo_constant_const__ float* const c = nullptr;");
    CHECK(translated("static constexpr __constant__ int c = 1;") == "static constexpr __halo_constant_const__ int c = 1;");
}

TEST_CASE("a const table is one that can change, under a name that cannot, so that g++ reports its reads")
{
    CHECK(translated("__constant__ const float c[] = {1};") == "__constant__ static float halo_table_c[] = {1}; [[maybe_unused]] static const auto& c = halo_table_c;");
    CHECK(translated("__device__ const int t[2][2] = {{1, 2}, {3, 4}};") ==
          "__device__ __halo_managed_variable__ static int halo_table_t[2][2] = {{1, 2}, {3, 4}}; [[maybe_unused]] static const auto& t = halo_table_t;");
    CHECK(translated("static __device__ int const t[] = {1};") ==
          "static __device__ __halo_managed_variable__ int  halo_table_t[] = {1}; [[maybe_unused]] static const auto& t = halo_table_t;");
    CHECK(translated("__device__ constexpr int t[] = {1};") == "__device__ __halo_constant_const__ constexpr int t[] = {1};");
    CHECK(translated("__device__ const float* const t[1] = {nullptr};") == "__device__ __halo_constant_const__ const float* const t[1] = {nullptr};");
    CHECK(translated("__device__ const int a[] = {1}, b[] = {2};") == "__device__ __halo_constant_const__ const int a[] = {1}, b[] = {2};");
    CHECK(translated("__device__ const float* t[1] = {nullptr};") == "__device__ __halo_device_variable__ const float* t[1] = {nullptr};");
}

TEST_CASE("malloc and calloc get the name of the pointer that they set, after any casts")
{
    CHECK(translated("void f() { d_in = (float*)malloc(n * 4); }") == "void f() { d_in = (float*)::halo_engine::named_block(malloc(n * 4), \"d_in\"); }");
    CHECK(translated("void f() { float* p = static_cast<float*>(malloc(g(n, 4))); }") ==
          "void f() { float* p = static_cast<float*>(::halo_engine::named_block(malloc(g(n, 4)), \"p\")); }");
    CHECK(translated("void f() { auto p = (int*)calloc(n, 4); }") == "void f() { auto p = (int*)::halo_engine::named_block(calloc(n, 4), \"p\"); }");
    passes_unchanged("void f() { g(malloc(4)); }");
    passes_unchanged("void f() { p[i] = (float*)malloc(4); }");
    passes_unchanged("void f() { p = g(1) + malloc(4); x.malloc(4); q = malloc(); }");
    passes_unchanged("void f() { p = (float*)malloc(4, 5); p = x->malloc(4); }");
    passes_unchanged("static void* malloc(int bytes);");
}

TEST_CASE("cudaMalloc gets the name of its pointer")
{
    CHECK(translated("int a = cudaMalloc(&d_out, n);") == "int a = cudaMalloc(&d_out, n, \"d_out\");");
    CHECK(translated("void f() { a = cudaMalloc((void**)&d_out, n * sizeof(A<int, 3>)); }") ==
          "void f() { a = cudaMalloc((void**)&d_out, n * sizeof(A<int, 3>), \"d_out\"); }");
    CHECK(translated("int a = cudaMalloc(reinterpret_cast<void**>(&(p)), n);") ==
          "int a = cudaMalloc(reinterpret_cast<void**>(&(p)), n, \"p\");");
    CHECK(translated("int a = cudaMalloc(&this->x, n);") == "int a = cudaMalloc(&this->x, n, \"this->x\");");
    CHECK(translated("int a = cudaMalloc(&buf.data, n);") == "int a = cudaMalloc(&buf.data, n, \"buf.data\");");
    CHECK(translated("int a = cudaMalloc(&m[\"x\"], n);") == "int a = cudaMalloc(&m[\"x\"], n, \"m[\\\"x\\\"]\");");
    CHECK(translated("#define NEW(p, n) CHECK(cudaMalloc(&p, n))\n") == "#define NEW(p, n) CHECK(cudaMalloc(&p, n, #p))\n");
    passes_unchanged("int a = cudaMalloc(&p, n, \"p\");");
    passes_unchanged("cudaError_t cudaMalloc(void** p, size_t n);");
    passes_unchanged("void f() { my.cudaMalloc(&p, n); g(cudaMalloc); a = cudaMalloc(); a = cudaMallocManaged(&p); }");
}

TEST_CASE("so do the other allocating calls, whichever arguments are omitted")
{
    CHECK(translated("int a = cudaMallocManaged(&p, n);") == "int a = cudaMallocManaged(&p, n, cudaMemAttachGlobal, \"p\");");
    CHECK(translated("int a = cudaMallocManaged(&p, n, kFlags);") == "int a = cudaMallocManaged(&p, n, kFlags, \"p\");");
    CHECK(translated("int a = cudaMallocHost((void**)&h, n);") == "int a = cudaMallocHost((void**)&h, n, cudaHostAllocDefault, \"h\");");
    CHECK(translated("int a = cudaMallocPitch(&p, &pitch, f(w, 1), h);") == "int a = cudaMallocPitch(&p, &pitch, f(w, 1), h, \"p\");");
    CHECK(translated("int a = cudaMallocArray(&p, &format, w);") == "int a = cudaMallocArray(&p, &format, w, 0, cudaArrayDefault, \"p\");");
    CHECK(translated("int a = cudaMallocArray(&p, &format, w, h);") == "int a = cudaMallocArray(&p, &format, w, h, cudaArrayDefault, \"p\");");
    CHECK(translated("int a = cudaMallocArray(&p, &format, w, h, 2);") == "int a = cudaMallocArray(&p, &format, w, h, 2, \"p\");");
}

TEST_CASE("__noinline__ is CUDA's keyword, except inside an attribute")
{
    CHECK(translated("__noinline__ __device__ int f();") == "__attribute__((__noinline__)) __device__ int f();");
    passes_unchanged("__attribute__((__noinline__)) int f();");
    passes_unchanged("__attribute__((cold, __noinline__)) int f(); [[gnu::__noinline__]] int g();");
}

TEST_CASE("a __shared__ variable that is also declared static is static once")
{
    CHECK(translated("__device__ void f() { static __shared__ float s[4]; __shared__ static int n; static const int m = 1; }") ==
          "__device__ void f() {  __shared__ float s[4]; __shared__  int n; static const int m = 1; }");
}

TEST_CASE("host code may use the names of built-in variables")
{
    CHECK(translated("void f() { dim3 blockDim(16, 16); g(blockDim); }") ==
          "void f() { dim3 halo_host_blockDim(16, 16); g(halo_host_blockDim); }");
    passes_unchanged("__global__ void k(int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; }");
    passes_unchanged("__device__ int f() { return gridDim.x; }");
    passes_unchanged("#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)\n");
}

TEST_CASE("a lab's file must not define main; calling or declaring one is allowed")
{
    const auto refused_main = [](std::string_view source) {
        return halo::engine::translate(source, "k.cu", {.allow_main = false}).refusal.has_value();
    };
    CHECK(refused_main("void f() {}\nint main() { return 0; }"));
    CHECK(refused_main("int main(int argc, char** argv)\n{ f(); }"));
    CHECK_FALSE(refused_main("int domain() { return 0; } struct main_loop {};"));
    CHECK_FALSE(refused_main("void f() { int main(0); }"));
    CHECK_FALSE(halo::engine::translate("int main() {}", "k.cu").refusal.has_value());
}

TEST_CASE("two arrays of dynamic shared memory in one function bring a warning")
{
    const auto warns = [](const std::string& source) { return translated(source).find("are one memory") != std::string::npos; };
    const std::string a = "extern __shared__ float a[]; ", b = "extern __shared__ int b[]; ";
    CHECK(warns("__global__ void k() { " + a + b + "a[0] = b[0]; }"));
    CHECK(warns(a + b + "__global__ void k() { a[0] = b[0]; }"));
    CHECK(warns(a + "__global__ void k() { " + b + "a[0] = b[0]; }"));
    CHECK(!warns(a + b + "__global__ void k() { a[0] = 1; }\n__global__ void m() { b[0] = 2; }"));
    CHECK(!warns("__global__ void k() { " + a + "a[0] = 1; }\n__global__ void m() { " + b + "b[0] = 2; }"));
}
